import { program } from '../program.ts';

const UNCOUNTED = [
  'rate_buckets',
  '_prisma_migrations',
  'schema_migrations',
  // What the platform said last of the app's plan: whoever reads it renews it.
  'plan_readings',
];
/** What counts of a row. Work that has failed once is tried again whenever its pause is over, whatever calls do meanwhile. */
const COUNTED: Readonly<Record<string, string>> = {
  scheduled_jobs: `(t.id, t.store_id, t.kind, t.key, t.payload, CASE WHEN t.attempts = 0 THEN (t.due_at, t.done_at) END)`,
};

/**
 * From now on the database notes each row that comes, goes or changes, in tables of business: a hash of what it is, and the
 * opposite of that of what it was. A table whose hashes make zero is what it was, whatever happened to it in between.
 */
export async function watchTables(): Promise<void> {
  const { owner } = program();
  const tables = await owner.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;
  const watched = tables.map(({ name }) => name).filter((name) => !UNCOUNTED.includes(name));
  await owner.$executeRaw`CREATE SCHEMA watch`;
  await owner.$executeRaw`CREATE UNLOGGED TABLE watch.changes (name text NOT NULL, hash numeric NOT NULL)`;
  // One by one: the program works beside, and would wait for a transaction that holds many tables while it waits for another.
  for (const name of watched) {
    await owner.$executeRawUnsafe(noteFunction(name, COUNTED[name] ?? 't'));
    await owner.$executeRawUnsafe(
      `CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON "${name}"
       FOR EACH ROW EXECUTE FUNCTION watch."${name}"()`,
    );
  }
}

/** Whoever writes a row calls it, so that it runs with its owner's rights. */
function noteFunction(table: string, counted: string): string {
  const note = (sign: string, row: string) =>
    `INSERT INTO watch.changes
     SELECT '${table}', ${sign} hashtextextended((${counted})::text, 0)::numeric FROM (SELECT ${row}.*) t;`;
  return `
    CREATE FUNCTION watch."${table}"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN ${note('-', 'OLD')} END IF;
      IF TG_OP <> 'DELETE' THEN ${note('', 'NEW')} END IF;
      RETURN NULL;
    END $$`;
}

/** What changed until now no longer counts. */
export async function forgetChanges(): Promise<void> {
  await program().owner.$executeRaw`DELETE FROM watch.changes`;
}

/** The tables whose rows are not what they were at the last `forgetChanges()`. */
export async function changedTables(): Promise<string[]> {
  const changed = await program().owner.$queryRaw<{ name: string }[]>`
    SELECT name FROM watch.changes GROUP BY name HAVING sum(hash) <> 0 ORDER BY name`;
  return changed.map(({ name }) => name);
}
