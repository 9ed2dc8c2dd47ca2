#!/usr/bin/env bash
# Installs a released evref for the GitHub Action: downloads the archive for
# this runner, checks its SHA-256 against the release's checksums.txt (or
# against EVREF_CHECKSUM), and puts the program on the path.
set -euo pipefail

fail() {
  echo "::error title=evref::$1" >&2
  exit 3
}

case "$RUNNER_OS" in
  Linux) os=linux extension=tar.gz ;;
  macOS) os=darwin extension=tar.gz ;;
  Windows) os=windows extension=zip ;;
  *) fail "no release for $RUNNER_OS" ;;
esac
case "$RUNNER_ARCH" in
  X64) arch=amd64 ;;
  ARM64) arch=arm64 ;;
  *) fail "no release for $RUNNER_ARCH" ;;
esac

releases="${EVREF_RELEASES:-https://github.com/mcp-evref/evref/releases}"
fetch() { curl --fail --silent --show-error --location --retry 3 "$@"; }

version="$EVREF_VERSION"
if [ "$version" = latest ]; then
  version=$(fetch --output /dev/null --write-out '%{url_effective}' "$releases/latest") || fail "the latest release cannot be found"
  version="${version##*/}"
fi
case "$version" in
  v[0-9]*) ;;
  *) fail "version is latest or a tag such as v1.2.3, not $version" ;;
esac

archive="evref_${version#v}_${os}_${arch}.$extension"
folder="$RUNNER_TEMP/evref-${version}"
mkdir -p "$folder"
fetch --output "$folder/$archive" "$releases/download/$version/$archive" || fail "release $version has no $archive"

expected="${EVREF_CHECKSUM:-}"
if [ -z "$expected" ]; then
  fetch --output "$folder/checksums.txt" "$releases/download/$version/checksums.txt" || fail "release $version has no checksums.txt"
  expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/checksums.txt")
  [ -n "$expected" ] || fail "checksums.txt does not list $archive"
fi
if command -v sha256sum >/dev/null; then
  actual=$(sha256sum "$folder/$archive")
else
  actual=$(shasum -a 256 "$folder/$archive")
fi
actual="${actual#\\}" # written before names with a backslash
actual="${actual%% *}"
if [ "$actual" != "$expected" ]; then
  rm -f "$folder/$archive"
  fail "$archive has SHA-256 $actual, expected $expected"
fi

if [ "$extension" = zip ]; then
  unzip -q -o "$folder/$archive" -d "$folder"
else
  tar -xzf "$folder/$archive" -C "$folder"
fi
echo "$folder" >> "$GITHUB_PATH"
echo "version=$version" >> "$GITHUB_OUTPUT"
