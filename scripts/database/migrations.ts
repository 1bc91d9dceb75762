// The files of prisma/migrations and what their first lines say.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Migration = {
  /** The name of its folder: the moment it was written, and a title. It never changes once it has landed. */
  name: string;
  sql: string;
  checksum: string;
  /**
   * From `-- contract: <migration>`: it takes away what programs use that do not know that migration, so that none of those may run
   * any more. Undefined for one that expands only.
   */
  contract: string | undefined;
  /** It builds or drops an index beside running programs, which cannot be done inside of a transaction. */
  isConcurrent: boolean;
  /** From `backfill.sql` beside it: one statement that fills at most a batch of rows, and touches none once all are filled. */
  backfill: string | undefined;
};

/** Reads the migrations of a folder in their order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map(({ name }) => readMigration(folder, name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readMigration(folder: string, name: string): Migration {
  const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
  const backfill = join(folder, name, 'backfill.sql');
  return {
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    contract: /^-- contract: (\S+)$/m.exec(sql)?.[1],
    isConcurrent: /^\s*(?:CREATE (?:UNIQUE )?|DROP |RE)INDEX CONCURRENTLY\b/im.test(sql),
    backfill: existsSync(backfill) ? readFileSync(backfill, 'utf8') : undefined,
  };
}

/** The title of a migration: its name without the moment. */
export const titleOf = (name: string) => name.replace(/^\d+_/, '');
