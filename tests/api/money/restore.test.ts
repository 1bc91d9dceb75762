import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimDue } from '#app/platform/mails/mails.repo.server.ts';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import type { FindingDto, ReconciliationDto } from '#app/features/finance/reconciliation/reconciliation.contract.ts';
import { passRestoreMarker } from '#app/platform/hold/restore-marker.service.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { lineOf, money, transfersOf, type PayoutResult } from '#tests/factories/payouts/paid-payouts.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { connectProviders } from '#tests/factories/payouts/payout-faults.ts';
import { buildAdmin, buildStaff, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  sell,
  type PaidVendor,
} from '#tests/factories/payouts/provider-payouts.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { takeBackup } from '#tests/support/database/backup.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

const RECEIVER = 'restored@sellers.example';

let store: BuiltStore;
let admin: BuiltUser;
let kiln: Awaited<ReturnType<typeof buildStripeVendor>>;
let glaze: PaidVendor;
type Sold = Awaited<ReturnType<typeof sell>>;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  await buildDefaultList(store);
  ({ admin } = await connectProviders(store, await buildAdmin({ store })));
  kiln = await buildStripeVendor(store);
  glaze = await buildPaypalVendor(store, { emailOrVenmo: RECEIVER, type: 'EMAIL' });
  // At three at night the store is searched for deleted orders, and finds none of these, which no platform has.
  program().clock.advance({ minutes: program().clock.now().getUTCHours() === 2 ? 60 : 0 });
  await drainJobs();
});
afterAll(() => program().stop());
beforeEach(() => renewSession(admin));

const services = () => program().container.services;
const itemsOf = async () =>
  (await control<{ receiver: string; amountMinor: number }[]>('GET', '/paypal/items')).filter(
    ({ receiver }) => receiver === RECEIVER,
  );
const payoutsOf = ({ vendor }: PaidVendor) =>
  program().owner.payout.findMany({ where: { storeId: store.id, vendorId: vendor.id }, orderBy: { id: 'asc' } });
const readHold = async () =>
  (await api(admin).get('/system/status')).as<{ hold: { reason: string } | null }>().hold?.reason ?? null;

async function pay(...sold: [Sold, PaidVendor, 'stripe' | 'paypal'][]): Promise<PayoutResult[]> {
  await renewSession(admin);
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: sold.map(([order, vendor]) => lineOf(order, vendor)),
    methods: [
      ...new Map(sold.map(([, { vendor }, method]) => [vendor.name, { vendor: vendor.name, method }])).values(),
    ],
  });
  expect(answer.status).toBe(200);
  const { results } = answer.as<{ results: PayoutResult[] }>();
  await drainJobs();
  program().clock.advance({ minutes: 2 });
  await drainJobs();
  await renewSession(admin);
  return results;
}

/** What admins were told of the present hold: notices with where they lead, and mails, which are not among those that wait. */
async function listHoldNews(): Promise<unknown[]> {
  const { owner, clock } = program();
  const { onHoldSince } = await owner.store.findUniqueOrThrow({ where: { id: store.id } });
  const since = onHoldSince ?? clock.now();
  const { notices } = (await api(admin).get('/notices')).as<{ notices: BellNoticeDto[] }>();
  const mails = await owner.mail.findMany({
    where: { storeId: store.id, template: 'marketplace-store-held', audience: 'admins', createdAt: { gte: since } },
  });
  return [
    ...notices
      .filter(({ kind, at }) => kind === 'storeHeld' && at >= since.toISOString())
      .map(({ kind, path }) => [kind, path]),
    ...mails.map(({ template, params }) => [template, (params as { reason: string }).reason]),
  ];
}

/** The files were restored with the database, or are lost: nobody notices by them. */
const restoreFiles = () => services().adapters.files.remove('system/restore-marker.json');

const codesOf = (results: PayoutResult[]) => results.map(({ reason }) => reason?.code ?? null);

async function findUnknown(): Promise<FindingDto[]> {
  const { exceptions } = (await api(admin).get('/reconciliation')).as<ReconciliationDto>();
  return exceptions.filter(({ kind }) => kind === 'provider_unknown');
}

