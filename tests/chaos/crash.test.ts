import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumMinor } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import { buildItemId, buildReference } from '#app/features/payouts/execute/provider-payout.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildPlatform, control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  type App,
  type PaidVendor,
  type Platform,
} from '#tests/factories/payouts/provider-payouts.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { signWebhook } from '#tests/factories/webhooks.ts';
import { openClient } from '#tests/support/api.ts';
import { openCrashSite, VICTIMS, type CrashSite, type Victim } from '#tests/support/crash-site.ts';
import { readLockStatement } from '#tests/support/database/locked-table.ts';
import { program } from '#tests/support/program.ts';
import { readLedgerSums, rebuildLedger } from '#tests/support/database/rebuilt-ledger.ts';
import { isProof, noteCount, scaled, SEED } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

/** What the claim says, or a hundredth of it. */
const ORDERS = scaled(10_000);
const PAYOUTS = scaled(1_000);
const KILLS = scaled(250, 6);
const VENDORS_OF_EACH = isProof ? 10 : 3;
const PAYOUTS_EACH = Math.ceil(PAYOUTS / KILLS);
const ORDERS_EACH = Math.ceil(ORDERS / KILLS);
/** Vendor orders of one payout: so many that what the orders bring is paid by so many payouts. */
const MAX_LINES = 10;
const LIMIT_MS = 7_200_000;
const REACH_MS = 20_000;
const KEPT_OPEN_MS = 1_500;
const ANYWHERE_MS = 600;

type Provider = 'stripe' | 'paypal';
type Seller = PaidVendor & { provider: Provider };
type Sold = ReturnType<typeof buildOrderPayload>;

let site: CrashSite;
let store: BuiltStore;
let admin: BuiltUser;
let sellers: Seller[];

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
const random = seeded(20_261_123 + SEED);
const below = (most: number): number => Math.floor(random() * most);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

