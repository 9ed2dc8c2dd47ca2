# Compares two nights that were judged in shards, each added up by sum.jq:
#
#   jq -s -f new.jq last.json tonight.json
#
# The claims that are new and those that persist are the ones evref verify --baseline
# finds over the whole. What fails no longer is one number: a sum does not tell what
# recovered from what is gone. Where either sum is not complete, or its list of
# failures is not, nothing can be told to be new, and the exit code is 3. Without any claim
# tonight it is 4.
def total: map(.count) | add // 0;
def same: [.key, .verdict, .exitCode] | tojson;

(.[0].failures | map({key: same, value: .count}) | from_entries) as $before
| (length == 2 and all(.[]; .complete and .failuresOmitted == 0)) as $complete
| (.[1].failures | map(.count -= ([.count, $before[same] // 0] | min) | select(.count > 0))) as $new
| ((.[1].failures | total) - ($new | total)) as $persisting
| {
    complete: $complete,
    new: ($new | total),
    persisting: $persisting,
    noLonger: ((.[0].failures | total) - $persisting),
    failures: $new,
    exitCode: (if $complete | not then 3
               elif any($new[]; .exitCode == 1) then 1
               elif $new != [] or .[1].counts.items == .[1].counts.noClaim then 4
               else 0 end)
  }
