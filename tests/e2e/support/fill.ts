import type { DemoClient, Person } from '#scripts/demo/demo-client.ts';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { FJELL, NORDLYS } from './marketplace.ts';

/** What the screens' addresses need, and the account of a vendor that has nothing yet. */
export type Filled = {
  orderId: string;
  productId: string;
  payoutId: string;
  vendorId: string;
  applicationId: string;
  changeId: string;
  entryId: string;
  newcomer: string;
};

const NEWCOMER = { name: 'Quiet Corner', email: 'quiet@corner.test' };
type Paid = { results: { transactionId: string | null }[] };
type Bought = { id: string; name: string };

/** Orders of two vendors, one shipped, one paid out and refunded since, one unpaid; applications; a vendor without anything. */
export async function fillMarketplace(client: DemoClient): Promise<Filled> {
  const skus = await skusOf(client);
  const first = await buy(client, skus, {});
  await buy(client, skus, {});
  await buy(client, skus, { financialStatus: 'pending' });
  const refunded = await buy(client, skus, {});
  await client.control('POST', '/drain', {});
  const admin = await client.signIn(DEMO_ADMIN);
  await ship(client, first.id);
  const paid = await client.call<Paid>(admin, 'POST', '/payment/v3/pay', await manualPayment(client, refunded));
  await client.control('POST', `/orders/${encodeURIComponent(refunded.name)}/refunds`, {
    lines: [{ sku: skus.nordlys, quantity: 1 }],
  });
  await applyTwice(client);
  await inviteNewcomer(client, admin);
  const changeId = await holdChange(client);
  await client.control('POST', '/drain', {});
  await switchTranslationsOn(client, admin);
  const entryId = await fillCatalog(client, admin);
  const payoutId = paid.results[0]?.transactionId ?? '';
  return {
    ...(await findIds(client, admin)),
    payoutId,
    changeId,
    entryId,
    orderId: first.id,
    newcomer: NEWCOMER.email,
  };
}

/** The store grants optional accesses, as App Bridge asks for them. */
async function grant(client: DemoClient, added: readonly string[]): Promise<void> {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  const granted = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
  const scopes = [...new Set([...granted, ...added])];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
}

/** A catalogue with one entry of a long name, which a vendor offers. */
async function fillCatalog(client: DemoClient, admin: Person): Promise<string> {
  await grant(client, ['write_metaobject_definitions', 'write_metaobjects']);
  const settings = await client.call<object>(admin, 'GET', '/settings/catalog');
  await client.call(admin, 'PUT', '/settings/catalog', { ...settings, enabled: true });
  const { entry } = await client.call<{ entry: { id: string } }>(admin, 'POST', '/catalog-entries', {
    title: 'Emailliertes Wasserkesselchen mit hitzebeständigem Kirschholzgriff',
    description: '<p>Boils a <strong>litre</strong> in four minutes.</p>',
    productType: 'Kitchen',
    barcode: '4006381333931',
    priceMin: '18.00',
    priceMax: '32.00',
  });
  const vendor = await client.signIn(FJELL.email);
  await client.call(vendor, 'POST', `/catalog/${entry.id}/offers`, { price: '21.00', stock: 3 });
  return entry.id;
}

async function switchTranslationsOn(client: DemoClient, admin: Person): Promise<void> {
  await grant(client, ['write_translations']);
  const dict = [{ locale: 'de', key: 'Glaze', value: 'Glasur' }];
  await client.call(admin, 'PATCH', '/app/info/features', { features: { translations: { enabled: true, dict } } });
}

async function skusOf(client: DemoClient): Promise<{ nordlys: string; fjell: string }> {
  const products = await client.control<{ vendor: string; variants: { sku: string }[] }[]>('GET', '/products');
  const skuOf = (vendor: string): string =>
    products.find((product) => product.vendor === vendor)?.variants[0]?.sku ?? '';
  return { nordlys: skuOf(NORDLYS.name), fjell: skuOf(FJELL.name) };
}

async function buy(client: DemoClient, skus: { nordlys: string; fjell: string }, more: object): Promise<Bought> {
  const order = await client.control<{ id: number; name: string }>('POST', '/orders', {
    email: 'ingrid@buyers.test',
    lines: [
      { sku: skus.nordlys, quantity: 2 },
      { sku: skus.fjell, quantity: 1 },
    ],
    shippingAddress: {
      firstName: 'Ingrid',
      lastName: 'Solberg',
      address1: '7 Market Street',
      city: 'Bergen',
      zip: '5003',
      countryCode: 'NO',
    },
    shippingPrice: '6.90',
    taxRate: 0.08,
    ...more,
  });
  return { id: String(order.id), name: order.name };
}

