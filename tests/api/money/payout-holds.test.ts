import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarDto } from '#app/features/finance/calendar/money-calendar.contract.ts';
import { MAX_HOLD_REASON } from '#app/features/payouts/holds/payout-hold.ts';
import type { RequestDetailDto } from '#app/features/payouts/approval/approvals.contract.ts';
import type { PayOutcome, Preparation } from '#app/features/payouts/payouts.contract.ts';
import type { PayoutRulesState } from '#app/features/payouts/rules/payout-rules.contract.ts';
import type { VendorDetailDto } from '#app/features/vendor-admin/vendor-operations.contract.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { expectBalanced } from '#tests/support/database/books.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

type World = { store: BuiltStore; admin: BuiltUser; north: BuiltVendor };
const REASON = 'We wait for your proof of address.';

/** A store with 10 % commission where something is due to North and South. */
async function buildWorld(): Promise<World & { payBody: object }> {
  const store = await buildStore();
  await buildDefaultList(store);
  const north = await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  const order = await placeOrder(store, {
    lines: [
      { vendor: 'North', price: '40.00' },
      { vendor: 'South', price: '60.00' },
    ],
  });
  const vendors = ['North', 'South'];
  const payBody = {
    payoutLines: vendors.map((vendor) => ({ orderName: order.name, vendor })),
    methods: vendors.map((vendor) => ({ vendor, method: 'manual' })),
    manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
  };
  return { store, admin: await buildAdmin({ store, name: 'Ingrid' }), north, payBody };
}

const hold = (who: Parameters<typeof api>[0], reason = REASON, vendor = 'North') =>
  api(who).put(`/vendors/${vendor}/payout-hold`, { reason });
const release = (who: Parameters<typeof api>[0]) => api(who).delete('/vendors/North/payout-hold');
const resultsOf = (outcome: PayOutcome) =>
  outcome.results.map((one) => [one.vendor, one.status, one.reason?.code ?? null]);
const readMails = ({ store }: World) =>
  program().owner.mail.findMany({
    where: { storeId: store.id, template: 'vendor-payouts-on-hold', toAddress: null },
    orderBy: { id: 'asc' },
  });

describe('a hold of a vendor’s payouts', () => {
  test('lets nothing be paid to the vendor, who reads why, until it is released; the others are paid', async () => {
    const world = await buildWorld();
    const { admin, payBody } = world;
    const answer = await hold(admin);
    expect(answer.as<{ hold: object }>().hold).toMatchObject({ reason: REASON, by: 'Ingrid' });
    const prepared = (await api(admin).post('/payment/v3/prepare', payBody)).as<Preparation>();
    expect(prepared.allocations.map(({ vendor, blocked }) => [vendor, blocked?.code ?? null])).toEqual([
      ['North', 'on_hold'],
      ['South', null],
    ]);
    expect(prepared.total.amount).toBe('54.00');
    const paid = (await api(admin).post('/payment/v3/pay', payBody)).as<PayOutcome>();
    expect(resultsOf(paid)).toEqual([
      ['North', 'refused', 'on_hold'],
      ['South', 'paid', null],
    ]);
    const seller = await buildUser({ vendor: world.north });
    const { onHold, entries, others, next } = (await api(seller).get('/money-calendar')).as<CalendarDto>();
    expect(onHold).toMatchObject({ reason: REASON, by: null });
    expect(next).toEqual([]);
    expect([...entries, ...others]).toMatchObject([
      { kind: 'blocked', reason: 'on_hold', acts: 'marketplace', amount: { amount: '36.00' } },
    ]);
    expect((await release(admin)).status).toBe(200);
    const again = { ...payBody, manual: { ...(payBody as { manual: object }).manual, details: 'Bank transfer 4418' } };
    expect(resultsOf((await api(admin).post('/payment/v3/pay', again)).as<PayOutcome>())[0]).toEqual([
      'North',
      'paid',
      null,
    ]);
    expect((await api(seller).get('/money-calendar')).as<CalendarDto>().onHold).toBeNull();
    await expectBalanced(world);
  });

  test('put on twice is one, is mailed once and keeps its reason; so is its end', async () => {
    const world = await buildWorld();
    const { admin } = world;
    await hold(admin);
    const again = await hold(admin, 'Another reason');
    expect(again.as<{ hold: object }>().hold).toMatchObject({ reason: REASON });
    expect((await readMails(world)).map(({ params }) => params)).toMatchObject([{ state: 'held', reason: REASON }]);
    await release(admin);
    expect((await release(admin)).status).toBe(200);
    expect((await readMails(world)).map(({ params }) => params)).toMatchObject([
      { state: 'held' },
      { state: 'released' },
    ]);
    const { vendor } = (await api(admin).get('/vendors/North')).as<{ vendor: VendorDetailDto }>();
    expect(vendor).toMatchObject({ payoutHold: null, mayPayOut: true });
    expect(vendor.timeline.map(({ action, note }) => [action, note])).toEqual(
      expect.arrayContaining([
        ['vendor.payouts.released', null],
        ['vendor.payouts.held', REASON],
      ]),
    );
  });

  test('holds what another person approves later', async () => {
    const world = await buildWorld();
    const { store, admin, payBody } = world;
    const other = await buildAdmin({ store, name: 'Joost' });
    const { rules, version } = (await api(admin).get('/settings/payouts')).as<PayoutRulesState>();
    await api(admin).put('/settings/payouts', { rules: { ...rules, approveAbove: '50.00' }, version });
    const { requestId } = (await api(admin).post('/payment/v3/pay', payBody)).as<PayOutcome>();
    await hold(other);
    const approved = await api(other).post(`/payment/requests/${String(requestId)}/approve`);
    const { outcome } = approved.as<RequestDetailDto>();
    expect(outcome && resultsOf(outcome)).toEqual([
      ['North', 'refused', 'on_hold'],
      ['South', 'paid', null],
    ]);
    await expectBalanced(world);
  });

  test('is for those who may pay out, in their own store, with a reason that is not too long', async () => {
    const { store, admin, north } = await buildWorld();
    const foreign = await buildWorld();
    const staff = await buildStaff({ store, mayPayOut: false });
    const seller = await buildUser({ vendor: north });
    for (const who of [staff, seller]) {
      expect((await hold(who)).status).toBe(403);
      expect((await release(who)).status).toBe(403);
    }
    expect((await hold(admin, REASON, 'Nowhere')).status).toBe(404);
    expect((await hold(admin, ' ')).body).toMatchObject({ issues: [{ path: 'reason' }] });
    expect((await hold(admin, 'x'.repeat(MAX_HOLD_REASON + 1))).body).toMatchObject({ issues: [{ path: 'reason' }] });
    await hold(foreign.admin);
    expect((await api(admin).get('/vendors/North')).as<{ vendor: VendorDetailDto }>().vendor.payoutHold).toBeNull();
  });
});