test('after a restore everything stands still until an admin lets it go on, and the same orders are not paid a second time', async () => {
  const [one, other] = [await sell(store, money('40.00', kiln)), await sell(store, money('50.00', glaze))];
  await passRestoreMarker(services());
  const backup = await takeBackup(program().databaseUrl);
  expect(codesOf(await pay([one, kiln, 'stripe'], [other, glaze, 'paypal']))).toEqual([null, null]);
  const before = [await transfersOf(kiln.accountId), await itemsOf()];
  expect(before).toMatchObject([[{ amountMinor: 36_00 }], [{ amountMinor: 45_00 }]]);

  await backup.restore();
  expect(await payoutsOf(kiln)).toEqual([]);
  expect(await passRestoreMarker(services())).toEqual({ isRestored: true });
  expect(await readHold()).toBe('restored');
  expect(await listHoldNews()).toEqual([
    ['storeHeld', '/deliveries'],
    ['marketplace-store-held', 'restored'],
  ]);
  expect(codesOf(await pay([one, kiln, 'stripe'], [other, glaze, 'paypal']))).toEqual([
    'after_restore',
    'after_restore',
  ]);

  const clerk = await buildStaff({ store, isOwner: false });
  const refused = await api(clerk).post('/system/release', { note: 'Compared with both providers' });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'missing_permission' }]);
  expect(await readHold()).toBe('restored');
  expect((await api(admin).post('/system/release', { note: '' })).status).toBe(422);
  expect((await api(admin).post('/system/release', { note: 'Compared with both providers' })).status).toBe(200);
  expect(await readHold()).toBeNull();

  expect(codesOf(await pay([one, kiln, 'stripe'], [other, glaze, 'paypal']))).toEqual([null, null]);
  expect([await transfersOf(kiln.accountId), await itemsOf()]).toEqual(before);
  for (const vendor of [kiln, glaze]) expect(await payoutsOf(vendor)).toMatchObject([{ state: 'paid' }]);
  expect((await payoutsOf(kiln))[0]?.providerRef).toBe(before[0]?.[0] && 'id' in before[0][0] ? before[0][0].id : '');
});

test('a transfer that no payout here has stops the payouts of its vendor until a person decides', async () => {
  const one = await sell(store, money('60.00', kiln));
  const backup = await takeBackup(program().databaseUrl);
  const known = (await transfersOf(kiln.accountId)).length;
  await pay([one, kiln, 'stripe']);
  await backup.restore();
  await restoreFiles();
  const more = await sell(store, money('70.00', kiln));
  expect(codesOf(await pay([one, kiln, 'stripe'], [more, kiln, 'stripe']))).toEqual([null]);
  const stopped = (await payoutsOf(kiln)).at(-1);
  expect(stopped).toMatchObject({ state: 'failed', reason: 'unknown_transfer', attempts: 0 });
  const mail = mailSources.variables.find(({ template }) => template === 'marketplace-payout-failed');
  const params = { payoutId: String(stopped?.id), state: 'failed' };
  expect(await mail?.variables(services(), { storeId: store.id, vendorId: null, params, locale: 'en' })).toMatchObject({
    vendor_name: kiln.vendor.name,
    is_stopped: true,
  });
  const [unknown] = await findUnknown();
  expect(unknown).toMatchObject({ vendor: { name: kiln.vendor.name }, found: { amount: '54.00' } });
  expect(codesOf(await pay([more, kiln, 'stripe']))).toEqual(['unknown_transfer']);
  expect(await transfersOf(kiln.accountId)).toHaveLength(known + 1);

  // The very orders that it paid find it, and it is theirs.
  expect(codesOf(await pay([one, kiln, 'stripe']))).toEqual([null]);
  expect((await payoutsOf(kiln)).at(-1)).toMatchObject({ state: 'paid' });
  expect(await transfersOf(kiln.accountId)).toHaveLength(known + 1);
  expect(codesOf(await pay([more, kiln, 'stripe']))).toEqual([null]);
  expect(await transfersOf(kiln.accountId)).toHaveLength(known + 2);
});