beforeAll(async () => {
  site = await openCrashSite();
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  const platform: Platform = await buildPlatform({ country: 'US' });
  const app = await control<App>('POST', '/paypal/apps', { environment: 'live' });
  const plenty = 1_000_000_000_00;
  const stripe = { currency: 'usd', availableMinor: plenty, platform: platform.id, live: true };
  await control('POST', '/stripe/balance', stripe);
  await control('POST', '/paypal/balance', { currency: 'USD', availableMinor: plenty, app: app.id });
  // By the app, so that what the providers tell comes to the app.
  const client = openClient(site.url, admin);
  await client.put('/stripe/api-key', { apiKey: platform.liveKey });
  const { clientId, clientSecret } = app;
  await client.put('/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
  sellers = [];
  for (let index = 0; index < VENDORS_OF_EACH; index++) {
    sellers.push({ ...(await buildStripeVendor(store)), provider: 'stripe' });
    sellers.push({ ...(await buildPaypalVendor(store)), provider: 'paypal' });
  }
}, 180_000);
afterAll(() => site.stop());

/** One or two vendors' lines. */
function buildOrders(count: number): Sold[] {
  return Array.from({ length: count }, () =>
    buildOrderPayload({
      createdAt: program().clock.now(),
      lines: Array.from({ length: 1 + below(2) }, () => ({
        vendor: pick(sellers).vendor.name,
        price: (1 + random() * 99).toFixed(2),
        quantity: 1 + below(3),
      })),
    }),
  );
}

/** The platform's part: each is sent until it was acknowledged, and some are sent again. */
async function deliver(orders: readonly Sold[]): Promise<void> {
  const queue = [...orders];
  const sender = async () => {
    for (let payload = queue.shift(); payload; payload = queue.shift()) {
      const { body, headers } = signWebhook({
        shop: store.domain,
        topic: 'orders/create',
        payload,
        webhookId: `order-${payload.id}`,
      });
      const answer = await fetch(`${site.url}/webhooks`, { method: 'POST', body, headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 200) continue;
      queue.push(payload);
      await pause(50);
    }
  };
  await Promise.all(Array.from({ length: 6 }, sender));
}

type Line = { orderName: string; orderId: string; vendor: string };

/** What is due of some vendors now, nothing of which is on its way. */
async function findDue(most: number): Promise<{ lines: Line[]; methods: { vendor: string; method: Provider }[] }> {
  const parts = await program().owner.$queryRaw<{ vendorId: bigint; name: string; orderId: bigint }[]>`
    SELECT o.vendor_id AS "vendorId", o.name, o.order_id AS "orderId" FROM vendor_orders o
    WHERE o.store_id = ${store.id} AND o.payout_state = 'due' AND NOT EXISTS (
      SELECT 1 FROM payout_lines l WHERE l.store_id = o.store_id AND l.vendor_order_id = o.id AND l.live)
    ORDER BY o.order_id`;
  const from = below(sellers.length);
  const turn = [...sellers.slice(from), ...sellers.slice(0, from)];
  const chosen = turn.filter(({ vendor }) => parts.some(({ vendorId }) => vendorId === vendor.id)).slice(0, most);
  return {
    lines: chosen.flatMap(({ vendor }) =>
      parts
        .filter(({ vendorId }) => vendorId === vendor.id)
        .slice(0, MAX_LINES)
        .map(({ name, orderId }) => ({ orderName: name, orderId: String(orderId), vendor: vendor.name })),
    ),
    methods: chosen.map(({ vendor, provider }) => ({ vendor: vendor.name, method: provider })),
  };
}

/** An admin's part: the same call until it is answered. Returns how many payouts it began. */
async function payDue(url: string): Promise<number> {
  // The database is killed under this question too.
  const { lines, methods } = await waitFor('what is due', () => findDue(PAYOUTS_EACH).catch(() => undefined));
  if (lines.length === 0) return 0;
  for (;;) {
    await renewSession(admin);
    const answer = await openClient(url, admin)
      .post('/payment/v3/pay', { payoutLines: lines, methods })
      .catch(() => undefined);
    if (answer?.status === 200) {
      const { results } = answer.as<{ results: { status: string; reason: unknown }[] }>();
      expect(results.filter(({ status }) => status !== 'processing')).toEqual([]);
      return results.length;
    }
    // Lost, refused for the moment, or too many at once: anything else would be a fault of ours.
    expect([undefined, 409, 429, 500, 503]).toContain(answer?.status);
    await pause(100);
  }
}

type Aim = { phase: string; victim: Victim; reach: () => Promise<boolean>; release: () => Promise<void> };
const NO_RELEASE = (): Promise<void> => Promise.resolve();

/** Kills while a provider is at a call of ours: it does its work after the kill, and nobody hears its answer. */
function aimAtCall(operation: readonly [target: Provider, name: string]): Aim {
  const [target, name] = operation;
  const faults = program().sandbox?.sandbox.faults;
  const fault = faults?.add({
    target,
    operation: name,
    kind: 'delay',
    status: 500,
    remaining: 1,
    delayMs: KEPT_OPEN_MS,
  });
  return {
    phase: `a call is open: ${target} ${name}`,
    victim: pick(['worker', 'worker', 'database']),
    reach: () => reached(() => !faults?.list().some(({ id }) => id === fault?.id)),
    release: NO_RELEASE,
  };
}

/** Kills inside a transaction, at its first change of a table. */
async function aimAtTable(table: string): Promise<Aim> {
  const release = await site.hold(table);
  const victim: Victim = table.startsWith('payout_') ? 'app' : pick(['worker', 'worker', 'app', 'database']);
  return {
    phase: `inside a transaction at ${table}`,
    victim,
    reach: () => reached(async () => (await readLockStatement()) !== undefined),
    release,
  };
}

const aimAnywhere = (): Aim => ({
  phase: 'anywhere',
  victim: pick(VICTIMS),
  reach: () => pause(below(ANYWHERE_MS), true),
  release: NO_RELEASE,
});

/** Whether it came to that; what never does has nothing to kill in it. */
const reached = (holds: () => boolean | Promise<boolean>): Promise<boolean> =>
  waitFor('the phase', holds, REACH_MS).catch(() => false);

const CALLS = [
  ['stripe', 'transfers.create'],
  ['paypal', 'payouts.create'],
  ['stripe', 'transfers.create'],
  ['paypal', 'payouts.create'],
  ['paypal', 'payouts.get'],
] as const;
const TABLES = [
  'webhook_deliveries',
  'orders',
  'vendor_orders',
  'ledger_postings',
  'vendor_balances',
  'payouts',
  'payout_lines',
  'payout_runs',
];

/**
 * Kills between an effect outside and the end of its job: a transfer or an item is made, and what would record the end of the job
 * waits for its table.
 */
async function aimAtEnd(): Promise<Aim> {
  const made = async (): Promise<number> => {
    const transfers = await control<unknown[]>('GET', '/stripe/transfers');
    return transfers.length + (await control<unknown[]>('GET', '/paypal/items')).length;
  };
  let before = await made();
  const release: { free: () => Promise<void> } = { free: NO_RELEASE };
  const isRunning = { kind: 'payouts.process', lease: { not: null } };
  return {
    phase: 'between the effect and the recorded end of its job',
    victim: pick(['worker', 'worker', 'database']),
    reach: () =>
      reached(async () => {
        if ((await made()) === before) return false;
        before = await made();
        // From here on no end of a job is written; where one was in between, the next effect is waited for.
        release.free = await site.hold('scheduled_jobs');
        if ((await program().owner.scheduledJob.count({ where: isRunning })) > 0) return true;
        await release.free();
        return false;
      }),
    release: () => release.free(),
  };
}

function takeAim(round: number): Aim | Promise<Aim> {
  // Two of six while a call is open, two inside a transaction, one between an effect and the end of its job, one anywhere.
  const kind = round % 6;
  if (kind < 2) return aimAtCall(pick(CALLS));
  if (kind < 4) return aimAtTable(pick(TABLES));
  return kind === 4 ? aimAtEnd() : aimAnywhere();
}

/** The providers' own troubles: answers that are lost after the work was done, and errors before it. */
function upset(): void {
  const faults = program().sandbox?.sandbox.faults;
  for (const [target, operation] of CALLS) {
    if (random() >= 0.3) continue;
    const kind = random() < 0.7 ? 'drop_response' : 'error';
    faults?.add({ target, operation, kind, status: 503, remaining: 1, after: below(2), delayMs: 0 });
  }
}

/** Everything that is wrong with what the providers did beside what we hold; empty is how it must be. */
async function findFaults(): Promise<string[]> {
  const faults: string[] = [];
  const payouts = await program().owner.payout.findMany({ where: { storeId: store.id }, orderBy: { id: 'asc' } });
  type Sent = { amountMinor: number; reversals?: object[]; transferGroup?: string | null };
  type Item = { senderItemId: string | null; amountMinor: number; status: string };
  const transfers = await control<Sent[]>('GET', '/stripe/transfers');
  const items = await control<Item[]>('GET', '/paypal/items');
  const done = new Map<string, bigint[]>();
  const add = (key: string, amountMinor: number) => {
    done.set(key, [...(done.get(key) ?? []), BigInt(amountMinor)]);
  };
  for (const transfer of transfers) add(transfer.transferGroup ?? 'none', transfer.amountMinor);
  for (const item of items) add(`item ${item.senderItemId}`, item.status === 'SUCCESS' ? item.amountMinor : 0);
  for (const payout of payouts) {
    const key = payout.method === 'stripe' ? buildReference(payout) : `item ${buildItemId(payout, store.id)}`;
    const sent = done.get(key) ?? [];
    done.delete(key);
    const expected = payout.state === 'paid' ? [payout.amountMinor] : payout.state === 'failed' ? [] : undefined;
    if (!expected || String(sent) !== String(expected))
      faults.push(
        `payout ${payout.id} (${payout.method}, ${payout.state}) of ${payout.amountMinor}: sent ${String(sent)}`,
      );
  }
  for (const [key, amounts] of done) faults.push(`${key}: ${String(amounts)} is no payout of ours`);
  const paid = payouts.filter(({ state }) => state === 'paid');
  const parts = await program().owner.vendorOrder.findMany({ where: { storeId: store.id } });
  for (const { name, payoutState, postedMinor, paidOutMinor } of parts)
    if (payoutState !== 'paid' || postedMinor !== paidOutMinor) faults.push(`${name} is ${payoutState}`);
  for (const { vendor } of sellers) {
    const own = <T extends { vendorId: bigint }>(rows: readonly T[]) =>
      rows.filter((row) => row.vendorId === vendor.id);
    const paidMinor = sumMinor(own(paid).map((one) => one.amountMinor));
    const dueMinor = sumMinor(own(parts).map((one) => one.postedMinor));
    if (paidMinor !== dueMinor) faults.push(`${vendor.name} was owed ${dueMinor} and paid ${paidMinor}`);
  }
  const { db } = program().container.services;
  const books = await db.fast(marketplaceScope(store.id), async (tx) => ({
    balances: await findBalanceDifferences(tx),
    ledger: await readLedgerSums(tx),
    rebuilt: await rebuildLedger(tx),
  }));
  for (const one of books.balances) faults.push(`balance of ${one.vendorId}: ${one.keptMinor}, not ${one.summedMinor}`);
  const [ledger, rebuilt] = [new Set(books.ledger), new Set(books.rebuilt)];
  for (const line of books.ledger) if (!rebuilt.has(line)) faults.push(`in the ledger only: ${line}`);
  for (const line of books.rebuilt) if (!ledger.has(line)) faults.push(`not in the ledger: ${line}`);
  return faults;
}

const isOpen = { in: ['processing', 'unknown'] };

/** Lets time go on until no payout is open, here and without any kill. */
async function endAll(): Promise<void> {
  await drainJobs();
  for (let look = 0; look < 200; look++) {
    if ((await program().owner.payout.count({ where: { storeId: store.id, state: isOpen } })) === 0) return;
    program().clock.advance({ minutes: 10 });
    await drainJobs();
  }
}

test(
  `${ORDERS} orders and ${PAYOUTS} payouts under ${KILLS} kills: nothing lost, nothing sent twice, nothing left unknown`,
  { timeout: LIMIT_MS },
  async () => {
    const phases = new Map<string, number>();
    const sold: Sold[] = [];
    let [payouts, kills] = [0, 0];
    await deliver(buildOrders(ORDERS_EACH).filter((order) => sold.push(order)));
    for (let round = 0; kills < KILLS && round < 2 * KILLS; round++) {
      program().sandbox?.sandbox.faults.clear();
      const orders = sold.length < ORDERS ? buildOrders(ORDERS_EACH) : [];
      sold.push(...orders);
      const aim = await takeAim(round);
      upset();
      const paying = payDue(site.url);
      const delivering = deliver(orders);
      if (await aim.reach()) {
        await site.kill(aim.victim);
        kills++;
        const name = `${aim.phase}: ${aim.victim} killed`;
        phases.set(name, (phases.get(name) ?? 0) + 1);
        await aim.release();
        await site.restart(aim.victim);
      } else await aim.release();
      payouts += await paying;
      await delivering;
    }
    program().sandbox?.sandbox.faults.clear();
    const open = () => program().owner.webhookDelivery.count({ where: { state: { in: ['pending', 'waiting'] } } });
    await waitFor('deliveries are open', async () => (await open()) === 0, 120_000);
    await site.endProcesses();
    await endAll();
    let last = 0;
    // What failed for certain is due again, and what the kills left no time for is due still.
    for (let due = 1; due > 0; last += due) {
      due = await payDue(program().url);
      await endAll();
    }

    for (const [phase, count] of [...phases].sort()) noteCount(phase, count);
    noteCount('kills', kills);
    noteCount(
      'kills during an open call of a provider',
      sumOf(phases, (name) => name.startsWith('a call is open')),
    );
    noteCount(
      'kills between an effect and the end of its job',
      sumOf(phases, (name) => name.startsWith('between the effect')),
    );
    noteCount('orders', sold.length);
    noteCount('payouts', payouts + last);
    noteCount('payouts that failed for certain and were paid anew', await failedCount());
    console.log(
      [...phases]
        .sort()
        .map(([phase, count]) => `${count} × ${phase}`)
        .join('\n'),
    );
    expect(kills).toBe(KILLS);
    expect(await program().owner.order.count({ where: { storeId: store.id } })).toBe(sold.length);
    expect(await program().owner.webhookDelivery.count({ where: { state: 'dead' } })).toBe(0);
    expect(await program().owner.payout.count({ where: { storeId: store.id, state: isOpen } })).toBe(0);
    expect(payouts + last).toBeGreaterThanOrEqual(PAYOUTS);
    expect(await findFaults()).toEqual([]);

    sendTwice();
    expect(await findFaults()).toHaveLength(1);
  },
);

const failedCount = () => program().owner.payout.count({ where: { storeId: store.id, state: 'failed' } });
const sumOf = (counts: ReadonlyMap<string, number>, isCounted: (name: string) => boolean): number =>
  [...counts].reduce((sum, [name, count]) => (isCounted(name) ? sum + count : sum), 0);

/** What this test is there to find: a transfer that is sent a second time. */
function sendTwice(): void {
  const transfers = program().sandbox?.sandbox.state.stripe?.transfers ?? {};
  const [any] = Object.values(transfers);
  if (any) transfers.tr_again = { ...structuredClone(any), id: 'tr_again' };
}
