import { invariant } from '#app/core/invariant.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '#app/server/session.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import {
  clearFaults,
  connectProviders,
  meetFault,
  PAYOUT_FAULTS,
  type PaidWorld,
  type PayoutFault,
} from '#tests/factories/payouts/payout-faults.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildStaff, renewSession } from '#tests/factories/people.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import type { Caller } from '#tests/support/api.ts';
import { api, program, startProgram, waitForMorning } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

/** A fault of the list by what happens. */
function faultOf(wanted: string): (typeof PAYOUT_FAULTS)[number] {
  const fault = PAYOUT_FAULTS.find(({ what }) => what === wanted);
  invariant(fault, `there is a fault ${wanted}`);
  return fault;
}

function firstFault(): (typeof PAYOUT_FAULTS)[number] {
  const [fault] = PAYOUT_FAULTS;
  invariant(fault, 'there are faults');
  return fault;
}

let store: BuiltStore;
let world: PaidWorld;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false, screens: await openScreens() });
  store = await installDemoStore();
  await buildDefaultList(store);
}, 300_000);
afterAll(() => program().stop());
beforeEach(async () => {
  waitForMorning();
  await clearFaults();
  world = await connectProviders(store, await buildAdmin({ store }));
});

type Page = { text: string; badges: string[]; links: Map<string, string> };

/** A page as somebody sees it before any script runs. */
async function open(path: string, { cookie = '' }: Caller): Promise<Page> {
  const answer = await fetch(`${program().url}/app${path}`, { headers: { cookie, accept: 'text/html' } });
  expect(answer.status, path).toBe(200);
  return read(await answer.text());
}

/** What stands in a page: its text, the words of its badges, and its links and buttons with where they lead. */
function read(html: string): Page {
  const shown = html
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '')
    .replace(/<span class="Polaris-Text--root Polaris-Text--visuallyHidden">[^<]*<\/span>/g, '');
  const textOf = (part: string) =>
    part
      .replace(/<[^>]*>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim();
  return {
    text: textOf(shown),
    badges: [...shown.matchAll(/<span class="Polaris-Badge[ "][^>]*>(?:<span[^>]*>)*([^<]+)/g)].map(
      ([, word = '']) => word,
    ),
    links: new Map(
      [...shown.matchAll(/<(a|button)\b([^>]*)>(.*?)<\/\1>/gs)].map(([, , attributes = '', inner = '']) => [
        textOf(inner),
        /href="([^"]*)"/.exec(attributes)?.[1] ?? '',
      ]),
    ),
  };
}

/** The page of the order that a payout is of. */
async function openOrder(payoutId: bigint, who: Caller): Promise<Page> {
  const { orderId } = await program().owner.payoutLine.findFirstOrThrow({ where: { storeId: store.id, payoutId } });
  return open(`/orders/${orderId}`, who);
}

const times = (text: string, part: string): number => text.split(part).length - 1;
const ORDER_TEXTS: Readonly<Record<PayoutFault['when'], string>> = {
  before: 'Payout did not arrive, $36.00',
  'on its way': 'Payout did not arrive, $36.00',
  late: 'Payout returned, $36.00',
};
const BACK: Readonly<Record<string, string>> = { Failed: 'Failed; due again', Reversed: 'Returned; due again' };