test('a person who may pay out decides about an unknown transfer, and the payouts of its vendor go on', async () => {
  const one = await sell(store, money('80.00', kiln));
  const backup = await takeBackup(program().databaseUrl);
  await pay([one, kiln, 'stripe']);
  await backup.restore();
  await restoreFiles();
  const more = await sell(store, money('90.00', kiln));
  await pay([one, kiln, 'stripe'], [more, kiln, 'stripe']);
  const [unknown] = await findUnknown();
  const path = `/reconciliation/exceptions/${unknown?.id ?? ''}`;
  const staff = await buildAdmin({ store });
  const before = await transfersOf(kiln.accountId);
  const clerk = await buildStaff({ store, isOwner: false });
  for (const answer of [
    await api(clerk).post(`${path}/set-aside`, { note: 'It was a gift' }),
    await api(clerk).post(`${path}/put-back`),
  ])
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'missing_permission' }]);
  expect(codesOf(await pay([more, kiln, 'stripe']))).toEqual(['unknown_transfer']);
  expect((await api(admin).post(`${path}/set-aside`, { note: 'It was a gift' })).status).toBe(200);
  expect((await api(admin).post(`${path}/put-back`)).status).toBe(200);
  expect(codesOf(await pay([more, kiln, 'stripe']))).toEqual(['unknown_transfer']);
  expect((await api(staff).post(`${path}/set-aside`, { note: 'It was a gift' })).status).toBe(200);
  expect(codesOf(await pay([more, kiln, 'stripe']))).toEqual([null]);
  expect(await transfersOf(kiln.accountId)).toHaveLength(before.length + 1);
});

test('mails that were queued before a restore wait and count as due no longer, and those of after it are sent', async () => {
  expect((await api(admin).post('/system/hold')).status).toBe(200);
  expect(await readHold()).toBe('asked');
  const stored = await program().owner.store.findFirstOrThrow({ where: { id: store.id } });
  const since = stored.onHoldSince ?? new Date(0);
  await program().owner.mail.deleteMany({});
  const mail = { storeId: store.id, template: 'order-placed', audience: 'admins', params: {}, state: 'queued' };
  for (const [dedupeKey, ms] of [
    ['before', -1],
    ['after', 1],
  ] as const) {
    const at = new Date(since.getTime() + ms);
    await program().owner.mail.create({ data: { ...mail, dedupeKey, dueAt: since, createdAt: at } });
  }
  const claim = async () => {
    const names = [randomUUID(), randomUUID()];
    const claimed = await claimDue(services().db, names, {
      now: program().clock.now(),
      seconds: 60,
      abandoned: [],
    });
    const rows = await program().owner.mail.findMany({ where: { id: { in: claimed.map(({ id }) => id) } } });
    return rows.map(({ dedupeKey }) => dedupeKey);
  };
  await program().owner.scheduledJob.deleteMany({});
  await program().owner.scheduledJob.create({
    data: { storeId: store.id, kind: 'statements.issue', key: '', payload: {}, dueAt: since },
  });
  const countDue = async () =>
    /^souk_due_work (\d+)$/m.exec(await (await fetch(`${program().url}/metrics`)).text())?.[1];
  expect(await claim()).toEqual(['after']);
  // What stands still waits for a person: nobody is woken at night because it does.
  expect(await countDue()).toBe('1');
  await api(admin).post('/system/release', { note: 'A drill' });
  expect(await countDue()).toBe('3');
  expect(await claim()).toEqual(['before']);
});

test('a comparison that sees all that the providers hold lets a restored store go on', async () => {
  await api(admin).delete('/paypal/admin/api-key');
  await program().owner.payout.deleteMany({ where: { storeId: store.id, method: 'paypal' } });
  const backup = await takeBackup(program().databaseUrl);
  await passRestoreMarker(services());
  await backup.restore();
  expect(await passRestoreMarker(services())).toEqual({ isRestored: true });
  expect(await readHold()).toBe('restored');
  program().clock.advance({ minutes: 1 });
  await renewSession(admin);
  expect((await api(admin).post('/reconciliation/run')).status).toBe(200);
  await drainJobs();
  expect(await readHold()).toBeNull();
});

test('a store that an admin holds notifies its admins once for each hold, by notice and a mail that does not wait', async () => {
  const hold = async (): Promise<void> => {
    expect((await api(admin).post('/system/hold')).status).toBe(200);
  };
  await hold();
  await hold();
  expect(await listHoldNews()).toEqual([
    ['storeHeld', '/deliveries'],
    ['marketplace-store-held', 'asked'],
  ]);
  const leases = Array.from({ length: 50 }, () => randomUUID());
  const claimed = await claimDue(services().db, leases, { now: services().clock.now(), seconds: 0, abandoned: [] });
  const sent = await program().owner.mail.findMany({ where: { id: { in: claimed.map(({ id }) => id) } } });
  expect(sent.map(({ template }) => template)).toContain('marketplace-store-held');
  expect((await api(admin).post('/system/release', { note: 'Looked at it' })).status).toBe(200);
  program().clock.advance({ minutes: 1 });
  await hold();
  expect(await listHoldNews()).toHaveLength(2);
  expect((await api(admin).post('/system/release', { note: 'Looked at it' })).status).toBe(200);
});
