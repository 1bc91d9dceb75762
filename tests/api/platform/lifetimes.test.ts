import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { LIFETIMES } from '#app/features/compliance/lifetimes.ts';
import { endLifetimes } from '#app/features/compliance/retention.repo.server.ts';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { BUSINESS, ENDED_BY_AREA } from '#tests/support/table-lifetimes.ts';

let store: BuiltStore;
let other: BuiltStore;
let person: BuiltUser;
beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  other = await buildStore();
  person = await buildUser({ vendor: await buildVendor({ store }) });
});
afterAll(() => program().stop());

const daysAgo = (days: number) => new Date(program().clock.now().getTime() - days * DAY_MS);
const sweep = () => sweepStore(program().container.services, store.id);

const mail = (o: { at: Date; of?: BuiltStore; state?: string }) => ({
  storeId: (o.of ?? store).id,
  dedupeKey: randomUUID(),
  template: 'order-placed',
  audience: 'address',
  toAddress: 'a@souk.test',
  params: {},
  state: o.state ?? 'sent',
  dueAt: o.at,
  createdAt: o.at,
});
const delivery = (o: { at: Date; state?: string; shop?: string }) => ({
  shop: o.shop ?? store.domain,
  topic: 'orders/create',
  webhookId: randomUUID(),
  receivedAt: o.at,
  body: Buffer.from('x'),
  state: o.state ?? 'done',
  dueAt: o.at,
});

describe('lifetimes', () => {
  it('every table is business, is ended by its area, or has a time to live', async () => {
    const rows = await program().owner.$queryRaw<{ name: string }[]>`
      SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`;
    const named = [
      ...new Set(LIFETIMES.map(({ table }) => table)),
      ...Object.keys(ENDED_BY_AREA),
      ...Object.values(BUSINESS).flat(),
    ].sort();
    expect(named).toEqual(rows.map(({ name }) => name).sort());
  });

  it.each(LIFETIMES.map((life) => [`${life.table} by ${life.column}`, life] as const))(
    'the statement for %s runs, and ends nothing of another store',
    async (_name, life) => {
      const { db } = program().container.services;
      const before = daysAgo(100_000);
      const end = (tx: Parameters<typeof endLifetimes>[0]) => endLifetimes(tx, life, { before, limit: 10 });
      expect(await db.fast(marketplaceScope(store.id), end)).toBe(0);
    },
  );

  it('mails end 400 days after they were queued, those still queued and those of another store stay', async () => {
    const { owner } = program();
    const rows = [
      mail({ at: daysAgo(401) }),
      mail({ at: daysAgo(401), state: 'failed' }),
      mail({ at: daysAgo(401), state: 'queued' }),
      mail({ at: daysAgo(401), of: other }),
      mail({ at: daysAgo(399) }),
    ];
    await owner.mail.createMany({ data: rows });
    await sweep();
    const left = await owner.mail.findMany({ select: { dedupeKey: true }, orderBy: { id: 'asc' } });
    expect(left.map(({ dedupeKey }) => dedupeKey)).toEqual(rows.slice(2).map(({ dedupeKey }) => dedupeKey));
  });

  it('deliveries lose their body after 30 days and end after 90, those of a shop that is no store too', async () => {
    const { owner } = program();
    const rows = [
      delivery({ at: daysAgo(91) }),
      delivery({ at: daysAgo(91), shop: 'gone.myshopify.com' }),
      delivery({ at: daysAgo(31), state: 'dead' }),
      delivery({ at: daysAgo(29) }),
      delivery({ at: daysAgo(91), shop: other.domain }),
    ];
    await owner.webhookDelivery.createMany({ data: rows });
    await sweep();
    const left = await owner.webhookDelivery.findMany({ orderBy: { id: 'asc' } });
    expect(left.map(({ webhookId, state, body }) => [webhookId, state, body !== null])).toEqual([
      [rows[2]?.webhookId, 'done', false],
      [rows[3]?.webhookId, 'done', true],
      [rows[4]?.webhookId, 'done', true],
    ]);
  });

  it('sessions, codes and challenges end 30 days, or a day, after they expired; done jobs after 400', async () => {
    const { owner } = program();
    const expired = [daysAgo(31), daysAgo(29)];
    const common = { storeId: store.id, userId: person.id, createdAt: daysAgo(60) };
    await owner.refreshToken.createMany({
      data: expired.map((expiresAt) => ({
        ...common,
        familyId: randomUUID(),
        tokenHash: randomUUID(),
        signedInAt: daysAgo(60),
        expiresAt,
      })),
    });
    await owner.userCode.createMany({
      data: expired.map((expiresAt) => ({ ...common, purpose: 'reset', codeHash: randomUUID(), expiresAt })),
    });
    await owner.signInChallenge.createMany({
      data: [daysAgo(2), daysAgo(0.5)].map((expiresAt) => ({
        ...common,
        purpose: 'sign-in',
        tokenHash: randomUUID(),
        expiresAt,
      })),
    });
    const job = { storeId: store.id, payload: {}, dueAt: daysAgo(500) };
    await owner.scheduledJob.createMany({
      data: [
        { ...job, kind: 'a', key: 'old', doneAt: daysAgo(401) },
        { ...job, kind: 'a', key: 'young', doneAt: daysAgo(399) },
        { ...job, kind: 'a', key: 'open' },
      ],
    });
    await sweep();
    expect(await owner.refreshToken.findMany({ select: { expiresAt: true } })).toEqual([{ expiresAt: expired[1] }]);
    expect(await owner.userCode.findMany({ select: { expiresAt: true } })).toEqual([{ expiresAt: expired[1] }]);
    expect(await owner.signInChallenge.count()).toBe(1);
    const jobs = await owner.scheduledJob.findMany({ where: { kind: 'a' }, orderBy: { id: 'asc' } });
    expect(jobs.map(({ key }) => key)).toEqual(['young', 'open']);
  });

  it('many rows end in steps, each a transaction of a thousand at most', async () => {
    const { owner, container } = program();
    await owner.mail.deleteMany({ where: { storeId: store.id } });
    await owner.mail.createMany({ data: Array.from({ length: 2_500 }, () => mail({ at: daysAgo(500) })) });
    const { db } = container.services;
    const left: number[] = [];
    // Between two steps nothing is open: what the one before deleted is gone for everybody.
    const counting = {
      ...container.services,
      db: {
        ...db,
        fast: async (...given: Parameters<typeof db.fast>) => {
          const result: unknown = await db.fast(...given);
          left.push(await owner.mail.count({ where: { storeId: store.id } }));
          return result;
        },
      } as typeof db,
    };
    await sweepStore(counting, store.id);
    expect([...new Set(left)]).toEqual([2_500, 1_500, 500, 0]);
  });
});
