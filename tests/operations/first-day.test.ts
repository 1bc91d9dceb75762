import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meetPeople, type FirstDayPeople } from '#tests/support/first-day-people.ts';
import { openFirstDaySite, type FirstDaySite } from '#tests/support/first-day-site.ts';
import { isProof, noteCount } from '#tests/support/scale.ts';

/** Where systems put PostgreSQL, a folder each version. */
const SYSTEM = '/usr/lib/postgresql';
const installed = existsSync(SYSTEM) ? readdirSync(SYSTEM).filter((version) => Number(version) >= 15) : [];
/** The suite takes the embedded one, a proof all that stand here. */
const SERVERS = [
  { name: 'the embedded PostgreSQL', installation: undefined },
  ...(isProof ? installed : []).map((version) => ({
    name: `the system's PostgreSQL ${version}`,
    installation: join(SYSTEM, version),
  })),
];
const START_MS = 900_000;
/** Longer than changed payment details are waited for. */
const PAST_THE_HOLD_HOURS = 73;

const VENDOR = { name: 'Kiln & Co', email: 'kiln@sellers.example' };
const ADMIN = 'mira@kiln.example';
const SKU = 'KILN-BOWL';

type Money = { amount: string; currency: string };
type Row = { id: string; name: string; vendor: { id: string; name: string }; payout: string; due: Money };
type Detail = { order: { lines: { id: string; left: number }[] } };
const usd = (amount: string): Money => ({ amount, currency: 'USD' });

/** The account owner opens the app, which installs it; an admin is invited by the command, and the admin invites a vendor. */
async function moveIn(site: FirstDaySite, people: FirstDayPeople): Promise<void> {
  await people.control('POST', '/install', {});
  await people.openInAdmin();
  await site.settle();
  const invited = await site.run('scripts/invite-admin.ts', ADMIN, 'Mira Admin');
  expect(invited.output).toContain(`${ADMIN} is invited to demo.myshopify.com`);
  await site.settle();
  const admin = await people.acceptInvitation(ADMIN);
  const commissions = [{ min: '0', percentage: '15', flat: '0.30' }];
  await people.call(admin, 'PATCH', '/app/info/commission-v2', { commissions });
  const invitation = { identity: VENDOR.email, confirm: true };
  await people.call(admin, 'POST', `/vendors/${encodeURIComponent(VENDOR.name)}`, invitation);
  await site.settle();
  await people.acceptInvitation(VENDOR.email);
}

/** The vendor lists a product, and the admin approves it. */
async function listProduct(site: FirstDaySite, people: FirstDayPeople): Promise<void> {
  const variants = [{ price: '40.00', stock: 12, sku: SKU }];
  const product = { title: 'Bowl, thrown by hand', bodyHtml: '<p>Stoneware.</p>', variants };
  const seller = await people.signIn(VENDOR.email);
  const { productId } = await people.call<{ productId: string }>(seller, 'PUT', '/products-v2', { product });
  const admin = await people.signIn(ADMIN);
  const approved = await people.call(admin, 'PATCH', `/product-v2/${productId}/approve`, {});
  expect(approved).toMatchObject({ status: 'ACTIVE' });
  await site.settle();
}

/** The marketplace connects Stripe with a live key, and the vendor becomes somebody who can be paid. Returns its account. */
async function connectStripe(site: FirstDaySite, people: FirstDayPeople): Promise<string> {
  const { id, liveKey } = await people.control<{ id: string; liveKey: string }>('POST', '/stripe/platforms', {
    country: 'US',
  });
  const balance = { currency: 'usd', availableMinor: 1_000_00, platform: id, live: true };
  await people.control('POST', '/stripe/balance', balance);
  await people.call(await people.owner(), 'PUT', '/stripe/api-key', { apiKey: liveKey });
  const seller = await people.signIn(VENDOR.email);
  await people.call(seller, 'POST', '/stripe/register', { email: VENDOR.email, country: 'US' });
  const { stripe } = await people.call<{ stripe: { account: { accountId: string } } }>(
    seller,
    'GET',
    '/payout/register',
  );
  const { accountId } = stripe.account;
  await people.control('POST', `/stripe/accounts/${accountId}`, { status: 'active' });
  await site.settle();
  return accountId;
}

/** A buyer pays for two. Returns the order's name. */
async function buy(site: FirstDaySite, people: FirstDayPeople): Promise<string> {
  const shippingAddress = {
    firstName: 'Ingrid',
    lastName: 'Solberg',
    address1: '7 Market Street',
    city: 'Portland',
    zip: '97201',
    countryCode: 'US',
  };
  const { name } = await people.control<{ name: string }>('POST', '/orders', {
    email: 'ingrid.solberg@buyers.test',
    lines: [{ sku: SKU, quantity: 2 }],
    shippingAddress,
    shippingLines: [],
    taxRate: 0,
    financialStatus: 'paid',
  });
  await site.settle();
  return name;
}

