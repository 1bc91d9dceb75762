import pg from 'pg';

/** What a backup of a database keeps: every row of every table, and where its sequences stand. */
export type Backup = { restore(): Promise<void> };

/**
 * Takes a backup of a database while its program rests, and puts it back as a restore does: what was written since is gone, also
 * from sequences. The program keeps its connections, as one does that is started after the restore.
 */
export async function takeBackup(databaseUrl: string): Promise<Backup> {
  const tables = await withOwner(databaseUrl, async (owner) => {
    await owner.query('DROP SCHEMA IF EXISTS backup CASCADE');
    await owner.query('CREATE SCHEMA backup');
    const { rows } = await owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT relispartition ORDER BY 1`,
    );
    for (const { name } of rows) await owner.query(`CREATE TABLE backup."${name}" AS TABLE public."${name}"`);
    await owner.query(
      `CREATE TABLE backup.sequences AS SELECT sequencename AS name, coalesce(last_value, start_value) AS at, last_value IS NOT NULL AS used
       FROM pg_sequences WHERE schemaname = 'public'`,
    );
    return rows.map(({ name }) => name);
  });
  return {
    restore: () =>
      withOwner(databaseUrl, async (owner) => {
        await owner.query('BEGIN');
        // No trigger reacts: the rows are put back as they were.
        await owner.query(`SET LOCAL session_replication_role = 'replica'`);
        await owner.query(`TRUNCATE ${tables.map((name) => `public."${name}"`).join(', ')}`);
        for (const name of tables) await owner.query(`INSERT INTO public."${name}" SELECT * FROM backup."${name}"`);
        await owner.query(`SELECT setval(format('public.%I', name)::regclass, at, used) FROM backup.sequences`);
        await owner.query('COMMIT');
      }),
  };
}

async function withOwner<Value>(databaseUrl: string, work: (owner: pg.Client) => Promise<Value>): Promise<Value> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
