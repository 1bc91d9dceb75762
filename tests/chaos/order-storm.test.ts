import { afterEach, expect, test } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { encodeExact } from '#app/core/exact-json.ts';
import type { Order, Shop } from '#sandbox/core/state.ts';
import { buildBareShop, type BareShop } from '#sandbox/testing-shop.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { liveStorm, STORM_VENDORS } from '#tests/factories/orders/stormy-orders.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { createOwnDatabase } from '#tests/support/database/database.ts';
import { dumpEndState, tellDifferences } from '#tests/support/database/end-state.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { noteCount, scaled, SEED } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

const EVENTS = scaled(10_000, 150);
const TIMES = 3;
const SHARE_FORGED = 0.05;
const SHARE_LOST = 0.05;
const LIMIT_MS = 60_000 + EVENTS * 60;
/** An hour that both installations, which take place now, are before. */
const HOUR = (Math.floor(performance.timeOrigin / HOUR_MS) + 3) * HOUR_MS;
const inHour = (minutes: number) => new Date(HOUR + minutes * 60_000);
const SOLD_FROM = inHour(5);
/** When the deliveries come: after all of them happened, and long before the comparison of the next hour. */
const DELIVERED = inHour(28);
/** After that comparison became due. */
const COMPARED = inHour(105);
const DOMAIN = 'demo.myshopify.com';

type Facts = { versions: unknown[]; latest: number; refunds: unknown[] };
type Message = { topic: string; payload: object; webhookId: string };

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const platformShop = (): Shop => {
  const shop = program().sandbox?.sandbox.state.shops[DOMAIN];
  if (!shop) throw new Error('the sandbox has the store');
  return shop;
};

/** A store without a past, in which the program is installed, with its vendors and their terms. */
async function prepareStore(database: string): Promise<BuiltStore> {
  await startProgram({ sandbox: true, databaseUrl: await createOwnDatabase(database) });
  platformShop().orders = {};
  const store = await installDemoStore(DOMAIN);
  await program().drain(LIMIT_MS);
  program().clock.set(inHour(0.5));
  await program().drain(LIMIT_MS);
  for (const name of STORM_VENDORS) await buildVendor({ store, name });
  const { owner, clock } = program();
  await owner.commissionList.deleteMany({ where: { storeId: store.id } });
  await owner.commissionList.create({
    data: {
      storeId: store.id,
      version: 1,
      lines: encodeExact([
        { minMinor: 0n, maxMinor: null, flatMinor: 25n, percent: 125_000n, constraint: null },
      ]) as never,
      createdAt: clock.now(),
      createdBy: 'test',
    },
  });
  return store;
}

/** The platform's orders as they ended, which a comparison reads. */
function letPlatformHave({ shop, sandbox }: BareShop): void {
  const { orders, customers, nextOrderNumber } = structuredClone(shop);
  Object.assign(platformShop(), { orders, customers, nextOrderNumber });
  const running = program().sandbox?.sandbox;
  if (running) running.state.nextId = Math.max(running.state.nextId, sandbox.state.nextId);
}

/** An order in a currency that nobody has, which changed before all others: the comparison reads it first. */
function addUnreadable(): Order {
  const shop = platformShop();
  const [any] = Object.values(shop.orders);
  if (!any) throw new Error('the store has orders');
  // Refunds and fulfillments are found by their own ids, which are the other order's.
  const parts = { refunds: [], fulfillments: [], returns: [] };
  const odd = { ...structuredClone(any), ...parts, id: 1, currency: 'XXX', updatedAt: SOLD_FROM.toISOString() };
  shop.orders['1'] = odd;
  return odd;
}

const open = () => program().owner.webhookDelivery.count({ where: { state: { in: ['pending', 'waiting'] } } });

/** Sends messages by twenty, and waits until nothing is open. */
async function deliverAll(messages: readonly (Message & { secret?: string })[]): Promise<number[]> {
  const answers: number[] = [];
  for (let from = 0; from < messages.length; from += 20) {
    const some = messages.slice(from, from + 20);
    answers.push(...(await Promise.all(some.map((message) => deliverWebhook({ shop: DOMAIN, ...message })))));
  }
  await waitFor(
    'deliveries are pending',
    async () => (await program().owner.webhookDelivery.count({ where: { state: 'pending' } })) === 0,
    LIMIT_MS,
  );
  return answers;
}

/** What became due is done: the hourly comparison, and what it found. */
async function compare(): Promise<void> {
  program().clock.set(COMPARED);
  await waitFor('deliveries are open', async () => (await open()) === 0, LIMIT_MS);
  await program().drain(LIMIT_MS);
}

