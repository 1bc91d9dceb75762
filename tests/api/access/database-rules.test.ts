import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { marketplaceScope, type Scope } from '#app/core/viewer.ts';
import { requireLesserRole } from '#app/server/database-role.server.ts';
import { APP_ROLE } from '#app/server/db.server.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { expectBalanced } from '#tests/support/database/books.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { scaled } from '#tests/support/scale.ts';

type World = { store: BuiltStore; admin: BuiltUser; vendors: BuiltVendor[] };
let mine: World;
let foreign: World;
let owner: pg.Client;

beforeAll(async () => {
  await startProgram();
  owner = new pg.Client(program().databaseUrl);
  await owner.connect();
  mine = await buildWorld();
  foreign = await buildWorld();
  for (const { store } of [mine, foreign]) {
    await placeOrder(store, { lines: [line('North', '40.00'), line('South', '60.00')], shipping: '5.00' });
  }
});
afterAll(async () => {
  await owner.end();
  await program().stop();
});

const line = (vendor: string, price: string, quantity = 1) => ({ vendor, price, quantity });

async function buildWorld(): Promise<World> {
  const store = await buildStore();
  await buildDefaultList(store, 12);
  const vendors = [];
  for (const name of ['North', 'South', 'East']) {
    const vendor = await buildVendor({ store, name });
    await buildUser({ vendor });
    vendors.push(vendor);
  }
  return { store, admin: await buildAdmin({ store }), vendors };
}
function vendorOf(world: World, index: number): BuiltVendor {
  const vendor = world.vendors[index];
  invariant(vendor, 'a world has three vendors');
  return vendor;
}

type Statement = { scope: Scope | undefined; text: string; values?: unknown[] };

