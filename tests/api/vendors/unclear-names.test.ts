import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let lead: BuiltUser;
let vendorName: string;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  admin = await buildAdmin({ store });
  const vendor = await buildVendor({ store });
  vendorName = vendor.name;
  lead = await buildUser({ vendor });
});
afterAll(() => program().stop());

const UNCLEAR = [
  { kind: 'a character that turns the text round', name: 'Kiln\u202e oC', rule: 'invisible_signs' },
  { kind: 'an invisible character', name: 'Kiln\u200b Co', rule: 'invisible_signs' },
  { kind: 'a Cyrillic letter in a Latin word', name: '\u041ailn Co', rule: 'mixed_scripts' },
  { kind: 'a Greek letter in a Latin word', name: 'Kiln C\u03bf', rule: 'mixed_scripts' },
];

/** Each call that sets a name, with the field that the name stands in. */
const CALLS: { call: string; path: string; send: (name: string) => Promise<{ status: number; body: unknown }> }[] = [
  {
    call: 'an application',
    path: 'vendorName',
    send: (name) =>
      api({ store: store.domain }).post('/vendor/application', {
        email: 'unclear@souk.test',
        vendorName: name,
        store: store.domain,
        fields: [],
      }),
  },
  {
    call: 'a new vendor',
    path: 'vendor',
    send: (name) => api(admin).post(`/vendors/${encodeURIComponent(name)}`, { identity: 'unclear@souk.test' }),
  },
  {
    call: 'a new name of a vendor',
    path: 'newVendor',
    send: (name) => api(admin).put('/vendors/rename', { oldVendor: vendorName, newVendor: name }),
  },
  {
    call: 'an invitation',
    path: 'name',
    send: (name) => api(lead).post('/staff', { email: 'unclear@souk.test', name, role: 'staff' }),
  },
  { call: 'a new name of a person', path: 'name', send: (name) => api(lead).patch('/account', { name }) },
];

describe('names', () => {
  it.each(CALLS.flatMap((one) => UNCLEAR.map((unclear) => ({ ...one, ...unclear }))))(
    '$call with $kind is refused by its rule',
    async ({ send, path, name, rule }) => {
      const { status, body } = await send(name);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { code: 'invalid_input', issues: [{ path, rule }] },
      });
    },
  );
});
