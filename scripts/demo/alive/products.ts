import type { DemoWorld } from './world.ts';

type Detail = { product: Record<string, unknown> & { metafields?: unknown[] } };

const SPECIFICATIONS = [
  { key: 'material', name: 'Material', type: 'single_line_text_field', section: 'Details' },
  { key: 'care', name: 'Care', type: 'multi_line_text_field', section: 'Details' },
  { key: 'made_in', name: 'Made in', type: 'single_line_text_field', section: 'Origin' },
  { key: 'months', name: 'Warranty in months', type: 'number_integer', section: 'Origin' },
] as const;

const FILLED = [
  ['Nordlys', { material: 'Stoneware', care: 'Dishwasher and oven', made_in: 'Bergen, Norway', months: '24' }],
  ['Lumen', { material: 'Brass and paper', care: 'Dry cloth', made_in: 'Utrecht, Netherlands', months: '60' }],
  ['Fjell', { material: 'Norwegian wool', care: 'Hand wash, cold', made_in: 'Voss, Norway', months: '12' }],
] as const;

/** What the marketplace asks of every product, filled in for three of them. */
export async function specifyProducts(world: DemoWorld): Promise<void> {
  for (const specification of SPECIFICATIONS) await world.call('admin', 'POST', '/products/metafields', specification);
  for (const [name, values] of FILLED) {
    const vendor = world.vendor(name);
    const [product] = world.productsOf(vendor);
    if (!product) continue;
    const detail = await world.call<Detail>(vendor, 'GET', `/products-v2/${product.id}`);
    const metafields = Object.entries(values).map(([key, value]) => ({ namespace: 'custom', key, value }));
    await world.call(vendor, 'PUT', '/products-v2', { product: { ...detail.product, metafields } });
  }
}

type Text = { kind: string; source: string; resourceId: string; key: string; digest: string };

const GERMAN = {
  Nordlys: ['Klassischer Kaffeebecher', 'Von Hand gedreht und zweimal gebrannt, in einer kleinen Werkstatt am Hafen.'],
  Lumen: ['Klassische Schreibtischleuchte', 'Gebaut, um repariert zu werden: Jedes Teil lässt sich nachbestellen.'],
} as const;

/** Two products in German, a language of the store. */
export async function translateProducts(world: DemoWorld): Promise<void> {
  for (const [name, [title, description]] of Object.entries(GERMAN)) {
    const vendor = world.vendor(name);
    const path = `/products/${world.productsOf(vendor)[0]?.id ?? ''}/translations`;
    const { texts } = await world.call<{ texts: Text[] }>(vendor, 'GET', `${path}?locale=de`);
    const words: Readonly<Record<string, string>> = { title, description: `<p>${description}</p>` };
    const translations = texts.flatMap(({ kind, resourceId, key, digest }) => {
      const value = words[kind];
      return value === undefined ? [] : [{ locale: 'de', resourceId, key, digest, value }];
    });
    await world.call(vendor, 'PATCH', path, { translations });
  }
}

/** What vendor and marketplace write to each other about a product that waits for approval. */
export async function commentOnProducts(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Birk');
  const { products } = await world.call<{ products: { id: string }[] }>(
    vendor,
    'GET',
    '/products-v2?status=ALL&stock=any',
  );
  const id = products[0]?.id ?? '';
  await world.call(vendor, 'POST', `/products-v2/${id}/comments`, {
    text: 'The pictures come on Thursday, is that early enough?',
  });
  await world.call('admin', 'POST', `/products-v2/${id}/comments`, {
    text: 'Thursday is fine. Please show one number close up.',
  });
}

type Rules = { rules: Record<string, unknown>; version: number };

/** Changes to the words of a live product wait for the marketplace from now on; one does. */
export async function changeLiveProduct(world: DemoWorld): Promise<void> {
  const { rules, version } = await world.call<Rules>('admin', 'GET', '/settings/product-rules');
  await world.call('admin', 'PUT', '/settings/product-rules', { rules: { ...rules, hold: 'content' }, version });
  const vendor = world.vendor('Meadow');
  const id = world.productsOf(vendor)[0]?.id ?? '';
  const { product } = await world.call<Detail>(vendor, 'GET', `/products-v2/${id}`);
  const title = `${String(product['title'])}, stonewashed`;
  await world.call(vendor, 'PUT', '/products-v2', { product: { ...product, title } });
}
