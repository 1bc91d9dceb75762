import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeExact } from '#app/core/exact-json.ts';
import { foldName } from '#app/core/text/folding.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { REPAIR_VENDORS, repairVendors } from '#app/features/orders/ingest/repair-vendors.service.server.ts';
import { ensureVendors, findVendorByName } from '#app/platform/vendors/vendors.service.server.ts';
import { planVendorRepair } from '#app/features/orders/ingest/repair-vendors.service.server.ts';
import { foldStoredNames } from '#app/platform/vendors/fold-names.service.server.ts';
import { buildOrderPayload, type OrderInput } from '#tests/factories/orders/orders.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await program().drain();
  await program().owner.commissionList.create({
    data: {
      storeId: store.id,
      version: 1,
      lines: encodeExact([
        { minMinor: 0n, maxMinor: null, flatMinor: 0n, percent: 100_000n, constraint: null },
      ]) as never,
      createdAt: program().clock.now(),
      createdBy: 'test',
    },
  });
});
afterAll(() => program().stop());

const deliver = async (payload: object) => {
  expect(await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload })).toBe(200);
  await program().drain();
};
const buildOrder = (o: OrderInput) => buildOrderPayload({ currency: store.currency, ...o });
const partsOf = (orderId: number) =>
  program().owner.vendorOrder.findMany({
    where: { storeId: store.id, orderId: BigInt(orderId) },
    orderBy: { vendorId: 'asc' },
  });
const owedTo = async (orderId: number) => {
  const names = new Map(
    (await program().owner.vendor.findMany({ where: { storeId: store.id } })).map(({ id, name }) => [id, name]),
  );
  return (await partsOf(orderId)).map((part) => [names.get(part.vendorId), part.payoutMinor, part.payoutState]);
};

/** The signs in which the two earlier foldings differed, and one of each kind besides. */
const SIGNS = [
  'ß',
  'ẞ',
  '™',
  '²',
  '½',
  '№',
  'Ａ',
  '\u200b',
  '\u00ad',
  '\u200d',
  'ı',
  'İ',
  'ς',
  'ﬁ',
  '\u3000',
  'ŉ',
  '㎏',
];

test('an order: a vendor whose name has any sign is owed its lines, by whatever spelling', async () => {
  const lines = SIGNS.map((sign) => ({ vendor: `Number ${sign.codePointAt(0)} W${sign}x`, price: '10.00' }));
  const order = buildOrder({ createdAt: program().clock.now(), lines });
  await deliver(order);
  const shouted = buildOrder({
    createdAt: program().clock.now(),
    lines: lines.map((line) => ({ ...line, vendor: ` ${line.vendor.normalize('NFKC')}\u00a0` })),
  });
  await deliver(shouted);
  for (const { id } of [order, shouted]) {
    const owed = await owedTo(id);
    expect(owed).toHaveLength(SIGNS.length);
    expect(new Set(owed.map(([name]) => name))).toEqual(new Set((await owedTo(order.id)).map(([name]) => name)));
    expect(owed.every(([, payout, state]) => payout === 900n && state === 'due')).toBe(true);
  }
});

test('the keys of vendors: all of Unicode is kept under what its lines are looked up by', async () => {
  let signs = '';
  for (let point = 0x80; point <= 0x2ffff; point++) {
    const sign = String.fromCodePoint(point);
    if (!/[\p{Cn}\p{Co}\p{Cs}]/u.test(sign)) signs += sign;
  }
  // A hundred of them in each name.
  const names = [...(signs.match(/.{1,100}/gsu) ?? [])].map((some, place) => `Key ${place} ${some}`);
  expect(names.length).toBeGreaterThan(1000);
  await program().container.services.db.fast(marketplaceScope(store.id), (tx) =>
    ensureVendors(tx, names, program().clock.now()),
  );
  const stored = await program().owner.vendor.findMany({ where: { storeId: store.id, name: { startsWith: 'Key ' } } });
  const keys = new Set(stored.map(({ key }) => key));
  expect(names.filter((name) => !keys.has(foldName(name)))).toEqual([]);
  expect(stored.filter(({ name, key }) => foldName(name) !== key)).toEqual([]);
}, 60_000);

/** An order as an earlier version kept it: a line of a vendor that is there is the marketplace's, for want of its name. */
async function keepUnrecognised(vendorName: string, over: Partial<OrderInput> = {}) {
  const order = buildOrder({
    createdAt: program().clock.now(),
    shipping: '4.00',
    lines: [
      { vendor: '*', price: '30.00' },
      { vendor: 'North', price: '10.00' },
    ],
    ...over,
  });
  await deliver(order);
  await program().owner.$executeRawUnsafe(
    `UPDATE orders SET facts = replace(facts::text, '"*"', $2)::json WHERE id = $1`,
    BigInt(order.id),
    JSON.stringify(vendorName),
  );
  return order;
}