describe.each(PAYOUT_FAULTS)('$method: $what', (fault) => {
  it('is shown with what is safe, what comes next and who has to act, in both layouts', async () => {
    const { id, vendor, orderName } = await meetFault(world, fault);
    const { admin } = world;
    const { seller } = vendor;
    const { badge } = fault;
    const isNothing = badge !== 'Unclaimed';

    const page = await open(`/money/payouts/${id}`, admin);
    expect(page.badges).toContain(badge);
    expect(page.text).toContain(fault.admin.why);
    expect(page.text).toMatch(fault.admin.next);
    expect(page.text).toContain(
      isNothing
        ? 'No money is lost: $36.00 of 1 order is due again.'
        : 'The money is at PayPal. Its orders count as paid',
    );
    if (fault.admin.verb) expect(page.links.get(fault.admin.verb[0])).toMatch(fault.admin.verb[1]);
    // What was told twice happened once.
    if (isNothing) expect(times(page.text, BACK[badge] ?? '')).toBe(1);
    expect(page.text.includes('It was shown as paid from')).toBe(fault.when === 'late');

    const history = await open('/money/payouts?view=issues', admin);
    expect(history.text).toContain(`Payout ${id}`);
    expect(history.text).toContain(fault.admin.why);
    const due = await open(`/payouts?q=${encodeURIComponent(vendor.vendor.name)}`, admin);
    expect(due.text.includes(`Last payout: ${fault.admin.why}`)).toBe(isNothing);
    const home = await open('', admin);
    expect(home.text).toContain(`${vendor.vendor.name}, $36.00: ${fault.admin.why}`);
    const order = await openOrder(id, admin);
    expect(times(order.text, ORDER_TEXTS[fault.when])).toBe(isNothing ? 1 : 0);
    if (isNothing) expect(order.text).toContain(fault.admin.why);
    if (fault.payments) expect((await open('/payments', admin)).text).toContain(fault.payments);

    const own = await open(`/money/payouts/${id}`, seller);
    expect(own.badges).toContain(badge);
    expect(own.text).toContain(fault.vendor.why);
    expect(own.text).toContain(fault.vendor.next);
    expect(own.text).toContain(
      isNothing ? 'No money is lost: $36.00 of 1 order is due to you again.' : 'The money waits for you at PayPal.',
    );
    expect(own.links.has('See payment information')).toBe(fault.vendor.verb);
    for (const verb of ['Pay again', 'See payments', 'Look it up at PayPal']) expect(own.links.has(verb)).toBe(false);
    const ownOrder = await openOrder(id, seller);
    expect(times(ownOrder.text, ORDER_TEXTS[fault.when])).toBe(isNothing ? 1 : 0);
    if (isNothing) expect(ownOrder.text).toContain(fault.vendor.why);
    // The marketplace’s balance and keys are its own.
    if (fault.vendor.why !== fault.admin.why)
      for (const { text } of [own, ownOrder]) expect(text).not.toContain(fault.admin.why);
    expect((await open('/money/payouts', seller)).text).toContain(fault.vendor.why);
    const money = await open('/money?period=all', seller);
    expect(money.text).toContain(orderName);
    expect(money.badges).toContain(isNothing ? 'Due' : 'Paid');
    const ownHome = await open('', seller);
    expect(ownHome.text.includes(`$36.00: ${fault.vendor.why}`)).toBe(fault.vendor.verb || !isNothing);
    if (fault.information) expect((await open('/payment-information', seller)).text).toContain(fault.information);
  });
});

