import type { DemoWorld } from './world.ts';

type Sheet = { id: string; url: string };

const PRODUCTS = [
  ['sku', 'title', 'price', 'stock', 'description'],
  ['KC-901', 'Seaweed bath tea', '18.00', '40', '<p>Three bags of dried bladderwrack.</p>'],
  ['KC-902', 'Cold cream', '26.00', '25', '<p>For hands that work outside.</p>'],
];

/** A vendor keeps its products in a spreadsheet: shared with the app, proven with its code, and synced. */
export async function connectSheet(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Kelp');
  const { client } = world;
  const sheet = await client.control<Sheet>('POST', '/google/sheets', {
    title: 'Kelp & Co: stock list',
    access: 'editor',
    tabs: { Products: PRODUCTS },
  });
  const { url } = sheet;
  const { code, tab } = await client.askRefusal(await world.signIn(vendor), 'PUT', '/integrations/sheets', { url });
  await client.control('POST', `/google/sheets/${sheet.id}`, { tabs: { [tab ?? '']: [[code]] } });
  await world.call(vendor, 'PUT', '/integrations/sheets', { url });
  await world.settle();
  await world.call(vendor, 'POST', '/integrations/sheets/trigger', {});
}

const OWN_STORE = 'lumen-workshop.myshopify.com';

/** A vendor has a store of its own at the platform: connected, and two of its three products are kept in step from there. */
export async function connectOwnStore(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Lumen');
  const { client } = world;
  await client.control('POST', '/shops', { domain: OWN_STORE, name: 'Lumen Workshop', currency: 'USD' });
  const pictures = world.productsOf(vendor).map(({ picture }) => picture);
  const made = [
    ['Clip lamp', 'LW-901', '69.00'],
    ['Spare paper shade', 'LW-902', '24.00'],
    ['Dimmer cord', 'LW-903', '32.00'],
  ] as const;
  const ids: string[] = [];
  for (const [index, [title, sku, price]] of made.entries()) {
    const variants = [{ sku, price, stock: 15 + index }];
    const product = {
      shop: OWN_STORE,
      title,
      description: `<p>${title}, made in Utrecht.</p>`,
      status: 'ACTIVE',
      variants,
    };
    const image = pictures[index + 1];
    const { id } = await client.control<{ id: string }>('POST', '/shop-products', {
      ...product,
      ...(image ? { image } : {}),
    });
    ids.push(id);
  }
  // What it sells here is there too: what its own store does not have would get stock 0.
  for (const { title, variants } of world.productsOf(vendor))
    await client.control('POST', '/shop-products', {
      shop: OWN_STORE,
      title,
      status: 'ACTIVE',
      ...(variants.length > 1 ? { option: 'Version' } : {}),
      variants: variants.map(({ sku, price }, index) => ({ sku, price, stock: 20, value: String(index + 1) })),
    });
  const person = await world.signIn(vendor);
  const { token } = await world.call<{ token: string }>(vendor, 'GET', '/auth/request-token-seller');
  await client.authorizeStore(person, { shop: OWN_STORE, token });
  await world.settle();
  const inStep = ids.slice(0, 2);
  for (const productId of inStep) await world.call(vendor, 'POST', '/integrations/products/sync', { productId });
  await world.settle();
  // It asks more for the shade here than in its own store.
  await world.call(vendor, 'POST', '/products/stock-and-prices', { items: [{ sku: 'LW-902', price: '27.00' }] });
  await world.call(vendor, 'POST', '/integrations/products/sync', { productId: inStep[1] });
}

const WOO_STORE = 'granite-coffee.woo.test';

