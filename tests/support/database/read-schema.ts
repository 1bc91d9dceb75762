import type pg from 'pg';

/**
 * The definitions of a schema's parts, each as one line that begins with its kind and name. Servers since 18 name what makes a column
 * not null; the column itself says that it is.
 */
const PARTS = [
  `SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
     || a.attnotnull || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || a.attstorage::text || a.attcompression::text
   FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  `SELECT 'table ' || relname || ' ' || relpersistence::text || ' ' || relrowsecurity || ' ' || coalesce(relacl::text, '') FROM pg_class
   WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  `SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
  `SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'`,
  `SELECT 'sequence ' || relname || ' ' || coalesce(relacl::text, '') FROM pg_class
   WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`,
  `SELECT 'policy ' || tablename || ' ' || policyname || ' ' || cmd || ' ' || roles::text || ' ' || coalesce(qual, '') || ' '
     || coalesce(with_check, '') FROM pg_policies WHERE schemaname = 'public'`,
  `SELECT 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`,
  `SELECT 'function ' || p.proname || '(' || pg_get_function_arguments(p.oid) || ') ' || pg_get_functiondef(p.oid)
     || coalesce(p.proacl::text, '')
   FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
   WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql')`,
];

/** Everything that a database's public schema is made of, sorted: two schemas are equal when these lines are. */
export async function readSchema(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const part of PARTS) {
    const { rows } = await client.query<{ line: string }>(`SELECT p.line FROM (${part}) AS p (line)`);
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.sort();
}
