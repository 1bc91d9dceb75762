/** What the two kinds of session tokens say of whom they are for. Both are signed by the app's one secret. */
type Claims = { iss?: string; dest?: string; sub?: string };

const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;
const STAFF = /^\d{1,20}$/;
const CUSTOMER = /^gid:\/\/shopify\/Customer\/(\d{1,18})$/;

/** The shop of a token: the store admin names it by its address, customers' accounts by its domain alone. */
function readShop(dest = ''): string | undefined {
  const shop = dest.replace(/^https:\/\//, '');
  return SHOP.test(shop) ? shop : undefined;
}

const isOfAdmin = ({ iss = '' }: Claims): boolean => iss.endsWith('/admin');

/** Who of a store's staff a token is for; undefined for one that is not of the store's own admin. */
export function readStaffClaims(claims: Claims): { shop: string; subjectId: string } | undefined {
  const shop = readShop(claims.dest);
  if (!shop || claims.iss !== `https://${shop}/admin` || !STAFF.test(claims.sub ?? '')) return undefined;
  return { shop, subjectId: claims.sub ?? '' };
}

/** Which customer of a store a token is for; undefined where none is signed in, and for one of the store's admin. */
export function readCustomerClaims(claims: Claims): { shop: string; customerId: bigint } | undefined {
  const shop = readShop(claims.dest);
  const [, id] = CUSTOMER.exec(claims.sub ?? '') ?? [];
  return shop && id && !isOfAdmin(claims) ? { shop, customerId: BigInt(id) } : undefined;
}
