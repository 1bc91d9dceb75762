import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import type { PayoutRulesState } from '#app/features/payouts/rules/payout-rules.contract.ts';
import type { RunDto } from '#app/features/payouts/runs/payout-runs.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildPlatform, control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildStripeVendor, sell, type PaidVendor } from '#tests/factories/payouts/provider-payouts.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram, waitForMorning } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: PaidVendor & { accountId: string };
let platformId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  waitForMorning();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  const platform = await buildPlatform({ country: 'US' });
  platformId = platform.id;
  await setBalance(1_000_00);
  await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
  vendor = await buildStripeVendor(store);
});
afterAll(() => program().stop());

const setBalance = (availableMinor: number) =>
  control('POST', '/stripe/balance', { currency: 'usd', availableMinor, platform: platformId, live: true });
const trigger = () => api(admin).post('/payment/trigger-automated');
const lastRun = async (): Promise<RunDto | undefined> =>
  (await api(admin).get('/payment/automated')).as<{ runs: RunDto[] }>().runs[0];
const setRules = async (rules: object) => {
  // The clock has moved on further than a session lasts.
  await renewSession(admin);
  const { rules: before, version } = (await api(admin).get('/settings/payouts')).as<PayoutRulesState>();
  const saved = await api(admin).put('/settings/payouts', { rules: { ...before, ...rules }, version });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
};
const transfers = () => control<{ id: string }[]>('GET', `/stripe/transfers?destination=${vendor.accountId}`);
/** An order of the vendor that is paid, and shipped where it is said when. */
async function sold(price: string, shippedAt: Date | null): Promise<bigint> {
  const order = await sell(store, { lines: [{ vendor: vendor.vendor.name, price }] });
  if (shippedAt)
    await program().owner.vendorOrder.updateMany({
      where: { storeId: store.id, orderId: BigInt(order.id) },
      data: { fulfillment: 'fulfilled', fulfilledAt: shippedAt },
    });
  return BigInt(order.id);
}
const linesOf = (orderId: bigint) =>
  program().owner.payoutLine.count({ where: { storeId: store.id, orderId, live: true } });

describe('a run of automatic payouts', () => {
  it('pays what is eligible by Stripe, reports what waits, and mails the result', async () => {
    const eligible = await sold('40.00', program().clock.now());
    const unshipped = await sold('20.00', null);
    const answer = await trigger();
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ started: true, run: { endedAt: null, results: null } });
    // While it is going on, it is answered.
    const again = await trigger();
    expect(again.body).toEqual({ ...(answer.body as object), started: false });
    await drainJobs();
    const run = await lastRun();
    expect(run?.results).toMatchObject({
      paid: [{ vendor: vendor.vendor.name, status: 'processing', orders: 1 }],
      skipped: [{ reason: 'unshipped' }],
      skippedCount: 1,
    });
    expect([await linesOf(eligible), await linesOf(unshipped)]).toEqual([1, 0]);
    expect(await transfers()).toHaveLength(1);
    const mails = await program().owner.mail.count({
      where: { storeId: store.id, template: 'marketplace-automated-payments' },
    });
    expect(mails).toBe(1);
  });

  it('that is repeated after a crash pays nothing twice, and reports the same', async () => {
    const before = await lastRun();
    const where = { storeId: store.id };
    const id = BigInt(before?.id ?? 0);
    const count = (await transfers()).length;
    await program().owner.automaticPayout.updateMany({ where: { ...where, id }, data: { endedAt: null } });
    await program().owner.scheduledJob.updateMany({
      where: { ...where, kind: 'payout-runs.run', key: String(id) },
      data: { doneAt: null },
    });
    await drainJobs();
    const after = await lastRun();
    expect(after?.endedAt).not.toBeNull();
    expect(after?.results?.paid).toEqual(before?.results?.paid);
    expect(await transfers()).toHaveLength(count);
    const template = 'marketplace-automated-payments';
    expect(await program().owner.mail.count({ where: { ...where, template } })).toBe(1);
  });

  it('that ended more than 400 days ago is forgotten when the next begins; what it paid stays', async () => {
    const payouts = await program().owner.payout.count({ where: { storeId: store.id } });
    const ended = (days: number) => new Date(program().clock.now().getTime() - days * DAY_MS);
    const [old, kept] = await Promise.all(
      [401, 399].map((days) =>
        program().owner.automaticPayout.create({
          data: {
            storeId: store.id,
            occasion: `past/${days}`,
            actor: {},
            startedAt: ended(days),
            endedAt: ended(days),
          },
        }),
      ),
    );
    await trigger();
    await drainJobs();
    const left = await program().owner.automaticPayout.findMany({ where: { storeId: store.id }, select: { id: true } });
    const ids = left.map(({ id }) => id);
    expect([ids.includes(old?.id ?? 0n), ids.includes(kept?.id ?? 0n)]).toEqual([false, true]);
    expect(await program().owner.payout.count({ where: { storeId: store.id } })).toBe(payouts);
    await program().owner.automaticPayout.delete({ where: { id: kept?.id ?? 0n } });
  });

  it('is for those who may pay out', async () => {
    const seller = await buildUser({ vendor: await buildVendor({ store, name: 'Elsewhere' }) });
    expect((await api(seller).post('/payment/trigger-automated')).status).toBe(403);
  });

  it('skips what the balance does not carry', async () => {
    await setBalance(10_00);
    const order = await sold('30.00', program().clock.now());
    await trigger();
    await drainJobs();
    expect(await linesOf(order)).toBe(0);
    expect((await lastRun())?.results?.skipped.map(({ reason }) => reason).sort()).toEqual(['balance', 'unshipped']);
    await setBalance(1_000_00);
  });

  it('skips a vendor whose payouts are on hold, and pays it once they are released', async () => {
    const path = `/vendors/${encodeURIComponent(vendor.vendor.name)}/payout-hold`;
    await api(admin).put(path, { reason: 'We wait for your proof of address.' });
    const order = await sold('15.00', program().clock.now());
    await trigger();
    await drainJobs();
    expect(await linesOf(order)).toBe(0);
    expect(new Set((await lastRun())?.results?.skipped.map(({ reason }) => reason))).toEqual(
      new Set(['on_hold', 'unshipped']),
    );
    await api(admin).delete(path);
    await trigger();
    await drainJobs();
    expect(await linesOf(order)).toBe(1);
  });

  it('of a schedule and of admins at once pays each line once', async () => {
    await setRules({ schedule: { kind: 'periodic', rule: { kind: 'hours', every: 1 } } });
    const order = await sold('25.00', program().clock.now());
    const before = (await transfers()).length;
    program().clock.advance({ minutes: 61 });
    await Promise.all([drainJobs(), trigger(), trigger(), drainJobs()]);
    await drainJobs();
    expect(await linesOf(order)).toBe(1);
    // The order that the balance did not carry before goes with it.
    expect((await transfers()).length - before).toBe(1);
  });

  it('of a relative schedule pays within an hour of the due time, and not before', async () => {
    await setRules({ schedule: { kind: 'relative', days: 2 } });
    const order = await sold('35.00', program().clock.now());
    program().clock.advance({ hours: 47 });
    await drainJobs();
    expect(await linesOf(order)).toBe(0);
    program().clock.advance({ hours: 2 });
    await drainJobs();
    expect(await linesOf(order)).toBe(1);
    await setRules({ schedule: { kind: 'off' } });
    program().clock.advance({ hours: 3 });
    await drainJobs();
    const open = await program().owner.scheduledJob.count({
      where: { storeId: store.id, kind: 'payout-runs.tick', doneAt: null },
    });
    expect(open).toBe(0);
  });
});
