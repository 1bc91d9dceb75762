import { dayFromNow, type DemoWorld } from './world.ts';

/** Codes that buyers of the history type: the marketplace's for everything, and a vendor's for its own goods. */
export const CODE_OF_ALL = 'FJORD10';
export const CODE_OF_VENDOR = { vendor: 'Nordlys Ceramics', code: 'NORDLYS15' } as const;

const percent = (percentage: string) => ({ type: 'percentage', percentage });

/** Discounts of the marketplace and of vendors, by code and automatic, from the first day on; one ends after four weeks. */
export async function makeDiscounts(world: DemoWorld): Promise<void> {
  const from = await dayFromNow(world, 0);
  const until = await dayFromNow(world, 28);
  const always = { from };
  await world.call('admin', 'POST', '/discounts', {
    method: 'code',
    name: CODE_OF_ALL,
    value: percent('10'),
    active: always,
    liableParty: 'shared',
    vendorPercent: '50',
  });
  await world.call('admin', 'POST', '/discounts', {
    method: 'automatic',
    name: 'Opening weeks',
    value: percent('5'),
    active: { from, until, withEndDate: true },
    minPurchase: { type: 'subtotal', value: '150' },
    liableParty: 'marketplace',
  });
  await world.call(world.vendor(CODE_OF_VENDOR.vendor), 'POST', '/discounts', {
    method: 'code',
    name: CODE_OF_VENDOR.code,
    value: percent('15'),
    active: always,
    limit: { onePerCustomer: false, withUsage: true, usage: 200 },
  });
  await world.call(world.vendor('Granite'), 'POST', '/discounts', {
    method: 'automatic',
    name: 'Three bags, ten percent off',
    value: percent('10'),
    active: always,
    minPurchase: { type: 'quantity', value: '3' },
  });
}
