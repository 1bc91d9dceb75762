import type { Sandbox } from '../../core/kernel.ts';
import type { CaughtMail, Order, Product, Shop } from '../../core/state.ts';
import { isOnStorefront } from '../../platform/store/lookup.ts';
import { mintSessionToken } from '../../platform/oauth.ts';

/** The steps of the walk through one order, in their order. */
export const WALK_STEPS = ['apply', 'approve', 'password', 'product', 'publish', 'buy', 'ship', 'pay'] as const;
export type WalkStep = (typeof WALK_STEPS)[number];

const ANSWER_WITHIN_MS = 1500;

/** Starts the walk at this moment: what happened before counts for no step. */
export function startWalk(sandbox: Sandbox): void {
  sandbox.state.walk = { since: sandbox.clock.iso(), ticked: [] };
  sandbox.save();
}

/** Which steps are done. Each is seen in what the sandbox keeps; the password and the payout the app alone knows, and is asked. */
export async function readProgress(sandbox: Sandbox): Promise<ReadonlySet<WalkStep>> {
  const { walk } = sandbox.state;
  const [shop] = Object.values(sandbox.state.shops);
  if (!walk || !shop) return new Set();
  const seen = await findDone(sandbox, shop, walk.since);
  const ticked = WALK_STEPS.filter((step) => walk.ticked.includes(step) || seen.has(step));
  if (ticked.length > walk.ticked.length) {
    walk.ticked = ticked;
    sandbox.save();
  }
  return new Set(ticked);
}

async function findDone(sandbox: Sandbox, shop: Shop, since: string): Promise<Set<WalkStep>> {
  const done = new Set<WalkStep>();
  const mails = sandbox.state.mails.filter((mail) => mail.at > since);
  if (mails.some((mail) => mail.html.includes('/applications'))) done.add('apply');
  const invitation = mails.findLast((mail) => mail.html.includes('change-password?'));
  if (!invitation) return done;
  done.add('apply').add('approve');
  const vendor = await findVendor(sandbox, shop, invitation);
  if (vendor?.hasSignedIn) done.add('password');
  const product = vendor && findProduct(shop, vendor.name, since);
  if (!product) return done;
  done.add('product');
  if (isOnStorefront(shop, product)) done.add('publish');
  const order = Object.values(shop.orders).find((one) => one.createdAt > since && hasLineOf(one, product.vendor));
  if (!order) return done;
  done.add('publish').add('buy');
  if (!isShipped(order, product.vendor)) return done;
  done.add('ship');
  if (await isPaidOut(sandbox, shop, { order, vendor: product.vendor })) done.add('pay');
  return done;
}

const hasLineOf = (order: Order, vendor: string): boolean => order.lines.some((line) => line.vendor === vendor);

function findProduct(shop: Shop, vendor: string, since: string): Product | undefined {
  return Object.values(shop.products).find((one) => one.createdAt > since && one.vendor === vendor);
}

function isShipped(order: Order, vendor: string): boolean {
  const own = new Set(order.lines.filter((line) => line.vendor === vendor).map((line) => line.id));
  const shipped = order.fulfillments.filter(({ status }) => status === 'SUCCESS');
  return shipped.some(({ lines }) => lines.some(({ lineId }) => own.has(lineId)));
}

type VendorRow = { vendor: string; email: string | null; hasSignedIn: boolean };

async function findVendor(
  sandbox: Sandbox,
  shop: Shop,
  { to }: CaughtMail,
): Promise<{ name: string; hasSignedIn: boolean } | undefined> {
  const answer = await askApp<{ vendors: VendorRow[] }>(sandbox, shop, '/vendors');
  const row = answer?.vendors.find(({ email }) => email !== null && to.includes(email));
  return row && { name: row.vendor, hasSignedIn: row.hasSignedIn };
}

type OrderRow = { name: string; vendor: { name: string }; payout: string };

async function isPaidOut(sandbox: Sandbox, shop: Shop, o: { order: Order; vendor: string }): Promise<boolean> {
  const query = `/orders?q=${encodeURIComponent(o.order.name)}`;
  const answer = await askApp<{ orders: OrderRow[] }>(sandbox, shop, query);
  return (answer?.orders ?? []).some(
    ({ name, vendor, payout }) => name === o.order.name && vendor.name === o.vendor && payout === 'paid',
  );
}

/** What the app answers the store's owner, as to its own page in the frame; undefined where it does not answer. */
async function askApp<T>(sandbox: Sandbox, shop: Shop, path: string): Promise<T | undefined> {
  const owner = shop.staff.find((user) => user.accountOwner);
  if (!owner) return undefined;
  try {
    const response = await fetch(`${sandbox.config.appUrl}/api${path}`, {
      headers: { authorization: `Bearer ${mintSessionToken(sandbox, shop, owner)}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
