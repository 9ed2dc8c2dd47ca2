# Adds up the files of evref verify --summary of all shards of a run:
#
#   jq -s -f sum.jq out/*.json
#
# A shard that is missing, there twice, not read to its end, or that does not begin
# where the one before it ends, as after a change of the file, makes the sum
# incomplete; then its exit code is 3, or 1 where that is known already. A shard
# without a claim is no failure; a whole without any has exit code 4.
# Failures that are alike, in whatever shard, are one with a count.
def worst: . as $codes | first((70, 130, 2, 1, 3, 4, 0) | select(. as $c | $codes | index($c)));

# One file after the other: each is read by all shards, in their order.
def joined: sort_by(.shard | split("/")[0] | tonumber) | map(.inputs)
  | (map(length) | unique | length) == 1
    and (transpose | all(.[]; . as $parts
      | all(range($parts | length); . as $i
          | ($parts[$i].offset // 0) == (if $i == 0 then 0 else ($parts[$i - 1] | (.offset // 0) + .bytes) end))));

length as $n
| ($n > 0
   and all(.[]; .format == "evref-verify-summary" and .version == 1 and .complete)
   and (map(.shard) | sort) == ([range($n) | "\(.)/\($n)"] | sort)
   and joined) as $complete
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
