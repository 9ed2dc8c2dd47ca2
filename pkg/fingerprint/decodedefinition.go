package fingerprint

// fullOnly are the members a stored definition has and a bare input has not.
var fullOnly = []string{"displayName", "enabled", "trust", "createdAt", "updatedAt"}

func (d *decoder) definition(n node) Definition {
	def := Definition{Bare: isBare(n)}
	known := []string{"id", "transport", "secretRefs", "ownership"}
	if !def.Bare {
		known = append(known, fullOnly...)
	}
	d.members(n, known...)
	def.ID = d.text(n, "id")
	if !def.Bare {
		def.DisplayName = d.text(n, "displayName")
	}
	def.Transport = d.transport(n)
	if !n.value.Get("secretRefs").IsZero() {
		def.SecretRefs = d.bindings(n)
	}
	if !def.Bare {
		def.Enabled = d.boolean(n, "enabled")
	}
	def.Ownership = d.ownership(n)
	if !def.Bare {
		def.Trust = d.trust(n)
		def.CreatedAt = d.text(n, "createdAt")
		def.UpdatedAt = d.text(n, "updatedAt")
	}
	return def
}

// isBare reports an object with the hashed members and none of those that only
// a stored definition has.
func isBare(n node) bool {
	for _, name := range fullOnly {
		if !n.value.Get(name).IsZero() {
			return false
		}
	}
	return !n.value.Get("transport").IsZero() && !n.value.Get("ownership").IsZero()
}

// object gives a required member that is an object in all its uses.
func (d *decoder) object(n node, name string) node {
	return n.child(name, d.require(n, name))
}

func (d *decoder) transport(parent node) Transport {
	n := d.object(parent, "transport")
	t := Transport{Kind: TransportKind(d.tag(n, string(Stdio), string(HTTP)))}
	if d.err != nil {
		return t
	}
	if t.Kind == HTTP {
		d.members(n, "type", "url")
		t.URL = d.text(n, "url")
		return t
	}
	d.members(n, "type", "executable", "args", "cwd")
	t.Executable = d.text(n, "executable")
	for _, arg := range d.elements(n, "args") {
		t.Args = append(t.Args, d.stringValue(arg, arg.value))
	}
	t.Cwd = d.optional(n, "cwd")
	return t
}

func (d *decoder) bindings(parent node) []Binding {
	var out []Binding
	for _, n := range d.elements(parent, "secretRefs") {
		d.members(n, "target", "secretRef")
		target := d.object(n, "target")
		b := Binding{Target: Target{Kind: TargetKind(d.tag(target, string(EnvironmentVariable), string(HTTPHeader)))}}
		d.members(target, "type", "name")
		b.Target.Name = d.text(target, "name")
		b.Reference = d.text(n, "secretRef")
		out = append(out, b)
	}
	return out
}

func (d *decoder) ownership(parent node) Ownership {
	n := d.object(parent, "ownership")
	o := Ownership{Kind: OwnershipKind(d.tag(n, string(DCCManaged), string(ImportedReadOnly)))}
	if d.err != nil {
		return o
	}
	if o.Kind == DCCManaged {
		d.members(n, "type")
		return o
	}
	d.members(n, "type", "source")
	source := d.object(n, "source")
	d.members(source, "kind", "locator", "definitionKey")
	o.Source.Kind = SourceKind(d.word(source, "kind", string(ProviderConfig), string(ProjectFile), string(OtherSource)))
	o.Source.Locator = d.text(source, "locator")
	o.Source.DefinitionKey = d.optional(source, "definitionKey")
	return o
}

func (d *decoder) trust(parent node) Trust {
	n := d.object(parent, "trust")
	d.members(n, "currentFingerprint", "decision")
	t := Trust{CurrentFingerprint: d.text(n, "currentFingerprint")}
	decision := d.object(n, "decision")
	t.Decision.Trusted = d.tag(decision, "untrusted", "trusted") == "trusted"
	if d.err != nil || !t.Decision.Trusted {
		d.members(decision, "type")
		return t
	}
	d.members(decision, "type", "fingerprint", "trustedAt")
	t.Decision.Fingerprint = d.text(decision, "fingerprint")
	t.Decision.TrustedAt = d.text(decision, "trustedAt")
	return t
}
