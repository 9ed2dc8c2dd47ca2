# Adds up the files of evref verify --summary of all shards of a run:
#
#   jq -s -f sum.jq out/*.json
#
# A shard that is missing, there twice, or not read to its end makes the sum
# incomplete; then its exit code is 3, or 1 where that is known already. A shard
# without a claim is no failure; a whole without any has exit code 4.
# Failures that are alike, in whatever shard, are one with a count.
def worst: . as $codes | first((70, 130, 2, 1, 3, 4, 0) | select(. as $c | $codes | index($c)));

length as $n
| ($n > 0
   and all(.[]; .format == "evref-verify-summary" and .version == 1 and .complete)
   and (map(.shard) | sort) == ([range($n) | "\(.)/\($n)"] | sort)) as $complete
| (map(.summary | to_entries[] | select((.value | type) == "number" and .key != "exitCode"))
   | group_by(.key) | map({key: .[0].key, value: (map(.value) | add)}) | from_entries) as $counts
| {
    complete: $complete,
    shards: $n,
    bytes: (map(.inputs[].bytes // 0) | add),
    counts: $counts,
    exitCode: (map(.summary.exitCode)
               + (if $complete then [] else [3] end)
               + (if $counts.items == $counts.noClaim then [4] else [] end)
               | worst),
    failures: (map(.failures[]) | group_by([.key, .verdict, .exitCode])
               | map(.[0] + {count: (map(.count // 1) | add)})),
    failuresOmitted: (map(.failuresOmitted // 0) | add)
  }
