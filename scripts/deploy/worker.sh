#!/bin/sh
# A worker process: does the work behind, and answers its own probes where WORKER_PORT is set.
set -eu
cd "$(dirname "$0")/../.."

# The project's own Node, where npm brought one for this system.
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
exec node scripts/worker.ts
