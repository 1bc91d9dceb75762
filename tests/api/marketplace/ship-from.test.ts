import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ShipFromDto } from '#app/features/shipping/ship-from/ship-from.contract.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { setShipping, SHIP_FROM } from '#tests/factories/shipping.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;
let clerk: BuiltUser;
let south: BuiltUser;

beforeAll(() => startProgram());
afterAll(() => program().stop());
beforeEach(async () => {
  store = await buildStore();
  admin = await buildAdmin({ store });
  const vendor = await buildVendor({ store, name: 'North' });
  north = await buildUser({ vendor });
  clerk = await buildUser({ vendor, role: 'staff', permissions: ['read_settings'] });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  await setShipping(admin);
});

const read = async (by: BuiltUser) => (await api(by).get('/settings/ship-from-address')).as<ShipFromDto>();
const save = (by: BuiltUser, changes: object = {}) =>
  api(by).put('/settings/ship-from-address', { ...SHIP_FROM, ...changes });
const address = (changes: object) => ({ shipFromAddress: { ...SHIP_FROM.shipFromAddress, ...changes } });

test('a vendor states where it ships from and its package, reads both again, and no other vendor does', async () => {
  expect(await read(north)).toEqual({
    shipFromAddress: null,
    defaultPackage: null,
    defaultLocalPickup: { enabled: false, hours: '' },
    offersPickup: false,
    version: 0,
  });
  expect((await save(north, { version: 0 })).status).toBe(200);
  expect(await read(clerk)).toEqual({
    shipFromAddress: { ...SHIP_FROM.shipFromAddress, is_residential: null, metadata: '' },
    defaultPackage: { length: 30, width: 20, height: 10.5, dimUnit: 'cm', weight: 1.2, weightUnit: 'kg' },
    defaultLocalPickup: { enabled: false, hours: '' },
    offersPickup: false,
    version: 1,
  });
  expect(await read(south)).toMatchObject({ shipFromAddress: null });
});

test('the same again changes nothing; over another’s save it is refused', async () => {
  await save(north);
  expect((await save(north, { version: 1 })).as<ShipFromDto>().version).toBe(1);
  expect((await save(north, { ...address({ city: 'Oslo' }), version: 1 })).as<ShipFromDto>().version).toBe(2);
  expect(await save(north, { ...address({ city: 'Voss' }), version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  const events = await program().owner.auditEvent.findMany({
    where: { action: 'vendor.ship_from.saved', storeId: store.id },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ detail }) => detail)).toEqual([
    { fields: ['shipFromAddress', 'defaultPackage'] },
    { fields: ['shipFromAddress'] },
  ]);
  expect(JSON.stringify(events.map(({ detail }) => detail))).not.toContain('Oslo');
});

test.each(['US', 'AU'])('%s: the state is required; in other countries it may be left out', async (country) => {
  expect(await save(north, address({ country }))).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'shipFromAddress.state', rule: 'state_required', message: 'State is required' }] },
  });
  expect((await save(north, address({ country, state: 'NY' }))).status).toBe(200);
});

test('an address says whether it is residential and has a note of at most 100 characters, and reads both again', async () => {
  const stated = address({ is_residential: true, metadata: 'Customer ID 123456' });
  expect((await save(north, stated)).body).toMatchObject(stated);
  expect(await read(clerk)).toMatchObject(stated);
  expect((await save(north, address({ is_residential: false, metadata: '' }))).status).toBe(200);
  expect((await read(north)).shipFromAddress).toMatchObject({ is_residential: false, metadata: '' });
  for (const [field, value, rule] of [
    ['is_residential', 'yes', 'invalid_type'],
    ['metadata', 'n'.repeat(101), 'max_characters'],
  ] as const)
    expect(await save(north, address({ [field]: value })), field).toMatchObject({
      status: 422,
      body: { issues: [{ path: `shipFromAddress.${field}`, rule }] },
    });
});

test('what is missing or no number is refused with its field', async () => {
  for (const field of ['name', 'street1', 'city', 'zip', 'country', 'phone', 'email'])
    expect(await save(north, address({ [field]: '' })), field).toMatchObject({
      status: 422,
      body: { issues: [{ path: `shipFromAddress.${field}` }] },
    });
  for (const [weight, message] of [
    ['heavy', 'must be a number'],
    ['', 'must be a number'],
    [0, 'must be above 0'],
  ] as const)
    expect(await save(north, { defaultPackage: { ...SHIP_FROM.defaultPackage, weight } })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'defaultPackage.weight', message }] },
    });
});

test('staff read it and do not change it; the marketplace view is no vendor; off, it is gone', async () => {
  expect((await save(clerk)).status).toBe(403);
  expect(await save(admin)).toMatchObject({ status: 409, body: { reason: 'act_for_a_vendor' } });
  await setShipping(admin, { enabled: false });
  expect((await save(north)).status).toBe(404);
});