async function ship(site: FirstDaySite, people: FirstDayPeople, id: string): Promise<void> {
  const seller = await people.signIn(VENDOR.email);
  const { order } = await people.call<Detail>(seller, 'GET', `/orders/${id}`);
  const lineItems = order.lines.map((line) => ({ id: line.id, quantity: line.left }));
  expect(lineItems).toEqual([{ id: lineItems[0]?.id, quantity: 2 }]);
  await people.call(seller, 'POST', `/orders/${id}/fulfill`, { carrier: 'DHL', tracking: '00340434', lineItems });
  await site.settle();
}

/** All is well but for what the real platform alone has, and the DNS of a domain that nobody owns. */
const expectHealthy = async (site: FirstDaySite): Promise<void> => {
  const { status, output } = await site.run('scripts/doctor.ts');
  const failed = [...output.matchAll(/^fail\s+(\S+)/gm)].map(([, id]) => id);
  expect([failed, status], output).toEqual([['senderDomain'], 1]);
  const isNamed = [site.env.SESSION_SECRET, site.env.ENCRYPTION_KEYS, site.apiSecret, 'program-password'].map(
    (secret) => output.includes(secret ?? ''),
  );
  expect(isNamed).toEqual([false, false, false, false]);
};

describe.each(SERVERS)('first day on $name, whose owner is no superuser', ({ installation }) => {
  let site: FirstDaySite;
  let people: FirstDayPeople;
  let started: number;

  beforeAll(async () => {
    started = performance.now();
    site = await openFirstDaySite({ installation });
    people = meetPeople(site);
  }, START_MS);
  afterAll(() => site.stop(), START_MS);

  /** The vendor's one order, as the vendor sees it in the list. */
  const readRow = async (): Promise<Row> => {
    const { orders } = await people.call<{ orders: Row[] }>(await people.signIn(VENDOR.email), 'GET', '/orders');
    expect(orders).toHaveLength(1);
    return orders[0] as Row;
  };

  test(
    'an order lives from the installation to its payout over the proxy, and every amount is right',
    async () => {
      const idle = await site.measure();
      await moveIn(site, people);
      await listProduct(site, people);
      const accountId = await connectStripe(site, people);

      await expectHealthy(site);

      // Two of 40.00, less 15 percent and 0.30 once for the line.
      const name = await buy(site, people);
      const sold = await readRow();
      expect(sold).toMatchObject({ name, total: usd('80.00'), earnings: usd('67.70'), due: usd('67.70') });
      await ship(site, people, sold.id);
      const refund = { lines: [{ sku: SKU, quantity: 1 }] };
      await people.control('POST', `/orders/${encodeURIComponent(name)}/refunds`, refund);
      await site.settle();
      const left = { fulfillment: 'fulfilled', payout: 'due', total: usd('40.00'), due: usd('33.70') };
      expect(await readRow()).toMatchObject(left);

      // Where the money goes is looked at by somebody else than the admin who brought the vendor in.
      const seller = await people.signIn(VENDOR.email);
      const { detailsChangedAt } = await people.call<{ detailsChangedAt: string }>(seller, 'GET', '/payout/register');
      const approval = `/payout/register/${sold.vendor.id}/approve`;
      await people.call(await people.owner(), 'POST', approval, { detailsChangedAt });
      await people.control('POST', '/clock', { advanceHours: PAST_THE_HOLD_HOURS, wait: false });
      await site.settle();
      const order = { payoutLines: [{ orderName: name, vendor: VENDOR.name, orderId: sold.id }] };
      const methods = [{ vendor: VENDOR.name, method: 'stripe' }];
      const admin = await people.signIn(ADMIN);
      const paid = await people.call(admin, 'POST', '/payment/v3/pay', { ...order, methods });
      expect(paid).toMatchObject({ results: [{ vendor: VENDOR.name, amount: usd('33.70'), reason: null }] });
      await site.settle();
      expect(await readRow()).toMatchObject({ payout: 'paid', due: usd('0.00') });
      const transfers = await people.control('GET', `/stripe/transfers?destination=${accountId}`);
      expect(transfers).toMatchObject([{ amountMinor: 33_70, reversedMinor: 0 }]);
      const sums = 'SELECT currency, sum(amount_minor)::text AS sum FROM ledger_postings GROUP BY currency';
      expect(await site.query(sums)).toEqual([{ currency: 'USD', sum: '0' }]);

      const seconds = Math.round((performance.now() - started) / 1000);
      noteCount(`secondsUntilPaid on ${installation ?? 'embedded'}`, seconds);
      console.log(`Paid after ${seconds} s.`, JSON.stringify({ idle, busy: await site.measure() }));
      for (const requests of site.readShares()) expect(requests).toBeGreaterThan(0);
    },
    START_MS,
  );
});
