#!/bin/sh
# Makes a checkout ready to run: installs what the lockfile names, builds, and leaves only what a running process needs.
set -eu
cd "$(dirname "$0")/../.."

npm ci --include=dev --include=optional --no-audit --no-fund
(
  PATH="$PWD/node_modules/.bin:$PATH"
  export PATH
  exec node scripts/build.ts
)
npm prune --omit=dev --include=optional --no-audit --no-fund
