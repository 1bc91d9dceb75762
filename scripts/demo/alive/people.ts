import { dayFromNow, type DemoWorld } from './world.ts';

const TEAM = [
  ['Nordlys Ceramics', 'Sunniva Lie', 'manager', []],
  ['Nordlys Ceramics', 'Odd Moen', 'staff', ['read_orders', 'write_orders']],
  ['Lumen Workshop', 'Femke Bos', 'staff', ['read_products', 'write_products', 'read_orders']],
  ['Fjell Woolens', 'Ragna Vik', 'staff', ['read_finance']],
] as const;

/** Colleagues of three vendors, each with what they may do. */
export async function inviteTeams(world: DemoWorld): Promise<void> {
  for (const [vendor, name, role, permissions] of TEAM) {
    const email = `${name.toLowerCase().replace(' ', '.')}@demo.test`;
    await world.call(world.vendor(vendor), 'POST', '/staff', { email, name, role, permissions });
  }
}

/** One vendor is away now, another after the week after next. */
export async function takeHolidays(world: DemoWorld): Promise<void> {
  const away = async (vendor: string, from: number, to: number, message: string): Promise<void> => {
    const [first, last] = [await dayFromNow(world, from), await dayFromNow(world, to)];
    await world.call(world.vendor(vendor), 'PUT', '/settings/holidays', {
      enabled: true,
      from: first,
      to: last,
      message,
    });
  };
  await away('Kelp', -2, 5, 'We are out gathering seaweed. Orders leave again on Monday.');
  await away('Birk', 16, 30, 'The workshop rests for two weeks. What you order meanwhile is made first.');
}

const PAGES = [
  [
    'Nordlys Ceramics',
    'Stoneware for every day',
    'Thrown by hand and fired twice in a small studio by the harbour of Bergen.',
  ],
  [
    'Lumen Workshop',
    'Lamps that can be repaired',
    'Every part of every lamp can be ordered again, from the switch to the shade.',
  ],
  [
    'Fjell Woolens',
    'Knitwear of Norwegian wool',
    'Spun and knitted from the wool of sheep that summer above the tree line.',
  ],
  ['Granite Coffee', 'Light roasts', 'Roasted on Tuesdays in Oslo, on the road on Wednesdays.'],
  [
    'Birk Furniture',
    'Furniture without screws',
    'Joined by hand, from oak and birch that grew within a day’s drive of Aarhus.',
  ],
  ['Havn Outdoor', 'Packs and rainwear', 'Made for weather, tested in it, and mended for as long as you wear it.'],
] as const;

/** Public pages with a picture, words and the answers to the marketplace's questions: five are shown, one waits for approval. */
export async function makeVendorPages(world: DemoWorld): Promise<void> {
  await Promise.all(
    PAGES.map(async ([name, craft, story], index) => {
      const vendor = world.vendor(name);
      const [product] = world.productsOf(vendor);
      await world.call(vendor, 'POST', '/vendors/v2', {
        metafields: [
          { key: 'craft', value: craft },
          { key: 'years', value: 'More than five years' },
          { key: 'site', value: `https://${vendor.email.split('@')[0] ?? ''}.test` },
        ],
        description: `<p>${story}</p><p>Write to us with whatever you want to know before you buy: a real person answers within a day.</p>`,
        imageUrl: product?.picture ?? '',
      });
      if (index < PAGES.length - 1)
        await world.call('admin', 'PUT', '/vendors/v2/action', { vendor: name, action: 'approve' });
    }),
  );
}

/** Who comes next: one vendor was invited and has not answered, one is there without anybody to sign in for it. */
export async function inviteNewcomers(world: DemoWorld): Promise<void> {
  await world.call('admin', 'POST', '/vendors/Tidewater%20Glass', { identity: 'tidewater-glass@demo.test' });
  await world.call('admin', 'POST', '/vendors/Lyng%20Honey', { inviteLater: true });
}
