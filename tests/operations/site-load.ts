import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import type { Person } from '#scripts/demo/demo-client.ts';
import type { RollingSite } from './rolling-site.ts';

/** What people and the platform do while releases change: so many requests and orders a second, and what became of them. */
export type SiteLoad = {
  /** Requests that were not answered as they should be, each in a line. */
  failed: string[];
  counts: { requests: number; orders: number; shipped: number; comments: number };
  /** Ends it once all that was begun is answered. */
  stop(): Promise<void>;
};

const REQUESTS_A_SECOND = 10;
const ORDERS_A_SECOND = 2;
/** Every how many seconds a vendor ships, and somebody writes a note. */
const SHIP_SECONDS = 4;
const NOTE_SECONDS = 3;
/** A session lives shorter than a run. */
const SIGN_IN_SECONDS = 120;

const READS = [
  '/orders',
  '/orders?fulfillment=unfulfilled',
  '/orders?search=%231',
  '/products-v2',
  '/dashboard',
  '/transactions',
  '/statements',
  '/notices/unread',
  '/account',
  '/app/info',
];
const PAGES = ['/app/orders', '/app/products', '/app'];

/** What went wrong, with its cause: a request that was not sent says no more than that by itself. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message.slice(0, 300)}${cause}`;
}

export async function startLoad(site: RollingSite, vendors: readonly string[]): Promise<SiteLoad> {
  const { client, addresses } = site;
  const failed: string[] = [];
  const counts = { requests: 0, orders: 0, shipped: 0, comments: 0 };
  const catalogue = await client.control<{ variants: { sku: string }[] }[]>('GET', '/products');
  const skus = catalogue.flatMap(({ variants }) => variants.map(({ sku }) => sku));
  const people: Person[] = [];
  const signIn = async () => {
    const found: Person[] = [];
    for (const email of [DEMO_ADMIN, ...vendors.slice(0, 3)]) found.push(await client.signIn(email));
    people.splice(0, people.length, ...found);
  };
  await signIn();
  const reads = await listAnswered(site, people);
  const open = new Set<Promise<void>>();
  const begin = (what: string, work: () => Promise<unknown>) => {
    const run: Promise<void> = work()
      .then(() => undefined)
      .catch((error: unknown) => {
        failed.push(`${new Date().toISOString()} ${what}: ${describe(error)}`);
      })
      .finally(() => open.delete(run));
    open.add(run);
  };
  let turn = 0;
  const read = () => {
    const number = turn++;
    const person = people[number % people.length];
    counts.requests++;
    if (number % 10 === 9) {
      const path = PAGES[Math.floor(number / 10) % PAGES.length] ?? '/app';
      begin(path, () => getPage(`${addresses.app}${path}`, person));
      return;
    }
    const path = reads[number % reads.length] ?? '/orders';
    begin(path, () => client.call<undefined>(person, 'GET', path));
  };
  const order = () => {
    const number = counts.orders++;
    const lines = [0, 1].map((line) => ({
      sku: skus[(number * 3 + line * 7) % skus.length],
      quantity: 1 + (number % 3),
    }));
    begin('an order at the platform', async () => {
      await client.control('POST', '/orders', {
        email: `buyer-${number}@buyers.test`,
        lines: lines[0]?.sku === lines[1]?.sku ? lines.slice(0, 1) : lines,
        shippingAddress: {
          firstName: 'Ada',
          lastName: `Buyer ${number}`,
          address1: 'Kaai 1',
          city: 'Gent',
          zip: '9000',
          countryCode: 'BE',
        },
        taxRate: 0.08,
        financialStatus: number % 9 === 8 ? 'pending' : 'paid',
      });
    });
  };
  /** Nobody ships the same order twice, nor two at a time: that is refused, and rightly. */
  const shippedIds = new Set<string>();
  let isShipping = false;
  const shipOne = async (person: Person | undefined) => {
    const { orders } = await client.call<{ orders: { id: string }[] }>(
      person,
      'GET',
      '/orders?fulfillment=unfulfilled',
    );
    const id = orders.find((one) => !shippedIds.has(one.id))?.id;
    if (id === undefined) return;
    shippedIds.add(id);
    const { order } = await client.call<{ order: { allowedActions: string[]; lines: { id: string; left: number }[] } }>(
      person,
      'GET',
      `/orders/${id}`,
    );
    const lineItems = order.lines.filter(({ left }) => left > 0).map((line) => ({ id: line.id, quantity: line.left }));
    if (!order.allowedActions.includes('fulfill') || lineItems.length === 0) return;
    counts.shipped++;
    await client.call(person, 'POST', `/orders/${id}/fulfill`, {
      carrier: 'DHL',
      tracking: `00340434${id}`,
      lineItems,
    });
  };
  const ship = () => {
    if (isShipping) return;
    isShipping = true;
    begin('a shipment', () =>
      shipOne(people[1 + (counts.shipped % 3)]).finally(() => {
        isShipping = false;
      }),
    );
  };
  const note = () => {
    const person = people[1];
    begin('a note', async () => {
      const { orders } = await client.call<{ orders: { id: string }[] }>(person, 'GET', '/orders');
      const id = orders[counts.comments++ % Math.max(1, orders.length)]?.id;
      if (id !== undefined)
        await client.call(person, 'POST', `/orders/${id}/comments`, { text: `Note ${counts.comments}` });
    });
  };
  const timers = [
    setInterval(read, 1000 / REQUESTS_A_SECOND),
    setInterval(order, 1000 / ORDERS_A_SECOND),
    setInterval(ship, SHIP_SECONDS * 1000),
    setInterval(note, NOTE_SECONDS * 1000),
    setInterval(() => begin('a sign-in', signIn), SIGN_IN_SECONDS * 1000),
  ];
  return {
    failed,
    counts,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** The reads that all of these people may do here. */
async function listAnswered(site: RollingSite, people: readonly Person[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of READS) {
    const answers = await Promise.allSettled(people.map((person) => site.client.call(person, 'GET', path)));
    if (answers.every(({ status }) => status === 'fulfilled')) found.push(path);
  }
  if (found.length < 6) throw new Error(`Only ${found.join(', ')} are answered`);
  return found;
}

async function getPage(url: string, person: Person | undefined): Promise<void> {
  const answer = await fetch(url, { headers: { cookie: person?.cookie ?? '' }, redirect: 'follow' });
  const html = await answer.text();
  if (answer.status >= 400 || !html.includes('</html>')) throw new Error(`${answer.status} ${html.slice(0, 200)}`);
}
