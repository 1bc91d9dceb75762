import { createHash } from 'node:crypto';

/** A function of the database that the program brings with it: its name there, and the statement that creates it. */
export type DatabaseFunction = { readonly name: string; readonly sql: string };

/**
 * Describes a function that runs with the owner's rights: `definition` is what follows its name in CREATE FUNCTION. The name in the
 * database ends in a hash of the definition, so that the release before keeps its own while both run. A start with the owner's
 * address creates it (scripts/database/prepare-database.ts).
 */
export function defineDatabaseFunction(name: string, definition: string): DatabaseFunction {
  const version = createHash('sha256').update(definition).digest('hex').slice(0, 8);
  const versioned = `${name}_${version}`;
  return { name: versioned, sql: `CREATE OR REPLACE FUNCTION ${versioned}${definition}` };
}