/** Another vendor has its store on WooCommerce: a bag of two sizes is kept in step from there. */
export async function connectWooStore(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Granite');
  const { client } = world;
  const { consumerKey, consumerSecret } = await client.control<{ consumerKey: string; consumerSecret: string }>(
    'POST',
    '/woo-stores',
    { host: WOO_STORE, currency: 'USD' },
  );
  const products = `/woo-stores/${WOO_STORE}/products`;
  for (const { title, variants } of world.productsOf(vendor))
    await client.control('POST', products, {
      name: title,
      type: 'variable',
      variations: variants.map(({ sku, price }, index) => ({
        sku,
        price,
        stock: 20,
        attributes: { Version: String(index + 1) },
      })),
    });
  const { id } = await client.control<{ id: string }>('POST', products, {
    name: 'Harbour roast',
    type: 'variable',
    description: '<p>Roasted on Tuesdays.</p>',
    variations: [
      { sku: 'GC-901', price: '14.00', stock: 30, weight: '0.25', attributes: { Size: '250 g' } },
      { sku: 'GC-902', price: '48.00', stock: 12, weight: '1', attributes: { Size: '1 kg' } },
    ],
  });
  await world.call(vendor, 'PUT', '/integrations/woocommerce', { address: WOO_STORE, consumerKey, consumerSecret });
  await world.call(vendor, 'POST', '/integrations/products/sync', { productId: id });
}

/** A vendor's mill hands out its stock as a file that is imported every day. */
export async function addScheduledImport(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Fjell');
  const login = { username: 'fjell', password: 'merino' };
  const variants = world.productsOf(vendor).flatMap((product) => product.variants);
  const rows = variants.slice(0, 3).map(({ sku }, index) => `${sku},${String(18 - 5 * index)}`);
  const text = ['SKU,Stock', ...rows].join('\n');
  await world.client.control('POST', '/programs/mill.programs.test/feeds/stock.csv', { text, ...login });
  await world.call(vendor, 'POST', '/import-schedules', {
    name: 'Stock of the mill',
    address: 'https://mill.programs.test/feeds/stock.csv',
    frequency: 'daily',
    ...login,
  });
}

/** A vendor's warehouse and the marketplace's books are told what happens, by programs that the sandbox plays. */
export async function addWebhooks(world: DemoWorld): Promise<void> {
  const add = async (
    who: Parameters<DemoWorld['call']>[0],
    host: string,
    body: { description: string; topics: string[] },
  ) => {
    const url = `https://${host}/souk`;
    const made = await world.call<{ endpoint: { id: string }; secret: string }>(who, 'POST', '/webhook-endpoints', {
      url,
      ...body,
    });
    await world.client.control('POST', `/programs/${host}`, { secret: made.secret });
    // As whoever sets a program up does: it has heard something before anything happens.
    await world.call(who, 'POST', `/webhook-endpoints/${made.endpoint.id}/test`, { topic: body.topics[0] });
  };
  await add(world.vendor('Havn'), 'warehouse.programs.test', {
    description: 'Warehouse in Ålesund',
    topics: ['order.created', 'order.paid', 'order.cancelled', 'refund.created'],
  });
  await add('admin', 'books.programs.test', {
    description: 'Bookkeeping',
    topics: ['order.paid', 'refund.created', 'payout.sent', 'payout.failed'],
  });
}

type ShopOrder = { name: string; createdAt: string };

/** An order of today is placed in the vendor's own store by itself, and ships from there. */
export async function shipFromOwnStore(world: DemoWorld): Promise<void> {
  const { client } = world;
  const sku = world.productsOf(world.vendor('Lumen'))[0]?.variants[0]?.sku;
  if (sku === undefined) return;
  await client.control('POST', '/orders', {
    email: 'noor.visser@buyers.test',
    shippingAddress: { firstName: 'Noor', lastName: 'Visser' },
    lines: [{ sku, quantity: 1 }],
  });
  await world.settle();
  const orders = await client.control<ShopOrder[]>('GET', `/orders?shop=${OWN_STORE}`);
  const newest = orders.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  if (!newest) return;
  await client.control('POST', `/orders/${encodeURIComponent(newest.name)}/fulfill`, {
    shop: OWN_STORE,
    company: 'PostNL',
    number: '3SLUMEN204411',
  });
}

/** A vendor's warehouse reads its orders with a key of its own. */
export async function makeApiKey(world: DemoWorld): Promise<void> {
  await world.call(world.vendor('Havn'), 'PUT', '/integrations/keys', { name: 'Warehouse in Ålesund' });
}
