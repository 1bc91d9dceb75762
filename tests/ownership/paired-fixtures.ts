import { settle } from '#tests/support/probe-world.ts';
import { program } from '#tests/support/program.ts';
import type { Question } from './access-suite.ts';

/**
 * Rows of two other stores with the ids of a store's own: one stands before the row that it copies, the other behind it. The
 * platform gives no id twice, so that a statement which names an id and forgets its store seems right; beside twins it answers
 * with theirs, or changes them.
 */
type Counterpart = 'first' | 'last';

const ANOTHER_BUYER = { name: 'Twin', shipping_address: { name: 'Twin' }, billing_address: { name: 'Twin' } };

/** What twins say otherwise than the rows that they copy, by table: it shows wherever a twin is taken for the row. */
const OTHERWISE: Readonly<Record<string, Partial<Record<Counterpart, object>>>> = {
  orders: { last: { facts: {}, paid_at: '2001-01-01T00:00:00Z', platform_updated_at: '2099-01-01T00:00:00Z' } },
  order_buyers: { first: ANOTHER_BUYER, last: ANOTHER_BUYER },
  order_lines: { last: { vendor_id: -1 } },
  vendor_orders: { first: { paid_out_minor: 77_777 } },
  fulfillments: {},
  fulfillment_sends: {},
  order_holds: {},
  order_returns: {},
  order_operations: {},
  order_comments: {},
  order_counters: {},
  batches: { last: { finished_at: '2001-01-01T00:00:00Z' } },
  documents: { first: { number: 'Twin', year: 1 }, last: { number: 'Twin' } },
  document_counters: { first: { last: 77_777 } },
  vendor_billing: { first: { details: { name: 'Twin' } }, last: { details: { name: 'Twin' } } },
  past_order_loads: { first: { loaded: 77_777, stopped_at: null, finished_at: null } },
};
/** Here a row of the same store and another vendor stands beside each, too: nothing reads them but by their vendor. */
const SHARED = 'fulfillment_sends';
/** What is done at the platform has a random name. */
const ACTS = 'order_operations';

type Stores = { own: bigint } & Record<Counterpart, bigint>;

/** Gives every row of a store twins, those that are there and those to come, and notes whoever changes a twin. */
export async function makePairedFixtures(stores: Stores): Promise<void> {
  const run = (sql: string) => program().owner.$executeRawUnsafe(sql);
  await run('CREATE TABLE twins_touched (what text NOT NULL)');
  for (const table of Object.keys(OTHERWISE)) for (const sql of await statementsFor(table, stores)) await run(sql);
}

/** The stores of twins, one from before and one from after the store; neither has work to do. */
export async function closeStore(id: bigint): Promise<bigint> {
  await program().owner.store.update({ where: { id }, data: { uninstalledAt: program().clock.now() } });
  return id;
}

/** Which twins were changed since it was last forgotten; none was harmed. */
export async function listTouched(): Promise<string[]> {
  const rows = await program().owner.$queryRaw<{ what: string }[]>`SELECT DISTINCT what FROM twins_touched`;
  return rows.map(({ what }) => what);
}
export async function forgetTouched(): Promise<void> {
  await program().owner.$executeRaw`DELETE FROM twins_touched`;
}

/** Nothing that was asked, nor what it set going, has changed a twin. */
export const pairedQuestion: Question = {
  what: 'what was done changed no twin in another store',
  ask: async () => {
    await settle();
    const touched = await listTouched();
    return { status: 200, headers: new Headers(), body: touched, as: <T>() => touched as T, cookies: () => '' };
  },
  expected: '',
  renew: forgetTouched,
};

async function statementsFor(table: string, stores: Stores): Promise<string[]> {
  const key = await keyOf(table);
  const own = `store_id = ${stores.own}`;
  const copy = (counterpart: Counterpart, row: string) => copying({ table, key, counterpart, row, stores });
  const beside = `INSERT INTO ${SHARED} SELECT t.* FROM jsonb_populate_record(NULL::${SHARED}, to_jsonb(NEW) || '{"vendor_id": -1}') t
    ON CONFLICT DO NOTHING;`;
  const trigger = (name: string, when: string, condition: string, body: string) => [
    `CREATE FUNCTION ${name}_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET session_replication_role = replica
     AS $$ BEGIN ${body} END $$`,
    `CREATE TRIGGER ${name} ${when} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}_${table}()`,
  ];
  const isCounterpart = `OLD.store_id IN (${stores.first}, ${stores.last})${table === SHARED ? ' OR OLD.vendor_id = -1' : ''}`;
  const note = `INSERT INTO twins_touched VALUES (TG_OP || ' ${table}');`;
  return [
    // A row that is written anew stands behind those that were written before.
    `DO $$ BEGIN
       SET LOCAL session_replication_role = replica;
       ${copy('first', 'own')} UPDATE ${table} SET store_id = store_id WHERE ${own}; ${copy('last', 'own')}
     END $$`,
    ...trigger('twin_first', 'BEFORE INSERT', `NEW.${own}`, `${copy('first', 'NEW')} RETURN NEW;`),
    ...trigger(
      'twin_last',
      table === ACTS ? 'AFTER INSERT' : 'AFTER INSERT OR UPDATE',
      `NEW.${own}`,
      `${copy('last', 'NEW')} ${table === SHARED ? beside : ''} RETURN NULL;`,
    ),
    ...trigger('twin_touched', 'BEFORE UPDATE OR DELETE', isCounterpart, `${note} RETURN NULL;`),
  ];
}

/** The statement that copies a row as a twin: `NEW` in a trigger, or every row of its `own` store. */
function copying(o: {
  table: string;
  key: readonly string[];
  counterpart: Counterpart;
  row: string;
  stores: Stores;
}): string {
  const { table, key, counterpart: twin, row, stores } = o;
  const otherwise = JSON.stringify({ store_id: String(stores[twin]), ...OTHERWISE[table]?.[twin] });
  const more = `'${otherwise}'::jsonb || ${newId(o)}`;
  const rows = row === 'own' ? `(SELECT * FROM ${table} WHERE store_id = ${stores.own}) own, LATERAL` : '';
  // What stands last is written anew with its row, so that it stays behind it.
  const isRenewed = twin === 'last' && table !== ACTS;
  const again = isRenewed ? `(${key.join(', ')}) DO UPDATE SET store_id = excluded.store_id` : 'DO NOTHING';
  return `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
    SELECT t.* FROM ${rows} jsonb_populate_record(NULL::${table}, to_jsonb(${row}) || ${more}) t ON CONFLICT ${again};`;
}

/** An id that is one in all stores is another one in each twin. */
function newId({
  table,
  key,
  counterpart,
  row,
}: {
  table: string;
  key: readonly string[];
  counterpart: Counterpart;
  row: string;
}): string {
  if (key.join() !== 'id') return "'{}'";
  if (table === ACTS) return `jsonb_build_object('id', gen_random_uuid())`;
  return `jsonb_build_object('id', ${counterpart === 'first' ? `-${row}.id` : `${row}.id + 1000000000000`})`;
}

/** The columns of a table's primary key. */
async function keyOf(table: string): Promise<string[]> {
  const rows = await program().owner.$queryRaw<{ name: string }[]>`
    SELECT a.attname::text AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
    WHERE i.indrelid = to_regclass(${table}) AND i.indisprimary`;
  return rows.map(({ name }) => name);
}