async function ship(client: DemoClient, id: string): Promise<void> {
  const vendor = await client.signIn(NORDLYS.email);
  const { order } = await client.call<{ order: { lines: { id: string; left: number }[] } }>(
    vendor,
    'GET',
    `/orders/${id}`,
  );
  const lineItems = order.lines.map((line) => ({ id: line.id, quantity: 1 }));
  await client.call(vendor, 'POST', `/orders/${id}/fulfill`, { carrier: 'PostNL', tracking: '3SSCREENS01', lineItems });
}

async function manualPayment(client: DemoClient, order: Bought): Promise<object> {
  const { now } = await client.control<{ now: string }>('GET', '/state');
  return {
    payoutLines: [{ orderName: order.name, vendor: NORDLYS.name, orderId: order.id }],
    methods: [{ vendor: NORDLYS.name, method: 'manual' }],
    manual: { paidAt: now, details: 'Bank transfer of the screens' },
  };
}

async function applyTwice(client: DemoClient): Promise<void> {
  for (const [vendorName, email] of [
    ['Northlight Ceramics', 'hello@northlight.test'],
    ['Werkstatt für Handgefertigte Holzspielzeuge und Kinderzimmereinrichtungen', 'gruss@werkstatt.test'],
  ]) {
    await client.call(undefined, 'POST', '/vendor/application', { email, vendorName, store: DEMO_SHOP, fields: [] });
  }
}

/** A change of every kind of value that waits, made while the marketplace held everything. */
async function holdChange(client: DemoClient): Promise<string> {
  type Rules = { rules: object; version: number };
  type Detail = { product: { id: string; title: string; variants: object[] }; change: { id: string } | null };
  const rule = async (hold: string): Promise<void> => {
    const admin = await client.signIn(DEMO_ADMIN);
    const { version, rules } = await client.call<Rules>(admin, 'GET', '/settings/product-rules');
    await client.call(admin, 'PUT', '/settings/product-rules', { rules: { ...rules, hold }, version });
  };
  await rule('everything');
  const vendor = await client.signIn(NORDLYS.email);
  const list = await client.call<{ products: { id: string }[] }>(
    vendor,
    'GET',
    '/products-v2?status=ACTIVE&sort=TITLE&reverse=true',
  );
  const path = `/products-v2/${list.products[0]?.id ?? ''}`;
  const { product } = await client.call<Detail>(vendor, 'GET', path);
  const variants = product.variants.map((variant) => ({ ...variant, price: '47.50', weight: 1.2 }));
  const bodyHtml = '<p>A new text with <strong>many</strong> more words about clay, glaze and fire.</p>';
  await client.call(vendor, 'PUT', '/products-v2', {
    product: { ...product, title: 'Lengthily renamed', bodyHtml, variants },
  });
  await rule('free');
  return (await client.call<Detail>(vendor, 'GET', path)).change?.id ?? '';
}

/** Once: a run that failed begins its next file's preparations anew. */
async function inviteNewcomer(client: DemoClient, admin: Person): Promise<void> {
  const { vendors } = await client.call<{ vendors: { vendor: string }[] }>(admin, 'GET', '/vendors');
  if (vendors.some((one) => one.vendor === NEWCOMER.name)) return;
  const path = `/vendors/${encodeURIComponent(NEWCOMER.name)}`;
  await client.call(admin, 'POST', path, { identity: NEWCOMER.email, confirm: true });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(NEWCOMER.email);
}

async function findIds(client: DemoClient, admin: Person) {
  const { vendors, applications } = await client.call<{
    vendors: { id: string; vendor: string }[];
    applications: { id: string; vendorName: string; status: string }[];
  }>(admin, 'GET', '/vendors');
  const vendor = await client.signIn(NORDLYS.email);
  const { products } = await client.call<{ products: { id: string }[] }>(vendor, 'GET', '/products-v2?status=ALL');
  return {
    vendorId: vendors.find((one) => one.vendor === NORDLYS.name)?.id ?? '',
    applicationId: applications.find((one) => one.status === 'pending')?.id ?? '',
    productId: products[0]?.id ?? '',
  };
}
