#!/usr/bin/env bash
# Runs evref for the GitHub Action. Inputs come as environment variables, never
# as shell text. The step always succeeds: the exit code is an output, so that
# results can be uploaded before the job fails.
set -euo pipefail

args=()
option() {
  if [ -n "$2" ]; then
    args+=("--$1=$2")
  fi
}
lines() { # one argument a line
  while IFS= read -r line || [ -n "$line" ]; do
    if [ -n "$line" ]; then
      args+=("$line")
    fi
  done <<< "$1"
}

summary=""
case "$EVREF_COMMAND" in
  lint-tool)
    option config "$EVREF_CONFIG"
    option baseline "$EVREF_BASELINE"
    option profile "$EVREF_PROFILE"
    option spec "$EVREF_SPEC"
    option level "$EVREF_LEVEL"
    option enable "$EVREF_ENABLE"
    option disable "$EVREF_DISABLE"
    option only "$EVREF_ONLY"
    option client-prefix "$EVREF_CLIENT_PREFIX"
    option fail-on "$EVREF_FAIL_ON"
    option max-warnings "$EVREF_MAX_WARNINGS"
    option output "$EVREF_FORMAT=-"
    option output "sarif=$EVREF_SARIF_FILE"
    summary="$RUNNER_TEMP/evref-summary.md"
    option output "markdown=$summary"
    ;;
  verify)
    option format "$EVREF_FORMAT"
    option fail-on "$EVREF_FAIL_ON"
    ;;
  *)
    echo "::error title=evref::command is lint-tool or verify, not $EVREF_COMMAND"
    echo "exit-code=2" >> "$GITHUB_OUTPUT"
    exit 0
    ;;
esac
lines "$EVREF_ARGS"
args+=(--)
lines "$EVREF_FILES"

code=0
evref "$EVREF_COMMAND" "${args[@]}" || code=$?
if [ -n "$summary" ] && [ -f "$summary" ]; then
  cat "$summary" >> "$GITHUB_STEP_SUMMARY"
fi
{
  echo "exit-code=$code"
  echo "sarif-file=$EVREF_SARIF_FILE"
} >> "$GITHUB_OUTPUT"