/** Tries statements as the program's own role, each in its scope, and takes them back. Answers the refusal's code, or the last one's rows. */
async function attemptAll(statements: readonly Statement[]): Promise<string | number> {
  const client = new pg.Client({ connectionString: program().databaseUrl, options: `-c role=${APP_ROLE}` });
  await client.connect();
  try {
    await client.query('BEGIN');
    let count = 0;
    for (const { scope, text, values = [] } of statements) {
      await client.query(`SELECT set_config('souk.store', $1, true), set_config('souk.vendor', $2, true)`, [
        scope ? String(scope.storeId) : '',
        scope ? String(scope.vendor) : '',
      ]);
      count = (await client.query(text, values)).rowCount ?? 0;
    }
    return count;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}
const attempt = (scope: Scope | undefined, text: string, values: unknown[] = []) =>
  attemptAll([{ scope, text, values }]);

/** The same as the owner of the tables, for whom row-level security does not hold. */
async function attemptAsOwner(text: string, values: unknown[] = []): Promise<string | number> {
  await owner.query('BEGIN');
  try {
    return (await owner.query(text, values)).rowCount ?? 0;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await owner.query('ROLLBACK');
  }
}

const REFUSED = '42501';
const APPEND_ONLY = '23001';
const UNBALANCED = '23514';

describe('the ledger', () => {
  const INSERT_POSTINGS = `
    INSERT INTO ledger_postings (store_id, transaction_id, account, vendor_id, amount_minor, currency, recorded_at)
    SELECT $1, $2, p.account, p.vendor_id, p.amount, p.currency, '2026-01-01'
    FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::text[]) AS p (account, vendor_id, amount, currency)`;
  const someTransaction = async () => {
    const found = await program().owner.ledgerTransaction.findFirst({ where: { storeId: mine.store.id } });
    invariant(found, 'an order was posted');
    return found;
  };
  type Row = [account: string, vendor: bigint | null, amount: bigint, currency?: string];
  const postings = (transaction: bigint, rows: Row[]) => [
    mine.store.id,
    transaction,
    rows.map(([account]) => account),
    rows.map(([, vendor]) => vendor),
    rows.map(([, , amount]) => amount),
    rows.map(([, , , currency]) => currency ?? 'USD'),
  ];

  test('takes what sums to zero, and refuses an unbalanced transaction from the program and from the owner', async () => {
    const { id } = await someTransaction();
    const north = vendorOf(mine, 0).id;
    const balanced: Row[] = [
      ['vendor_payable', north, 100n],
      ['cash', null, -100n],
    ];
    const cases: Row[][] = [
      [['vendor_payable', north, 1n]],
      [
        ['vendor_payable', north, 100n],
        ['cash', null, -99n],
      ],
      // A sum over two currencies is no sum.
      [
        ['vendor_payable', north, 100n, 'EUR'],
        ['cash', null, -100n, 'USD'],
      ],
    ];
    const scope = marketplaceScope(mine.store.id);
    expect(await attempt(scope, INSERT_POSTINGS, postings(id, balanced))).toBe(2);
    expect(await attemptAsOwner(INSERT_POSTINGS, postings(id, balanced))).toBe(2);
    for (const rows of cases) {
      expect(await attempt(scope, INSERT_POSTINGS, postings(id, rows))).toBe(UNBALANCED);
      expect(await attemptAsOwner(INSERT_POSTINGS, postings(id, rows))).toBe(UNBALANCED);
    }
  });

  test('checks the whole transaction, although a vendor’s scope sees its own postings of it only', async () => {
    const { id } = await someTransaction();
    const north = vendorOf(mine, 0).id;
    const marketplace: Row[] = [
      ['vendor_payable', north, 100n],
      ['cash', null, -100n],
    ];
    const outcome = await attemptAll([
      { scope: marketplaceScope(mine.store.id), text: INSERT_POSTINGS, values: postings(id, marketplace) },
      // What the vendor sees of the transaction would now sum to zero.
      {
        scope: { storeId: mine.store.id, vendor: north },
        text: INSERT_POSTINGS,
        values: postings(id, [['vendor_payable', north, -100n]]),
      },
    ]);
    expect(outcome).toBe(UNBALANCED);
  });

  test.each(['ledger_postings', 'ledger_transactions'])(
    'refuses to change, delete and empty %s, to the program and to the owner',
    async (table) => {
      const scope = marketplaceScope(mine.store.id);
      const statements = [`UPDATE ${table} SET currency = 'EUR'`, `DELETE FROM ${table}`];
      for (const statement of statements) {
        expect(await attempt(scope, statement), statement).toBe(APPEND_ONLY);
        expect(await attemptAsOwner(statement), statement).toBe(APPEND_ONLY);
      }
      expect(await attempt(scope, `TRUNCATE ${table} CASCADE`)).toBe(REFUSED);
      expect(await attemptAsOwner(`TRUNCATE ${table} CASCADE`)).toBe(APPEND_ONLY);
    },
  );

  test(
    'keeps balances that equal the sums of the postings after any mix of orders, refunds, payouts and deleted payouts',
    { timeout: 300_000 },
    async () => {
      const world = await buildWorld();
      const random = seeded(41);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const orders: Awaited<ReturnType<typeof placeOrder>>[] = [];
      const payouts: string[] = [];
      const done = new Map<string, number>();
      const steps = {
        order: async () => {
          const lines = world.vendors
            .filter(() => random() < 0.7)
            .map(({ name }) => line(name, (1 + random() * 99).toFixed(2), 1 + Math.floor(random() * 3)));
          if (lines.length === 0) return;
          orders.push(await placeOrder(world.store, { lines, shipping: (random() * 9).toFixed(2) }));
        },
        refund: async () => {
          const at = Math.floor(random() * orders.length);
          const [order] = orders.splice(at, 1);
          if (!order) return;
          await refundOrder(world.store, order, [{ index: 0, quantity: 1 }]);
        },
        pay: async () => {
          const order = pick(orders);
          const vendor = pick(world.vendors).name;
          const answer = await api(world.admin).post('/payment/v3/pay', {
            payoutLines: [{ orderName: order.name, vendor }],
            methods: [{ vendor, method: 'manual' }],
            manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
          });
          const id = answer.as<{ results?: { transactionId: string | null }[] }>().results?.[0]?.transactionId;
          if (id) payouts.push(id);
        },
        delete: async () => {
          const [id] = payouts.splice(Math.floor(random() * payouts.length), 1);
          if (id) await api(world.admin).delete('/payment/manual', { transactionId: id });
        },
      };
      type Step = keyof typeof steps;
      for (const name of ['order', 'order', 'order'] as const) await steps[name]();
      const count = scaled(3000, 40);
      for (let step = 0; step < count; step++) {
        const name = pick<Step>(orders.length < 2 ? ['order'] : ['order', 'order', 'refund', 'pay', 'pay', 'delete']);
        await steps[name]();
        done.set(name, (done.get(name) ?? 0) + 1);
        if (step % 10 === 9 || step === count - 1) await expectOwed(world.store);
      }
      const made = await program().owner.payout.groupBy({
        by: ['state'],
        where: { storeId: world.store.id },
        _count: true,
      });
      expect(made.length).toBeGreaterThan(0);
      expect(
        await program().owner.payout.count({ where: { storeId: world.store.id, deletedAt: { not: null } } }),
      ).toBeGreaterThan(0);
      expect([...done.keys()].sort()).toEqual(['delete', 'order', 'pay', 'refund']);
    },
  );

  async function expectOwed(store: BuiltStore): Promise<void> {
    await expectBalanced({ store });
    const parts = await program().owner.vendorOrder.findMany({ where: { storeId: store.id } });
    const due = parts.reduce((sum, part) => sum + part.postedMinor - part.paidOutMinor, 0n);
    const balances = await program().owner.vendorBalance.findMany({ where: { storeId: store.id } });
    expect(balances.reduce((sum, balance) => sum + balance.payableMinor, 0n)).toBe(due);
  }
});

/** The queues: without a scope a worker claims a row of any store, and then enters that store's scope. */
const QUEUES = ['scheduled_jobs', 'mails', 'webhook_messages'];
/**
 * Tables without tenant data: which migrations there are, counters of the rate limiter under hashed keys, the marker of
 * restores, and the ids of deliveries that workers are at.
 */
const WITHOUT_TENANT = ['_prisma_migrations', 'delivery_claims', 'rate_buckets', 'restore_marker', 'schema_migrations'];
/** Names of vendors belong to the whole store: whoever resolves one must see them all. */
const OF_THE_STORE = ['vendor_aliases'];

type Table = { name: string; hasVendor: boolean; secured: boolean; rows: number };
async function listScopedTables(): Promise<Table[]> {
  const { rows } = await owner.query<Omit<Table, 'rows'>>(`
    SELECT c.relname AS name, c.relrowsecurity AS secured,
      EXISTS (SELECT 1 FROM pg_attribute v WHERE v.attrelid = c.oid AND v.attname = 'vendor_id' AND NOT v.attisdropped) AS "hasVendor"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'store_id' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  const tables: Table[] = [];
  for (const table of rows) {
    const { rows: counted } = await owner.query<{ count: string }>(`SELECT count(*) FROM "${table.name}"`);
    tables.push({ ...table, rows: Number(counted[0]?.count) });
  }
  return tables;
}

describe('row-level security', () => {
  let tables: Table[];
  beforeAll(async () => {
    tables = (await listScopedTables()).filter(({ name }) => !QUEUES.includes(name));
  });

  test('is on for every table but those without tenant data', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relrowsecurity ORDER BY 1`);
    expect(rows.map(({ name }) => name)).toEqual(WITHOUT_TENANT);
    expect(tables.length).toBeGreaterThan(25);
    expect(tables.filter((table) => table.rows > 0).length).toBeGreaterThan(12);
  });

  test('the role that the program signs in as is no owner of a table, and cannot become one', async () => {
    const client = new pg.Client(appUrlOf(program().databaseUrl));
    await client.connect();
    try {
      await client.query('RESET ROLE');
      const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM vendors');
      expect(rows[0]?.count).toBe('0');
      await expect(client.query('SET ROLE postgres')).rejects.toMatchObject({ code: REFUSED });
      await expect(client.query('ALTER TABLE vendors DISABLE ROW LEVEL SECURITY')).rejects.toMatchObject({
        code: REFUSED,
      });
    } finally {
      await client.end();
    }
  });

  test('a start as the owner of the tables is refused, with what to do', async () => {
    const asOwner = { sql: async <Row>(text: unknown) => (await owner.query(String(text))).rows as Row[] };
    await expect(requireLesserRole(asOwner)).rejects.toThrow('Set MIGRATION_DATABASE_URL to this address');
    await expect(requireLesserRole(program().container.services.db)).resolves.toBeUndefined();
  });

  test('a vendor reads no mail, job, delivery, session or sign-in of anybody else', async () => {
    const [north, south] = [vendorOf(mine, 0), vendorOf(mine, 1)];
    const scope = { storeId: mine.store.id, vendor: south.id };
    const member = await buildUser({ vendor: north });
    await api(member).get('/session');
    const at = program().clock.now();
    await program().owner.refreshToken.create({
      data: {
        storeId: mine.store.id,
        userId: member.id,
        familyId: randomUUID(),
        tokenHash: randomUUID(),
        createdAt: at,
        expiresAt: at,
        signedInAt: at,
      },
    });
    await program().owner.scheduledJob.create({
      data: { storeId: mine.store.id, kind: 'unknown', key: 'read', payload: {}, dueAt: at },
    });
    const hidden: Record<string, string> = {
      mails: 'SELECT 1 FROM mails WHERE vendor_id IS DISTINCT FROM souk_vendor()',
      scheduled_jobs: 'SELECT 1 FROM scheduled_jobs',
      webhook_deliveries: 'SELECT 1 FROM webhook_deliveries',
      platform_sessions: 'SELECT 1 FROM platform_sessions',
      refresh_tokens: 'SELECT 1 FROM refresh_tokens',
      stores: 'SELECT 1 FROM stores WHERE id <> souk_store()',
    };
    for (const [name, text] of Object.entries(hidden)) {
      const { rows } = await owner.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
      if (name !== 'platform_sessions') expect(Number(rows[0]?.count), name).toBeGreaterThan(0);
      expect(await attempt(scope, text), name).toBe(0);
    }
    await program().owner.scheduledJob.deleteMany({ where: { kind: 'unknown' } });
  });

  test('shows and takes no row without a scope', async () => {
    for (const { name } of tables) {
      expect(await attempt(undefined, `SELECT 1 FROM "${name}"`), name).toBe(0);
      expect(await attempt(undefined, `UPDATE "${name}" SET store_id = store_id`), name).toBe(0);
      expect(await attempt(undefined, `DELETE FROM "${name}"`), name).toBe(0);
      const written = await attempt(undefined, `INSERT INTO "${name}" (store_id) VALUES ($1)`, [mine.store.id]);
      expect(written, name).toBe(REFUSED);
    }
  });

  test('shows and takes no row of another store', async () => {
    const scope = marketplaceScope(mine.store.id);
    const other = foreign.store.id;
    for (const { name } of tables) {
      expect(await attempt(scope, `SELECT 1 FROM "${name}" WHERE store_id = $1`, [other]), name).toBe(0);
      expect(await attempt(scope, `UPDATE "${name}" SET store_id = store_id WHERE store_id = $1`, [other]), name).toBe(
        0,
      );
      expect(await attempt(scope, `DELETE FROM "${name}" WHERE store_id = $1`, [other]), name).toBe(0);
      expect(await attempt(scope, `INSERT INTO "${name}" (store_id) VALUES ($1)`, [other]), name).toBe(REFUSED);
    }
  });

  test('shows and takes no row of another vendor, and gives none away', async () => {
    const [north, south] = [vendorOf(mine, 0).id, vendorOf(mine, 1).id];
    const scope = { storeId: mine.store.id, vendor: south };
    const withVendor = tables.filter((table) => table.hasVendor && !OF_THE_STORE.includes(table.name));
    expect(withVendor.length).toBeGreaterThan(12);
    let seen = 0;
    for (const { name } of withVendor) {
      const { rows } = await owner.query(`SELECT 1 FROM "${name}" WHERE store_id = $1 AND vendor_id = $2`, [
        mine.store.id,
        north,
      ]);
      seen += rows.length;
      expect(await attempt(scope, `SELECT 1 FROM "${name}" WHERE vendor_id = $1`, [north]), name).toBe(0);
      expect(await attempt(scope, `DELETE FROM "${name}" WHERE vendor_id = $1`, [north]), name).toBe(0);
      const written = await attempt(scope, `INSERT INTO "${name}" (store_id, vendor_id) VALUES ($1, $2)`, [
        mine.store.id,
        north,
      ]);
      expect(written, name).toBe(REFUSED);
      const { rows: own } = await owner.query(`SELECT 1 FROM "${name}" WHERE store_id = $1 AND vendor_id = $2`, [
        mine.store.id,
        south,
      ]);
      const given = await attempt(scope, `UPDATE "${name}" SET vendor_id = $1`, [north]);
      if (own.length > 0) expect([REFUSED, APPEND_ONLY, 0], `${name}: ${given}`).toContain(given);
    }
    expect(seen).toBeGreaterThan(5);
    expect(await attempt(scope, `SELECT 1 FROM vendors WHERE id <> $1`, [south])).toBe(0);
  });
});

