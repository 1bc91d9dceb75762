import { createHmac } from 'node:crypto';
import { API_KEY, API_SECRET } from '#tests/support/environment.ts';
import { program } from '#tests/support/program.ts';
import { buildConversation } from './conversations.ts';
import { nextNumber } from './numbers.ts';
import { buildOfferRow } from './offers.ts';
import { sellOrder, type SoldOrder } from './orders/sold-orders.ts';
import type { BuiltStore, BuiltVendor } from './stores.ts';

type Claims = Record<string, unknown>;
const encodePart = (part: Claims): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JWT as it is signed for the app; with no secret it is unsigned. */
export function signToken(claims: Claims, secret: string | null = API_SECRET): string {
  const content = `${encodePart({ alg: secret === null ? 'none' : 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${content}.${secret === null ? '' : createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** What a session token of a customer's account says; it lives for five minutes of the machine's own time. */
export function buyerClaims({ domain }: Pick<BuiltStore, 'domain'>, customerId: bigint | null): Claims {
  const now = Math.floor(Date.now() / 1000);
  return {
    dest: domain,
    aud: API_KEY,
    exp: now + 300,
    nbf: now - 5,
    iat: now - 5,
    jti: `buyer-${nextNumber()}`,
    ...(customerId === null ? {} : { sub: `gid://shopify/Customer/${customerId}` }),
  };
}

/** A customer of a store as a caller, by the session token of their account. */
export const signInBuyer = (store: Pick<BuiltStore, 'domain'>, customerId: bigint): { bearer: string } => ({
  bearer: signToken(buyerClaims(store, customerId)),
});

/** A customer of the sandbox's store by a number that a test chose, and the address by which they order. */
function addCustomer(domain: string, customerId: bigint): string {
  const { sandbox } = program();
  const shop = Object.values(sandbox?.sandbox.state.shops ?? {}).find((one) => one.domain === domain);
  if (!sandbox || !shop) throw new Error(`The sandbox has no store ${domain}`);
  const email = `customer-${customerId}@buyers.test`;
  const at = sandbox.sandbox.clock.iso();
  shop.customers[String(customerId)] ??= {
    id: Number(customerId),
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    phone: null,
    tags: [],
    createdAt: at,
    updatedAt: at,
  };
  return email;
}

/** An order of vendors, one item of each, that a customer of the store placed. */
export function sellToCustomer(vendors: readonly BuiltVendor[], customerId: bigint): Promise<SoldOrder> {
  const domain = vendors[0]?.store.domain ?? '';
  return sellOrder(
    vendors.map(({ name }) => ({ vendor: name, title: `Mug of ${name}`, price: '20.00' })),
    { more: { shop: domain, email: addCustomer(domain, customerId) } },
  );
}

/** A conversation of a customer of the store, as the platform vouched for them when it was begun. */
export async function buildCustomerThread(vendor: BuiltVendor, customerId: bigint) {
  const built = await buildConversation(vendor);
  await program().owner.conversation.update({
    where: { id: built.id },
    data: { customerId, buyerKey: `customer:${customerId}` },
  });
  return built;
}

/** An offer of a customer of the store that waits for them. */
export async function buildCustomerOffer(vendor: BuiltVendor, customerId: bigint): Promise<bigint> {
  const id = await buildOfferRow(vendor, { status: 'countered' });
  await program().owner.offer.update({ where: { id }, data: { customerId } });
  return id;
}
