#!/bin/sh
# Makes the database at MIGRATION_DATABASE_URL ready for this release, and ends.
set -eu
cd "$(dirname "$0")/../.."

# The project's own Node, where npm brought one for this system.
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
exec node scripts/migrate.ts