/**
 * The end state of money and orders. Which mails went out and what was missed depends on what came, and is looked at apart. Of
 * the versions that an order had, the newest counts: one that was replaced before anybody was told of it is known to nobody, so
 * that whether it is paid counts, and not which version said so first. An order that was read is known without the number of its
 * customer, which needs access of its own.
 */
async function endState(): Promise<string[]> {
  const lines = await dumpEndState(program().owner);
  return lines
    .filter((line) => !line.startsWith('mails ') && !line.startsWith('exceptions '))
    .map((line) => {
      const table = line.slice(0, line.indexOf(' '));
      const row = JSON.parse(line.slice(table.length + 1)) as Record<string, unknown>;
      if (table === 'buyers') return `buyers ${JSON.stringify({ ...row, customer_id: 'any' })}`;
      if (table !== 'orders') return line;
      const { versions, latest, refunds } = JSON.parse(String(row.facts)) as Facts;
      const isPaid = row.paid_at !== null;
      return `orders ${JSON.stringify({ ...row, paid_at: isPaid, facts: { latest: versions[latest], refunds } })}`;
    });
}

const mailsOf = async () => (await dumpEndState(program().owner)).filter((line) => line.startsWith('mails '));

/** The same body with another price, signed by somebody who does not know the secret. */
function forge(message: Message, index: number): Message & { secret: string } {
  const text = JSON.stringify(message.payload).replace(/"price":"[^"]+"/g, '"price":"1.00"');
  const payload = JSON.parse(text) as object;
  return { ...message, payload, webhookId: `forged-${index}`, secret: 'another secret altogether' };
}

afterEach(() => program().stop());

test(
  `${EVENTS} events of orders, each delivered ${TIMES} times, shuffled, some forged and some never delivered, end as one calm delivery does`,
  { timeout: LIMIT_MS * 6 },
  async () => {
    const random = seeded(20_261_122 + SEED);
    await prepareStore('_calm');
    const bare = buildBareShop(DOMAIN, SOLD_FROM.toISOString(), platformShop());
    const messages = liveStorm(bare, random, EVENTS).map((sent, index) => ({ ...sent, webhookId: `event-${index}` }));
    letPlatformHave(bare);
    program().clock.set(DELIVERED);
    expect(new Set(await deliverAll(messages))).toEqual(new Set([200]));
    await compare();
    const calm = await endState();
    const calmMails = await mailsOf();
    await program().stop();

    await prepareStore('_storm');
    letPlatformHave(bare);
    const odd = addUnreadable();
    program().clock.set(DELIVERED);
    const kept = messages.filter(() => random() >= SHARE_LOST);
    const storm = Array.from({ length: TIMES }, () => kept)
      .flat()
      .map((message) => ({ message, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ message }) => message);
    const withForged = storm.flatMap((message, index) =>
      random() < SHARE_FORGED ? [forge(message, index), message] : [message],
    );
    const answers = await deliverAll(withForged);
    const forged = withForged.length - storm.length;
    expect(answers.filter((status) => status === 401)).toHaveLength(forged);
    expect(answers.filter((status) => status === 200)).toHaveLength(storm.length);
    const before = await endState();
    await compare();
    const { owner } = program();
    expect(await owner.webhookDelivery.count({ where: { state: 'dead' } })).toBe(0);
    const stormy = await endState();
    expect(tellDifferences(calm, stormy)).toEqual([]);
    expect(stormy).toEqual(calm);
    expect(
      await owner.reconciliationException.findMany({
        where: { kind: 'order_unreadable' },
        select: { reference: true },
      }),
    ).toEqual([{ reference: `order/${odd.id}` }]);
    const stormMails = await mailsOf();
    expect(stormMails.filter((mail) => !calmMails.includes(mail))).toEqual([]);

    noteCount('events', messages.length);
    noteCount('deliveries', storm.length);
    noteCount('forged', forged);
    noteCount('never delivered', messages.length - kept.length);
    noteCount('orders', Object.keys(bare.shop.orders).length);
    noteCount('rows that differed before the comparison', before.filter((line) => !calm.includes(line)).length);
    noteCount('mails of the calm run that the storm did not cause', calmMails.length - stormMails.length);

    await owner.$executeRawUnsafe(
      `UPDATE vendor_balances SET payable_minor = payable_minor + 1 WHERE vendor_id = (SELECT min(vendor_id) FROM vendor_balances)`,
    );
    expect(await endState()).not.toEqual(calm);
  },
);
