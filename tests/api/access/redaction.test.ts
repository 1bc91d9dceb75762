import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIFETIMES } from '#app/features/compliance/lifetimes.ts';
import { PERSONAL_DATA } from '#tests/support/personal-data.ts';
import { at } from '#scripts/paths.ts';
import { createOwnDatabase } from '#tests/support/database/database.ts';

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client(await createOwnDatabase());
  await owner.connect();
});
afterAll(() => owner.end());

/** Tables that are no one's data: the migrations that were applied. */
const NOT_OURS = ['_prisma_migrations', 'schema_migrations'];

/** Every column of the schema that can hold words: of text, JSON or bytes, or lists of them. */
async function listWordyColumns(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> ALL ($1)
       AND (c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea')
         OR (c.data_type = 'ARRAY' AND c.udt_name IN ('_text', '_varchar', '_json', '_jsonb', '_bytea')))
     ORDER BY 1`,
    [NOT_OURS],
  );
  return rows.map(({ name }) => name);
}

const named = Object.entries(PERSONAL_DATA).flatMap(([table, { shop = [], buyer = [], kept = {} }]) => {
  const columns = new Set([...shop, ...buyer, ...Object.values(kept).flat()]);
  return [...columns].map((column) => `${table}.${column}`);
});

const source = readFileSync(at('app/features/compliance/erase.repo.server.ts'), 'utf8');
const divide = source.indexOf('const STORE_STATEMENTS');
const end = source.indexOf('];', divide);
const shopText = source.slice(divide, end) + source.slice(end);
const buyerText = source.slice(0, divide);

/** Whether some statement of a text empties a column: deletes its table's rows, or those of a table that takes them along, or sets it. */
async function isErasedBy(text: string, table: string, column: string): Promise<boolean> {
  if (new RegExp(`DELETE FROM ${table}\\b`).test(text)) return true;
  const { rows } = await owner.query<{ parent: string }>(
    `SELECT confrelid::regclass::text AS parent FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c' AND conrelid = $1::regclass`,
    [table],
  );
  if (rows.some(({ parent }) => new RegExp(`DELETE FROM ${parent}\\b`).test(text))) return true;
  const updates = [...text.matchAll(new RegExp(`UPDATE ${table}\\b(?: \\w+)? SET ([\\s\\S]*?)(?:WHERE|\`)`, 'g'))];
  const upserts = [...text.matchAll(new RegExp(`INSERT INTO ${table}\\b[\\s\\S]*?DO UPDATE SET ([\\s\\S]*?)\``, 'g'))];
  const filled = [...updates, ...upserts].map(([, list = '']) =>
    list.replace(/\$\{(\w+)\}/g, (_, name: string) => constantOf(name)),
  );
  return filled.some((list) => new RegExp(`\\b${column}\\s*=`).test(list));
}

const constantOf = (name: string): string => new RegExp(`const ${name} = \`([^\`]*)\``).exec(source)?.[1] ?? '';

/** What retention writes: its own statements, and those that it makes of the table of lifetimes. */
const retentionText = [
  readFileSync(at('app/features/compliance/retention.repo.server.ts'), 'utf8'),
  ...LIFETIMES.map(({ table, set }) => (set ? `UPDATE ${table} SET ${set} WHERE` : `DELETE FROM ${table} WHERE`)),
].join('\n');

/** Tables of which what people said is forgotten by its age, without anybody asking. */
const FORGOTTEN_BY_AGE = [
  'compliance_requests',
  'contact_messages',
  'conversation_ctas',
  'conversation_messages',
  'conversation_reports',
  'conversations',
  'idempotency_keys',
  'label_rates',
  'mails',
  'offers',
  'subscribers',
  'webhook_deliveries',
  'webhook_messages',
];

describe('redaction', () => {
  test('every column that can hold words of people is named as erased, or with the reason why it stays', async () => {
    const columns = await listWordyColumns();
    expect({
      unnamed: columns.filter((name) => !named.includes(name)),
      gone: named.filter((name) => !columns.includes(name)),
    }).toEqual({ unnamed: [], gone: [] });
  });

  test('a column that somebody adds is found unnamed', async () => {
    await owner.query('BEGIN');
    await owner.query('ALTER TABLE orders ADD COLUMN gift_message text, ADD COLUMN gift_tags text[]');
    const unnamed = (await listWordyColumns()).filter((name) => !named.includes(name));
    await owner.query('ROLLBACK');
    expect(unnamed).toEqual(['orders.gift_message', 'orders.gift_tags']);
  });

  test.each([
    ['a store', 'shop', shopText],
    ['a buyer', 'buyer', buyerText],
  ] as const)('what is named as erased with %s is written by a statement of its redaction', async (_who, of, text) => {
    const missed: string[] = [];
    for (const [table, fates] of Object.entries(PERSONAL_DATA)) {
      for (const column of fates[of] ?? [])
        if (!(await isErasedBy(text, table, column))) missed.push(`${table}.${column}`);
    }
    expect(missed).toEqual([]);
  });

  test('what is forgotten by its age goes with all that a redaction of its buyer takes', async () => {
    const missed: string[] = [];
    for (const table of FORGOTTEN_BY_AGE) {
      const columns = PERSONAL_DATA[table]?.buyer ?? [];
      expect(columns, table).not.toHaveLength(0);
      for (const column of columns)
        if (!(await isErasedBy(retentionText, table, column))) missed.push(`${table}.${column}`);
    }
    expect(missed).toEqual([]);
  });

  test('each table with words of buyers that retention changes or deletes from is one that is forgotten by its age', () => {
    const changed = [...retentionText.matchAll(/\b(?:DELETE FROM|UPDATE) (\w+)/g)].map(([, table = '']) => table);
    const wordy = changed.filter((table) => PERSONAL_DATA[table]?.buyer !== undefined);
    expect(wordy.length).toBeGreaterThan(0);
    expect(wordy.filter((table) => !FORGOTTEN_BY_AGE.includes(table))).toEqual([]);
  });

  test('what is erased with a buyer is erased with the store, and nothing erased is kept', () => {
    const wrong = Object.entries(PERSONAL_DATA).flatMap(([table, { shop = [], buyer = [], kept = {} }]) => [
      ...buyer.filter((column) => !shop.includes(column)).map((column) => `${table}.${column}`),
      ...Object.values(kept)
        .flat()
        .filter((column) => shop.includes(column))
        .map((column) => `${table}.${column}`),
    ]);
    expect(wrong).toEqual([]);
  });
});
