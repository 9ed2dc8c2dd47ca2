#!/usr/bin/env bash
# Captures and lints three published MCP servers, over every transport that they
# speak, and writes what came of it beside this script. Needs Go, Node.js and the
# npm registry. FOLDER, if given, keeps the servers for the next run.
#
#   bash docs/captures/run.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
results=docs/captures
version=2026.8.31
servers=${1:-}
if [ -z "$servers" ]; then
  servers=$(mktemp -d)
  trap 'rm -rf "$servers"' EXIT
fi
mkdir -p "$servers/shared"

if [ ! -d "$servers/node_modules" ]; then
  npm install --prefix "$servers" --no-audit --no-fund --ignore-scripts --loglevel=error \
    "@modelcontextprotocol/server-everything@$version" \
    "@modelcontextprotocol/server-filesystem@$version" \
    "@modelcontextprotocol/server-memory@$version"
fi
go build -o "$servers/evref" .
evref="$servers/evref"
bin="$servers/node_modules/.bin"

{
  echo "evref lint-tool, on servers of version $version"
  capture() { # NAME COMMAND...
    local name=$1 code=0
    shift
    echo
    echo "\$ evref lint-tool --stdio --save $name.json -- mcp-server-$name"
    "$evref" lint-tool --stdio --save "$results/$name.json" -- "$@" 2>&1 || code=$?
    echo "(exit code $code)"
  }
  capture everything "$bin/mcp-server-everything"
  capture filesystem "$bin/mcp-server-filesystem" "$servers/shared"
  capture memory "$bin/mcp-server-memory"

  for transport in streamableHttp sse; do
    port=$((20000 + RANDOM % 20000))
    PORT=$port "$bin/mcp-server-everything" $transport >"$servers/$transport.log" 2>&1 &
    server=$!
    path=mcp
    if [ $transport = sse ]; then path=sse; fi
    for _ in $(seq 50); do
      if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
      sleep 0.1
    done
    code=0
    "$evref" lint-tool --quiet --http "http://127.0.0.1:$port/$path" --save "$servers/$transport.json" >/dev/null || code=$?
    kill $server
    wait $server 2>/dev/null || true
    echo
    echo "\$ evref lint-tool --http http://127.0.0.1:PORT/$path   (mcp-server-everything $transport)"
    echo "(exit code $code)"
    if cmp -s "$results/everything.json" "$servers/$transport.json"; then
      echo "the capture is byte for byte that over stdio"
    else
      echo "the capture differs from that over stdio"
    fi
  done
} | tee "$results/run.txt"

EVREF_NPM_SERVERS="$servers" go test ./pkg/mcp -run TestPublishedServers -count 1 -v
