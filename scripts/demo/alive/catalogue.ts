import type { DemoWorld, Vendor } from './world.ts';

type Entry = { entry: { id: string } };

/** Things that several vendors sell: entries of the catalogue with two or three listings each, approved. */
export async function listCatalogue(world: DemoWorld): Promise<void> {
  const offers: readonly [
    title: string,
    text: string,
    like: string,
    sellers: readonly (readonly [string, string])[],
  ][] = [
    [
      'Enamel mug, 0.4 l',
      'Two coats of enamel over steel, for the fire and the kitchen.',
      'Havn',
      [
        ['Havn', '19.00'],
        ['Nordlys', '21.50'],
        ['Granite', '18.50'],
      ],
    ],
    [
      'Linen kitchen towel',
      'Woven of long flax, washed soft.',
      'Meadow',
      [
        ['Meadow', '16.00'],
        ['Fjell', '17.50'],
      ],
    ],
    [
      'Oak cutting board',
      'End grain, oiled, with feet on both sides.',
      'Ember',
      [
        ['Birk', '54.00'],
        ['Ember', '49.00'],
      ],
    ],
  ];
  await Promise.all(
    offers.map(async ([title, text, like, sellers]) => {
      const { entry } = await world.call<Entry>('admin', 'POST', '/catalog-entries', {
        title,
        description: `<p>${text}</p>`,
        pictureUrl: world.productsOf(world.vendor(like))[0]?.picture ?? '',
      });
      for (const [seller, price] of sellers) await listEntry(world, world.vendor(seller), entry.id, price);
    }),
  );
}

async function listEntry(world: DemoWorld, vendor: Vendor, entryId: string, price: string): Promise<void> {
  const path = `/catalog/${entryId}/offers`;
  const { productId } = await world.call<{ productId: string }>(vendor, 'POST', path, { price, stock: 12 });
  await world.call('admin', 'PATCH', `/product-v2/${productId}/approve`, {});
}
