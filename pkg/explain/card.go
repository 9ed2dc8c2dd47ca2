package explain

// Card is one thing explained: a rule, a topic, or a file. Its JSON form is
// described by the schema explain-output.v1 and has the member "kind".
type Card interface {
	Page() Page
}

// Notice is what every output says once.
const Notice = "Annotations, hints and labels are claims: a server that cannot be trusted can set them to anything. " +
	"A digest that matches proves that a record is the one that was meant. It does not prove that the record is honest."

// NoticePage is the notice as the last page of an output.
func NoticePage() Page {
	var p Page
	p.para(Notice)
	return p
}
