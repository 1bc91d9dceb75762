import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const ONE = [{ min: '0', percentage: '10' }];
const saveDefault = (commissions: unknown, more: object = {}) =>
  api(admin).patch('/app/info/commission-v2', { commissions, ...more });
type Issues = { issues: { path: string; message: string }[] };

describe('the default list', () => {
  test('is saved in versions and answered as it can be sent back', async () => {
    const commissions = [
      { min: 0, max: '50', flat: 0.5, percentage: 15 },
      { min: '50.00', percentage: '12.5' },
      { min: '0', percentage: '8', constraint: { key: 'custom.material', value: 'Recycled glass' } },
    ];
    const first = await saveDefault(commissions);
    expect(first.status).toBe(200);
    const body = first.as<{ commissions: unknown[]; version: number }>();
    expect(body.commissions).toEqual([
      { min: '0.00', max: '50.00', flat: '0.50', percentage: '15', constraint: null },
      { min: '50.00', max: null, flat: '0.00', percentage: '12.5', constraint: null },
      {
        min: '0.00',
        max: null,
        flat: '0.00',
        percentage: '8',
        constraint: { key: 'custom.material', value: 'Recycled glass' },
      },
    ]);
    expect((await saveDefault(body.commissions)).as<{ version: number }>().version).toBe(body.version);
    const audits = await program().owner.auditEvent.findMany({ where: { storeId: store.id, subject: 'commission' } });
    expect(audits.map((audit) => [audit.subjectId, audit.action])).toEqual([['default', 'commission.default.saved']]);
  });

  test("is refused in the specification's words with the path of each field", async () => {
    const issuesOf = async (commissions: unknown) => {
      const answer = await saveDefault(commissions);
      expect(answer.status).toBe(422);
      return answer.as<Issues>().issues.map(({ path, message }) => [path, message]);
    };
    expect(await issuesOf([{ min: '10', max: '5', percentage: '101', flat: '-1' }])).toEqual([
      ['commissions.0.max', 'should be greater than 10'],
      ['commissions.0.flat', 'should be at least 0'],
      ['commissions.0.percentage', 'should be between 0 and 100'],
    ]);
    expect(await issuesOf([{ min: '0', percentage: '1', constraint: { key: 'a', value: 'b' } }])).toEqual([
      ['commissions', 'At least one commission line should not have a condition'],
    ]);
    expect(await issuesOf([])).toEqual([['commissions', 'At least one commission line should not have a condition']]);
    expect(
      await issuesOf([
        { min: '0', max: '50', percentage: '1' },
        { min: '60', percentage: '1' },
      ]),
    ).toEqual([['commissions.1.min', 'There should not be a gap between $50 and $60']]);
    expect(await issuesOf([{ min: '0', max: '50', percentage: '1' }])).toEqual([
      ['commissions.0.max', 'There should not be a gap between $50 and above'],
    ]);
    expect(await issuesOf([{ min: '0.001', percentage: 'x' }])).toEqual([
      ['commissions.0.min', 'must have at most 2 decimal places'],
      ['commissions.0.percentage', 'must be a number'],
    ]);
    expect((await issuesOf(Array.from({ length: 101 }, () => ONE[0])))[0]?.[0]).toBe('commissions');
  });

  test('refuses the second of two admins who save over the same version (409)', async () => {
    const { version } = (await saveDefault(ONE)).as<{ version: number }>();
    const answers = await Promise.all(
      ['20', '30'].map((percentage) => saveDefault([{ min: '0', percentage }], { version })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  test('is an admin’s alone', async () => {
    const member = await buildUser({ store });
    expect((await api(member).patch('/app/info/commission-v2', { commissions: ONE })).status).toBe(403);
    expect((await api().patch('/app/info/commission-v2', { commissions: ONE })).status).toBe(401);
  });
});

describe('the list of a vendor', () => {
  test('replaces the default for new orders, and an empty one returns to it', async () => {
    await saveDefault([{ min: '0', percentage: '10' }]);
    const vendor = await buildVendor({ store, name: 'Kiln & Co' });
    const commissionOf = async () => {
      const order = await placeOrder(store, { lines: [{ vendor: vendor.name, price: '100.00' }] });
      const part = await program().owner.vendorOrder.findFirst({ where: { orderId: BigInt(order.id) } });
      return part?.commissionMinor;
    };
    expect(await commissionOf()).toBe(10_00n);
    const own = { commissions: [{ min: '0', percentage: '25', flat: '1' }], vendor: ' KILN & co' };
    expect((await api(admin).put('/settings/commission', own)).status).toBe(200);
    expect(await commissionOf()).toBe(26_00n);
    expect((await api(admin).put('/settings/commission', { commissions: [], vendor: vendor.name })).status).toBe(200);
    expect(await commissionOf()).toBe(10_00n);
  });

  test('of a vendor that is unknown or of another store is 404', async () => {
    const foreign = await buildVendor({ name: 'Elsewhere' });
    for (const vendor of [foreign.name, 'Nobody', '*']) {
      expect((await api(admin).put('/settings/commission', { commissions: ONE, vendor })).status).toBe(404);
    }
  });
});

describe('the commission of one order', () => {
  test('is overridden and restored, with what the vendor would owe shown before', async () => {
    const own = await buildStore();
    await buildDefaultList(own);
    const boss = await buildAdmin({ store: own });
    const vendor = await buildVendor({ store: own, name: 'North' });
    const order = await placeOrder(own, { lines: [{ vendor: 'North', price: '100.00' }] });
    const put = (body: object) =>
      api(boss).put('/orders/commission', { vendor: 'North', orderId: String(order.id), ...body });
    const part = () =>
      program().owner.vendorOrder.findFirstOrThrow({ where: { storeId: own.id, vendorId: vendor.id } });

    const preview = await put({ percentage: '20', flat: '5', preview: true });
    expect(preview.body).toEqual({
      ok: true,
      saved: false,
      commission: { amount: '25.00', currency: 'USD' },
      payout: { amount: '75.00', currency: 'USD' },
    });
    expect(await part()).toMatchObject({ payoutMinor: 90_00n, overridePercent: null });
    expect((await put({ percentage: '20', flat: '5' })).as<{ saved: boolean }>().saved).toBe(true);
    expect(await part()).toMatchObject({ commissionMinor: 25_00n, payoutMinor: 75_00n, overridePercent: 200_000n });
    const payoutLines = [{ orderName: order.name, vendor: 'North' }];
    const manual = { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' };
    const methods = [{ vendor: 'North', method: 'manual' }];
    expect((await api(boss).post('/payment/v3/pay', { payoutLines, methods, manual })).status).toBe(200);
    expect((await put({ percentage: '50', flat: '0', preview: true })).body).toMatchObject({
      payout: { amount: '50.00' },
      overpaid: { amount: '25.00', currency: 'USD' },
    });
    expect((await put({ percentage: '50', flat: '0' })).body).toMatchObject({ overpaid: { amount: '25.00' } });
    expect(await part()).toMatchObject({ payoutState: 'overpaid', postedMinor: 50_00n, paidOutMinor: 75_00n });
    expect((await put({ percentage: null, flat: null })).status).toBe(200);
    expect(await part()).toMatchObject({ payoutState: 'due', postedMinor: 90_00n, overridePercent: null });
    const events = await program().owner.auditEvent.findMany({
      where: { storeId: own.id, subject: 'order' },
      orderBy: { id: 'asc' },
    });
    expect(events.map((event) => event.action)).toEqual([
      'order.commission.overridden',
      'order.commission.overridden',
      'order.commission.restored',
    ]);
    const sums = await program().owner.ledgerPosting.groupBy({
      by: ['transactionId'],
      where: { storeId: own.id },
      _sum: { amountMinor: true },
    });
    expect(sums.every((sum) => sum._sum.amountMinor === 0n)).toBe(true);
  });

  test('wants both fields or neither, names the wrong one, and is 404 for what is foreign', async () => {
    const own = await buildStore();
    await buildDefaultList(own);
    const boss = await buildAdmin({ store: own });
    await buildVendor({ store: own, name: 'South' });
    const order = await placeOrder(own, { lines: [{ vendor: 'North', price: '10.00' }] });
    const put = (body: object) =>
      api(boss).put('/orders/commission', { vendor: 'North', orderId: String(order.id), ...body });
    const half = await put({ percentage: '20', flat: null });
    expect([half.status, half.as<Issues>().issues[0]?.path]).toEqual([422, 'flat']);
    const wide = await put({ percentage: '120', flat: '-1' });
    expect(wide.as<Issues>().issues.map((issue) => issue.path)).toEqual(['percentage', 'flat']);
    expect((await put({ percentage: '1', flat: '1', vendor: 'South' })).status).toBe(404);
    expect((await put({ percentage: '1', flat: '1', orderId: '999' })).status).toBe(404);
    const outsider = await buildAdmin();
    const body = { vendor: 'North', orderId: String(order.id), percentage: '1', flat: '1' };
    expect((await api(outsider).put('/orders/commission', body)).status).toBe(404);
    expect((await api(await buildUser({ store: own })).put('/orders/commission', body)).status).toBe(403);
  });
});
