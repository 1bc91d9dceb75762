import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestedDto, ZoneDto, ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildZone, setShipping, STANDARD_RATE } from '#tests/factories/shipping.ts';
import { buildStore, buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let admin: BuiltUser;
let north: BuiltUser;
let south: BuiltUser;
let clerk: BuiltUser;

beforeAll(() => startProgram());
afterAll(() => program().stop());
beforeEach(async () => {
  const store = await buildStore();
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  clerk = await buildUser({
    vendor: await buildVendor({ store, name: 'East' }),
    role: 'staff',
    permissions: ['read_settings'],
  });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
});

const read = async (by: BuiltUser) => (await api(by).get('/settings/delivery/zones')).as<ZonesDto>();
const save = (by: BuiltUser, zone: object) => api(by).post('/settings/delivery/zone', { zone });
const ask = async (carts: object[], country = 'NO', province = '') =>
  (await api(admin).post('/settings/delivery/test', { country, province, carts })).as<TestedDto>();
const CART = { weight: '2', price: '40' };

test('shipping is off until the marketplace switches it on', async () => {
  expect((await api(north).get('/settings/delivery/zones')).status).toBe(404);
  await setShipping(admin);
  expect(await read(north)).toMatchObject({
    zones: [],
    allowedActions: ['edit'],
    settings: { names: ['Standard', 'Express'] },
  });
});

test('a zone is made, changed over its version and deleted, and no other vendor meets it', async () => {
  await setShipping(admin);
  const made = await buildZone(north, { rates: [{ ...STANDARD_RATE, min: '0.5', max: '2,5' }] });
  expect(made).toMatchObject({
    rates: [{ price: { amount: '5.00' }, min: '0.5', max: '2.5' }],
    gaps: [
      { weight: { from: '0', to: '0.5' }, price: null },
      { weight: { from: '2.5', to: null }, price: null },
    ],
  });
  const changed = { ...made, zoneName: 'Nordic', rates: [STANDARD_RATE] };
  expect((await save(north, changed)).as<{ zone: ZoneDto }>().zone).toMatchObject({ version: 2, gaps: [] });
  expect(await save(north, changed)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await save(south, changed)).status).toBe(404);
  expect((await api(south).delete(`/settings/delivery/zone/${made.id}`)).status).toBe(404);
  expect((await read(south)).zones).toEqual([]);
  expect((await api(north).delete(`/settings/delivery/zone/${made.id}`)).status).toBe(200);
  expect((await read(north)).zones).toEqual([]);
});

test('a country or province of another zone is refused with its field and zone, also when both are saved at once', async () => {
  await setShipping(admin);
  await buildZone(north, { zoneName: 'Canada', countries: [{ code: 'CA', provinces: ['ON'] }] });
  const again = (provinces: string[]) =>
    save(north, { zoneName: 'Other', rates: [STANDARD_RATE], countries: [{ code: 'CA', provinces }] });
  expect(await again(['QC', 'ON'])).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'countries.0.provinces', message: 'ON is in the zone “Canada” already' }] },
  });
  const both = await Promise.all([again([]), again([])]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('what cannot be a rate is refused with its field', async () => {
  await setShipping(admin);
  for (const [rate, field] of [
    [{ name: 'Overnight' }, 'rates.0.name'],
    [{ max: '1.2345' }, 'rates.0.max'],
    [{ min: '3', max: '3' }, 'rates.0.max'],
    [{ price: '-1' }, 'rates.0.price'],
  ] as const) {
    const zone = { zoneName: 'Home', rates: [{ ...STANDARD_RATE, ...rate }], countries: [{ code: 'NO' }] };
    expect(await save(north, zone)).toMatchObject({
      status: 422,
      body: { issues: [{ path: expect.stringContaining(field) as string }] },
    });
  }
});

test('staff of a vendor read its zones and do not change them; the defaults are the marketplace’s', async () => {
  await setShipping(admin);
  expect((await save(clerk, { zoneName: 'Home', rates: [STANDARD_RATE], countries: [{ code: 'NO' }] })).status).toBe(
    403,
  );
  expect((await read(clerk)).allowedActions).toEqual([]);
  const zone = { zoneName: 'Home', rates: [STANDARD_RATE], countries: [{ code: 'NO' }] };
  const body = { zone, defaults: true };
  expect((await api(north).post('/settings/delivery/zone', body)).status).toBe(403);
  expect((await api(admin).post('/settings/delivery/zone', body)).status).toBe(200);
  expect((await read(north)).settings.defaultShipping.zones).toMatchObject([{ zoneName: 'Home' }]);
});

test('a vendor without zones ships by the defaults, its first zone replaces them, and a cart shows two rates at most', async () => {
  await setShipping(admin);
  await buildZone(admin, {
    zoneName: 'Default',
    rates: [STANDARD_RATE, { ...STANDARD_RATE, name: 'Express', price: '9' }],
  });
  const carts = [
    { vendor: 'North', ...CART },
    { vendor: 'South', ...CART },
  ];
  const prices = ({ offered }: TestedDto) => offered.map(({ kind, price }) => [kind, price.amount]);
  expect(prices(await ask(carts))).toEqual([
    ['cheapest', '10.00'],
    ['fastest', '18.00'],
  ]);
  await buildZone(north, { zoneName: 'Own', rates: [{ ...STANDARD_RATE, price: '3', max: '2' }] });
  const gap = await ask(carts);
  expect(gap).toMatchObject({ offered: [], vendors: [{ usesDefaults: false, zone: 'Own', reason: 'no_rate' }, {}] });
  expect(prices(await ask([{ ...carts[0], weight: '1.999' }]))).toEqual([['only', '3.00']]);
  expect((await ask(carts, 'SE')).vendors.map(({ reason }) => reason)).toEqual(['no_zone', 'no_zone']);
  await setShipping(admin, { defaultShipping: { enabled: false } });
  expect((await ask([{ vendor: 'South', ...CART }])).vendors).toMatchObject([{ reason: 'no_defaults' }]);
});

test('the province’s zone is chosen before the country’s', async () => {
  await setShipping(admin);
  await buildZone(north, { zoneName: 'Canada', countries: [{ code: 'CA', provinces: [] }] });
  await save(north, { zoneName: 'Ontario', rates: [STANDARD_RATE], countries: [{ code: 'CA', provinces: ['on'] }] });
  const zoneFor = async (province: string) =>
    (await ask([{ vendor: 'North', ...CART }], 'CA', province)).vendors[0]?.zone;
  expect([await zoneFor('ON'), await zoneFor('BC'), await zoneFor('')]).toEqual(['Ontario', 'Canada', 'Canada']);
});
