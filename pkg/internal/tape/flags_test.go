package tape

import "flag"

var inputs = flag.Int("inputs", 50_000, "generated inputs for each comparison with a reference reader")