const rekey = async () => {
  await program().owner.store.update({ where: { id: store.id }, data: { namesFoldedBy: null } });
  await foldStoredNames(program().container.services, planVendorRepair);
  await program().drain();
};

test('orders of an unrecognised vendor: an upgrade creates its vendor order, posts the difference once, and lists it', async () => {
  const acme = await buildVendor({ store, name: 'Acme™' });
  await program().owner.vendor.update({ where: { id: acme.id }, data: { key: 'acme™' } });
  await buildVendor({ store, name: 'North' });
  const order = await keepUnrecognised('Acme™');
  expect(await owedTo(order.id)).toEqual([['North', 1000n, 'due']]);

  program().clock.advance({ hours: 1 });
  await rekey();
  const repaired = [
    ['Acme™', 3000n, 'due'],
    ['North', 1000n, 'due'],
  ];
  expect(await owedTo(order.id)).toEqual(repaired);
  const booked = await program().owner.ledgerTransaction.findMany({
    where: { storeId: store.id, orderId: BigInt(order.id) },
    orderBy: { id: 'asc' },
  });
  const postings = await program().owner.ledgerPosting.findMany({ where: { orderId: BigInt(order.id) } });
  expect(booked).toHaveLength(2);
  // At the moment of the repair, not at that of the sale.
  expect(booked[1]?.occurredAt.getTime()).toBeGreaterThan(Date.parse(order.updated_at) + 3_500_000);
  const sums = new Map<string, bigint>();
  for (const { account, vendorId, amountMinor } of postings) {
    const name = `${account} ${vendorId === acme.id ? 'acme' : vendorId === null ? 'own' : 'north'}`;
    sums.set(name, (sums.get(name) ?? 0n) + amountMinor);
  }
  expect([sums.get('vendor_payable acme'), sums.get('commission acme')]).toEqual([3000n, 300n]);
  expect(sums.get('marketplace_remainder own') ?? 0n).toBe(0n);

  const listed = await program()
    .api(await buildAdmin({ store }))
    .get('/system/exceptions');
  expect(listed.as<{ exceptions: object[] }>().exceptions).toContainEqual(
    expect.objectContaining({ kind: 'vendor_found', vendor: 'Acme™', order: order.name }),
  );
  // What it said before is dealt with.
  expect(
    await program().owner.reconciliationException.count({ where: { kind: 'unknown_vendor', resolvedAt: null } }),
  ).toBe(0);

  // Again: by another upgrade, and by the same step twice.
  await rekey();
  const { services } = program().container;
  for (let time = 0; time < 2; time++) {
    await services.db.fast(marketplaceScope(store.id), (tx) => repairVendors(services, tx, store.id, { run: 'again' }));
  }
  await program().drain();
  expect(await owedTo(order.id)).toEqual(repaired);
  expect(await program().owner.ledgerTransaction.count({ where: { orderId: BigInt(order.id) } })).toBe(2);
  expect(await program().owner.reconciliationException.count({ where: { kind: 'vendor_found' } })).toBe(1);
  expect(await program().owner.scheduledJob.count({ where: { kind: REPAIR_VENDORS, error: { not: null } } })).toBe(0);
});

test('orders of an unrecognised vendor: one that came later has not sold what was sold before', async () => {
  const order = await keepUnrecognised('Newcomer²', { lines: [{ vendor: '*', price: '30.00' }] });
  program().clock.advance({ minutes: 1 });
  await buildVendor({ store, name: 'Newcomer²' });
  await rekey();
  expect(await owedTo(order.id)).toEqual([]);
});

test('two vendors whose names are one name now: the one with an account has it, the other is listed and found as it is spelled', async () => {
  const known = await buildVendor({ store, name: 'Twin™', status: 'known' });
  await program().owner.vendor.update({ where: { id: known.id }, data: { key: 'twin™' } });
  const active = await buildVendor({ store, name: 'TwinTM' });
  await rekey();
  const order = buildOrder({ createdAt: program().clock.now(), lines: [{ vendor: 'TWIN™', price: '10.00' }] });
  await deliver(order);
  expect(await owedTo(order.id)).toEqual([['TwinTM', 900n, 'due']]);
  expect(
    await program().owner.reconciliationException.findFirst({ where: { kind: 'vendor_name_shared' } }),
  ).toMatchObject({ vendorId: known.id, detail: { vendor: 'Twin™', holder: 'TwinTM' } });
  const { db } = program().container.services;
  for (const { id, name } of [known, active]) {
    expect((await db.fast(marketplaceScope(store.id), (tx) => findVendorByName(tx, name)))?.id).toBe(id);
  }
});
