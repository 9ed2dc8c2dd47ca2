package validate

// Bounds of one check. They are far beyond what schemas and records in use
// need, and small enough that nothing takes more than a few seconds.
const (
	maxSchemaBytes = 4 << 20 // a schema document
	maxSchemaDepth = 500     // containers inside each other in a schema document
	maxNesting     = 100     // schemas inside each other
	maxSubschemas  = 5_000   // schemas in all documents of one check: the engine's cost is their square
	maxChain       = 64      // schemas applied to one value through $ref, allOf and the like
	maxPattern     = 4_096   // bytes of one pattern
	maxStates      = 20_000  // states of one pattern with its repetitions written out
	maxCount       = 1 << 53 // a length or number of members no value reaches

	maxValues     = 250_000   // values in the checked value
	maxDepth      = 256       // containers inside each other in the checked value
	maxLocations  = 256 << 20 // bytes of the pointers to all values
	maxMatching   = 1 << 30   // bytes of text times states of patterns
	maxSteps      = 1_000_000 // schemas applied, weighted by their size
	maxErrorBytes = 4 << 30   // bytes the engine writes for locations, if every step fails
)