describe('a payout of which a part was taken back', () => {
  const part: PayoutFault = {
    method: 'stripe',
    what: 'a part taken back',
    when: 'late',
    spoil: async ({ payout }) =>
      control('POST', `/stripe/transfers/${(await payout()).providerRef ?? ''}`, { reverse: { amountMinor: 10_00 } }),
    badge: 'Paid',
    admin: { why: '$10.00 of this payout was returned', next: /See at Stripe why before you pay again\./, verb: null },
    vendor: { why: '$10.00 of this payout was returned', next: 'Ask the marketplace why.', verb: false },
  };

  it('stays paid, and says in both layouts how much was reversed, that it is due again, and once it was paid again', async () => {
    const { id, vendor, orderName } = await meetFault(world, part);
    const { admin } = world;
    const { seller } = vendor;
    const page = await open(`/money/payouts/${id}`, admin);
    expect(page.badges).toContain('Paid');
    for (const text of [
      part.admin.why,
      'It was taken back at Stripe. The rest stays paid.',
      'No money is lost: $10.00 of 1 order is due again.',
      'See at Stripe why before you pay again.',
      '$10.00 returned; due again',
    ])
      expect(times(page.text, text), text).toBe(1);
    expect(page.text).toContain('Returned−$10.00Still paid$26.00');
    expect(page.links.get('Pay again')).toMatch(/\/payouts\/pay\?orders=\d+/);
    expect(page.links.has('Look it up at Stripe')).toBe(true);
    expect((await open('/money/payouts?view=issues', admin)).text).toContain('$10.00 returned');
    const due = await open(`/payouts?q=${encodeURIComponent(vendor.vendor.name)}`, admin);
    expect(due.text).toContain('Last payout: It was taken back at the provider');
    expect((await open('', admin)).text).toContain(`${vendor.vendor.name}, $10.00: It was taken back at the provider`);

    const own = await open(`/money/payouts/${id}`, seller);
    for (const text of [part.vendor.why, 'No money is lost: $10.00 of 1 order is due to you again.', part.vendor.next])
      expect(own.text).toContain(text);
    for (const verb of ['Pay again', 'Look it up at Stripe']) expect(own.links.has(verb)).toBe(false);
    expect((await open('/money/payouts', seller)).text).toContain('$10.00 returned');
    const money = await open('/money?period=all', seller);
    expect(money.text).toContain(orderName);
    expect(money.badges).toContain('Due');

    for (const who of [admin, seller]) {
      const { text } = await openOrder(id, who);
      expect(times(text, 'Payout returned, $10.00')).toBe(1);
      expect(text).toContain('It was taken back at the provider');
    }

    const mails = await program().owner.mail.findMany({
      where: { storeId: store.id, params: { path: ['payoutId'], equals: String(id) } },
    });
    expect(mails.map(({ template, params }) => [template, params])).toEqual([
      ['marketplace-payout-failed', { payoutId: String(id), state: 'part', partMinor: '1000' }],
    ]);

    await api(admin).post('/payment/v3/pay', {
      payoutLines: [{ orderName, vendor: vendor.vendor.name }],
      methods: [{ vendor: vendor.vendor.name, method: 'manual' }],
      manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
    });
    const after = await open(`/money/payouts/${id}`, admin);
    expect(after.text).toContain('Paid again with:');
    expect(after.links.has('Pay again')).toBe(false);
    expect((await open('/money/payouts?view=issues', admin)).text).not.toContain(`Payout ${id} `);
  });
});

describe('a payout by PayPal', () => {
  it('whose answer is permanently lost asks the marketplace what became of it, and says who said so', async () => {
    const lost = faultOf('a failure, late');
    const { id, vendor } = await meetFault(world, { ...lost, spoil: () => Promise.resolve() });
    const data = { state: 'unknown', batchRef: null, paidAt: null, reason: null };
    await program().owner.payout.updateMany({ where: { storeId: store.id, id }, data });
    program().clock.advance({ days: 31 });
    const admin = await buildAdmin({ store });
    await renewSession(vendor.seller);
    const page = await open(`/money/payouts/${id}`, admin);
    expect(page.text).toContain('Status can no longer be checked');
    for (const verb of ['It arrived', 'It never left']) expect(page.links.has(verb)).toBe(true);
    const own = await open(`/money/payouts/${id}`, vendor.seller);
    expect(own.text).toContain('It is not known whether it was sent.');
    for (const verb of ['It arrived', 'It never left']) expect(own.links.has(verb)).toBe(false);
    const said = await api(admin).post(`/payment/payouts/${id}/end`, {
      outcome: 'never_left',
      note: 'Not in our account',
    });
    expect(said.status, JSON.stringify(said.body)).toBe(200);
    const after = await open(`/money/payouts/${id}`, admin);
    expect(after.badges).toContain('Failed');
    for (const text of ['Failed, as confirmed by a person', '“Not in our account”', 'is due again'])
      expect(after.text).toContain(text);
    const theirs = await open(`/money/payouts/${id}`, vendor.seller);
    expect(theirs.text).toContain('Marked as not sent; due again');
    expect(theirs.text).not.toContain('Not in our account');
  });
});

