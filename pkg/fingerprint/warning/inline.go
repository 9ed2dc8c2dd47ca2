package warning

import (
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

// launcher is a program that starts the one its arguments name.
type launcher struct {
	command  string   // subcommand that does it; "" is none
	values   []string // flags that take the argument behind them
	text     []string // flags by which it runs a command line or a shell
	assigns  bool     // NAME=VALUE may stand before the program
	operands int      // arguments before the program
}

var launchers = map[string]launcher{
	"env": {
		values: []string{"-u", "--unset", "-C", "--chdir", "-P", "-a", "--argv0"}, text: []string{"-S", "--split-string"}, assigns: true,
	},
	"sudo": {
		values: []string{"-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R", "--user", "--group", "--host", "--prompt", "--close-from", "--role", "--type", "--command-timeout", "--other-user", "--chdir", "--chroot"},
		text:   []string{"-s", "--shell", "-i", "--login"}, assigns: true,
	},
	"doas":    {values: []string{"-u", "-C"}, text: []string{"-s"}},
	"nice":    {values: []string{"-n", "--adjustment"}},
	"ionice":  {values: []string{"-c", "-n", "--class", "--classdata"}},
	"nohup":   {},
	"setsid":  {},
	"stdbuf":  {values: []string{"-i", "-o", "-e", "--input", "--output", "--error"}},
	"time":    {values: []string{"-f", "-o", "--format", "--output"}},
	"timeout": {values: []string{"-k", "-s", "--kill-after", "--signal"}, operands: 1},
	"uv":      {command: "run", values: []string{"-p", "--python", "--with", "--with-editable", "--with-requirements", "--directory", "--project", "--extra", "--group", "--env-file", "--package", "--index-url", "--default-index"}},
	"poetry":  {command: "run", values: []string{"-C", "--directory", "-P", "--project"}},
	"pipenv":  {command: "run"},
	"pdm":     {command: "run", values: []string{"-p", "--project"}},
	"conda":   {command: "run", values: []string{"-n", "--name", "-p", "--prefix", "--cwd"}},
}

// interpreter is a program that can take program text as an argument. Flags are
// whole arguments, up to a =; letters may stand together behind one dash, with
// their value written on to the last.
type interpreter struct {
	flags, letters       string // behind which program text stands
	values, valueLetters string // that take something else
	ends                 string // letter behind which all belongs to the program that is run
	command              string // subcommand that takes program text
}

const nodeText = " -e --eval -p --print -pe "

var takesText = map[string]interpreter{
	"python": {letters: "c", valueLetters: "WXQ", ends: "m"},
	"node":   {flags: nodeText, values: " -r --require --import --loader --experimental-loader -C --conditions "},
	"bun":    {flags: nodeText, values: " -r --preload --require --import --cwd -c --config "},
	"tsx":    {flags: nodeText, values: " -r --require --import --tsconfig "},
	"deno":   {command: "eval"},
	"ruby":   {letters: "e", valueLetters: "IrCEFKWx"},
	"perl":   {letters: "eE", valueLetters: "IMmFxCD0i"},
	"lua":    {letters: "e", valueLetters: "l"},
	"php":    {letters: "rBRE", valueLetters: "dcfztS"},
	"npx":    {flags: " -c --call ", values: " -p --package -w --workspace "}, // through a shell
}

// interpreterOf finds a program's entry under any of its names.
func interpreterOf(base string) interpreter {
	switch {
	case strings.HasPrefix(base, "python"), strings.HasPrefix(base, "pypy"), base == "py":
		base = "python"
	case base == "nodejs", base == "ts-node":
		base = "node"
	case strings.HasPrefix(base, "lua"):
		base = "lua"
	}
	return takesText[base]
}

// inlineProgram finds an argument behind which program text stands: a shell
// that another program starts, or the flag by which an interpreter takes its
// program. It is -1 for none; a shell that is the executable itself has been
// told of.
func inlineProgram(t fingerprint.Transport) int {
	base, from := baseName(t.Executable), 0
	for {
		l, ok := launchers[base]
		if !ok {
			break
		}
		at, text := l.program(t.Args, from)
		if at < 0 || text {
			return at
		}
		if base, from = baseName(t.Args[at]), at+1; slices.Contains(shells, base) {
			return at
		}
	}
	return interpreterOf(base).text(t.Args, from)
}

// program finds the program that is started, or with text the flag that runs a
// command line; -1 for neither.
func (l launcher) program(args []string, from int) (at int, text bool) {
	operands, command := l.operands, l.command
	for i := from; i < len(args); i++ {
		arg := args[i]
		flag, _, attached := strings.Cut(arg, "=")
		switch {
		case arg == "--":
		case strings.HasPrefix(arg, "-"):
			if slices.Contains(l.text, flag) || slices.ContainsFunc(l.text, func(f string) bool { return len(f) == 2 && strings.HasPrefix(arg, f) }) {
				return i, true
			}
			if slices.Contains(l.values, flag) && !attached {
				i++
			}
		case l.assigns && attached:
		case command != "":
			if arg != command {
				return -1, false
			}
			command = ""
		case operands > 0:
			operands--
		default:
			return i, false
		}
	}
	return -1, false
}

// text finds the flag, or the subcommand, that takes program text; -1 for none.
// What follows the name of a script is the script's.
func (p interpreter) text(args []string, from int) int {
	for i := from; i < len(args); i++ {
		arg := args[i]
		if !strings.HasPrefix(arg, "-") || arg == "-" || arg == "--" {
			if p.command != "" && arg == p.command {
				return i
			}
			return -1
		}
		flag, _, attached := strings.Cut(arg, "=")
		switch named := " " + flag + " "; {
		case strings.Contains(p.flags, named):
			return i
		case strings.Contains(p.values, named) && !attached:
			i++
			continue
		case strings.HasPrefix(arg, "--"):
			continue
		}
	letters:
		for j := 1; j < len(arg); j++ {
			switch c := arg[j]; {
			case strings.IndexByte(p.letters, c) >= 0:
				return i
			case strings.IndexByte(p.ends, c) >= 0:
				return -1
			case strings.IndexByte(p.valueLetters, c) >= 0:
				if j == len(arg)-1 {
					i++
				}
				break letters
			}
		}
	}
	return -1
}