describe('the role of the program', () => {
  test('is the one that every statement of the program runs as', async () => {
    const { db } = program().container.services;
    const roles = await Promise.all([
      db.sql<{ role: string }>('SELECT current_user AS role'),
      db.fast(marketplaceScope(mine.store.id), (tx) => tx.query<{ role: string }>('SELECT current_user AS role')),
      db.unit(marketplaceScope(mine.store.id), (tx) => tx.query<{ role: string }>('SELECT current_user::text AS role')),
    ]);
    expect(roles.flat().map(({ role }) => role)).toEqual([APP_ROLE, APP_ROLE, APP_ROLE]);
  });

  test('is no superuser, passes by no policy, makes no roles and databases, and belongs to no other role', async () => {
    const { rows } = await owner.query(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = $1`,
      [APP_ROLE],
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        memberships: 0,
      },
    ]);
  });

  test('owns nothing, and can neither make nor change a table', async () => {
    const { rows } = await owner.query(
      `SELECT 'relation' AS kind, relname AS name FROM pg_class WHERE relowner = $1::regrole
       UNION ALL SELECT 'function', proname FROM pg_proc WHERE proowner = $1::regrole
       UNION ALL SELECT 'schema', nspname FROM pg_namespace WHERE nspowner = $1::regrole
       UNION ALL SELECT 'type', typname FROM pg_type WHERE typowner = $1::regrole`,
      [APP_ROLE],
    );
    expect(rows).toEqual([]);
    const scope = marketplaceScope(mine.store.id);
    for (const statement of [
      'CREATE TABLE public.sneaked (id int)',
      'ALTER TABLE orders DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE ledger_postings DISABLE TRIGGER ALL',
      'DROP TRIGGER ledger_postings_balanced ON ledger_postings',
      'DROP POLICY vendor_scope ON vendor_orders',
      'DELETE FROM _prisma_migrations',
      'DELETE FROM schema_migrations',
    ]) {
      expect(await attempt(scope, statement), statement).toBe(REFUSED);
    }
  });
});

/** A small generator with a seed, so that a failing run can be played again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