describe('a payout that did not arrive', () => {
  const insufficient = firstFault();
  const unclaimed = faultOf('an unclaimed item');

  it('asks for nothing any more once its orders were paid again, and says with what', async () => {
    const { id, vendor, orderName } = await meetFault(world, insufficient);
    const before = await open('', world.admin);
    expect(before.text).toContain(vendor.vendor.name);
    const paid = await api(world.admin).post('/payment/v3/pay', {
      payoutLines: [{ orderName, vendor: vendor.vendor.name }],
      methods: [{ vendor: vendor.vendor.name, method: 'manual' }],
      manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
    });
    const again = paid.as<{ results: { transactionId: string }[] }>().results[0]?.transactionId ?? '';
    const page = await open(`/money/payouts/${id}`, world.admin);
    expect(page.text).toContain('Paid again with:');
    expect(page.links.get(`Payout ${again}`)).toContain(`/money/payouts/${again}`);
    expect(page.links.has('Pay again')).toBe(false);
    expect(page.text).not.toContain('No money is lost');
    expect((await open('/money/payouts?view=issues', world.admin)).text).not.toContain(`Payout ${id} `);
    expect((await open(`/payouts?q=${encodeURIComponent(vendor.vendor.name)}`, world.admin)).text).not.toContain(
      'Last payout',
    );
  });

  /** What a page’s own action answers to somebody. */
  async function act(id: bigint, body: object, { cookie = '' }: Caller): Promise<number> {
    const answer = await fetch(`${program().url}/app/money/payouts/${id}.data`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: program().url },
      body: JSON.stringify(body),
    });
    await answer.text();
    return answer.status;
  }

  it('and was not claimed reminds its vendor by mail, once a day, and is looked up when asked', async () => {
    const { id, vendor } = await meetFault(world, unclaimed);
    const mails = () =>
      program().owner.mail.count({
        where: {
          storeId: store.id,
          template: 'vendor-payout-unclaimed',
          params: { path: ['payoutId'], equals: String(id) },
        },
      });
    const open1 = await open(`/money/payouts/${id}`, world.admin);
    expect(open1.links.has(`Remind ${vendor.vendor.name}`)).toBe(false);
    expect(open1.text).toContain('Last notified by email:');
    program().clock.advance({ hours: 25 });
    world = await connectProviders(store, await buildAdmin({ store }));
    const { admin } = world;
    expect((await open(`/money/payouts/${id}`, admin)).links.has(`Remind ${vendor.vendor.name}`)).toBe(true);
    expect(await act(id, { act: 'remind' }, vendor.seller)).not.toBe(200);
    expect(await Promise.all([1, 2, 3].map(() => act(id, { act: 'remind' }, admin)))).toEqual([200, 200, 200]);
    expect(await mails()).toBe(2);
    const after = await open(`/money/payouts/${id}`, admin);
    expect(times(after.text, 'Reminded by email')).toBe(1);
    expect(after.links.has(`Remind ${vendor.vendor.name}`)).toBe(false);
    const looks = () =>
      program().owner.scheduledJob.count({ where: { kind: 'payouts.process', key: { contains: `asked/${id}/` } } });
    expect(await act(id, { act: 'look' }, vendor.seller)).not.toBe(200);
    expect(await looks()).toBe(0);
    expect(await Promise.all([1, 2].map(() => act(id, { act: 'look' }, admin)))).toEqual([200, 200]);
    expect(await looks()).toBe(1);
    await drainJobs();
    expect(await act(id, { act: 'dance' }, admin)).toBe(422);
  });
});

describe('somebody of the store’s staff without the right to pay out', () => {
  it('reads what happened and is offered no verb that would pay', async () => {
    const { id } = await meetFault(world, firstFault());
    const { subjectId } = await buildStaff({ store, isOwner: false });
    const claims = {
      email: 'staff@store.test',
      store: store.domain,
      storeId: String(store.id),
      vendor: '*',
      name: 'Staff',
      admin: true,
    };
    const token = await program().container.sessions.sign({ sub: `staff:${subjectId}`, ...claims });
    const page = await open(`/money/payouts/${id}`, { cookie: `${SESSION_COOKIE}=${token}` });
    expect(page.text).toContain('The balance at the provider was too low');
    expect(page.links.has('Pay again')).toBe(false);
  });
});
