import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketplaceScope, type Scope } from '#app/core/viewer.ts';
import { prepared } from '#app/server/db.server.ts';
import { buildStore, buildVendor, type BuiltVendor } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';

let mine: BuiltVendor;
let foreign: BuiltVendor;
let scope: Scope;

beforeAll(async () => {
  await startProgram({ worker: false });
  mine = await buildVendor({ store: await buildStore() });
  foreign = await buildVendor({ store: await buildStore() });
  scope = marketplaceScope(mine.store.id);
});
afterAll(() => program().stop());

const NAMES = prepared('SELECT id, name FROM vendors WHERE id = ANY($1::bigint[]) ORDER BY id');
const RENAME = 'UPDATE vendors SET name = $2 WHERE id = $1 RETURNING id';
const FAILS = 'SELECT 1 / $1::int';
const db = () => program().container.services.db;
const nameOf = async (vendor: BuiltVendor) => {
  const row = await program().owner.vendor.findUniqueOrThrow({ where: { id: vendor.id } });
  return row.name;
};

describe.each(['fast', 'once'] as const)('a unit of work by %s', (method) => {
  it('sees its own scope and no other, also with a prepared statement, again and again', async () => {
    for (let times = 0; times < 8; times++) {
      for (const vendor of [mine, foreign]) {
        const found = await db()[method](marketplaceScope(vendor.store.id), (tx) =>
          tx.query<{ id: bigint }>(NAMES, [[mine.id, foreign.id]]),
        );
        expect(found.map(({ id }) => id)).toEqual([vendor.id]);
      }
    }
  });

  it('leaves no scope behind on its connection', async () => {
    await Promise.all(Array.from({ length: 20 }, () => db()[method](scope, (tx) => tx.query(NAMES, [[mine.id]]))));
    const left = await Promise.all(Array.from({ length: 20 }, () => db().sql(NAMES, [[mine.id, foreign.id]])));
    expect(left.flat()).toEqual([]);
  });

  it('writes what it was asked, and acts after the commit', async () => {
    const name = `Renamed ${randomUUID()}`;
    let seen: Promise<string> | undefined;
    await db()[method](scope, (tx) => {
      tx.afterCommit(() => {
        seen = nameOf(mine);
      });
      return tx.query(RENAME, [mine.id, name]);
    });
    expect(await seen).toBe(name);
  });

  it('hands on an error, acts on nothing and gives back a connection that works', async () => {
    let acted = 0;
    for (let times = 0; times < 20; times++) {
      const failing = db()[method](scope, (tx) => {
        tx.afterCommit(() => (acted += 1));
        return tx.query(FAILS, [0]);
      });
      await expect(failing).rejects.toMatchObject({ code: '22012' });
    }
    expect(acted).toBe(0);
    expect(await db()[method](scope, (tx) => tx.query(NAMES, [[mine.id]]))).toHaveLength(1);
  });
});

describe('a unit of work', () => {
  it('takes back what it wrote when a later statement fails', async () => {
    const before = await nameOf(mine);
    const failing = db().fast(scope, async (tx) => {
      await tx.query(RENAME, [mine.id, 'Never']);
      await tx.query(FAILS, [0]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await nameOf(mine)).toBe(before);
  });

  it('that asks for nothing takes no connection, also while all are in use', async () => {
    const { pool } = db();
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      expect(await db().fast(scope, () => Promise.resolve('known'))).toBe('known');
      await expect(db().fast(scope, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    } finally {
      for (const client of taken) client.release();
    }
  });

  it('has one transaction for statements that are sent at once', async () => {
    const ids = await db().fast(scope, (tx) =>
      Promise.all(Array.from({ length: 3 }, () => tx.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id'))),
    );
    expect(new Set(ids.flat().map(({ id }) => id)).size).toBe(1);
  });

  it('of a single statement refuses a second one', async () => {
    const two = db().once(scope, async (tx) => {
      await tx.query(NAMES, [[mine.id]]);
      return tx.query(NAMES, [[mine.id]]);
    });
    await expect(two).rejects.toThrow('asks for one');
  });

  it('passes lists of every kind as the driver does', async () => {
    const lists = [
      { type: 'text', values: ['a "quoted", {odd} \\ one', '', 'NULL', null, 'line\nfeed', 'ö€'] },
      { type: 'bigint', values: [1n, -9007199254740993n, null] },
      { type: 'boolean', values: [true, false] },
      { type: 'timestamptz', values: [new Date('2026-03-29T01:30:00.123Z'), null] },
      { type: 'numeric', values: [1, 0.25] },
    ];
    for (const { type, values } of lists) {
      const [row] = await db().once(scope, (tx) =>
        tx.query<{ same: boolean }>(
          `SELECT $1::${type}[] IS NOT DISTINCT FROM ARRAY(SELECT (v #>> '{}')::${type} FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS e (v, at) ORDER BY at) AS same`,
          [values, JSON.stringify(values.map((value) => (typeof value === 'bigint' ? String(value) : value)))],
        ),
      );
      expect(row, type).toEqual({ same: true });
    }
  });
});
