#!/bin/sh
# A web process: answers requests on HOST and PORT.
set -eu
cd "$(dirname "$0")/../.."

# The project's own Node, where npm brought one for this system.
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
exec node scripts/serve.ts
