import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store }) });
});
afterAll(() => program().stop());

type Definitions = { enableApproval: boolean; fields: { key: string; name: string }[]; version: number };
const read = async (by = admin) => (await api(by).get('/vendors/v2/definitions')).as<Definitions>();
const save = (fields: object[], more: object = {}) =>
  api(admin).put('/app/metafields/collection', { enableApproval: true, fields, ...more });

describe('the fields of vendors', () => {
  it('are of every type, in the order in which they were saved, with their ticks', async () => {
    const fields = FIELD_TYPES.map((type, index) => ({
      key: `f_${type}`,
      name: `Field ${type}`,
      type,
      required: index % 2 === 0,
      registration: index % 3 === 0,
      showOnVendorPage: index % 3 === 1,
      description: 'Says more {required:false}',
      options: ['select', 'checkbox'].includes(type) ? ['One', 'Two'] : [],
      link: ['terms', 'video'].includes(type) ? 'https://souk.test/terms' : '',
    }));
    expect((await save(fields)).status).toBe(200);
    expect((await read()).fields).toEqual(fields);
    const moved = [...fields].reverse();
    expect((await save(moved)).status).toBe(200);
    expect((await read()).fields.map((field) => field.key)).toEqual(moved.map((field) => field.key));
  });

  it('are refused in the specification’s words', async () => {
    const base = { key: 'a', name: 'A', options: [], link: '' };
    const cases: [object, string, string][] = [
      [{ ...base, name: ' ' }, 'fields.0.name', 'Required field'],
      [{ ...base, type: 'terms' }, 'fields.0.link', 'Must be a valid URL'],
      [{ ...base, link: 'souk' }, 'fields.0.link', 'Must be a valid URL'],
      [{ ...base, type: 'checkbox' }, 'fields.0.options', 'There should be at least one choice'],
      [{ ...base, type: 'select', options: ['x'] }, 'fields.0.options', 'There should be at least two choices'],
    ];
    for (const [field, path, message] of cases) {
      const answer = await save([field]);
      expect(answer.status).toBe(422);
      expect((answer.body as { issues: object[] }).issues).toContainEqual(expect.objectContaining({ path, message }));
    }
  });

  it('are not overwritten by an admin who read an older version (409)', async () => {
    const { version } = await read();
    expect((await save([{ key: 'a', name: 'A' }], { version })).status).toBe(200);
    expect((await save([{ key: 'b', name: 'B' }], { version })).status).toBe(409);
    expect((await read()).fields.map((field) => field.key)).toEqual(['a']);
  });

  it('for admins only stay with the admins', async () => {
    await save([
      { key: 'open', name: 'Open' },
      { key: 'rating', name: 'Rating', description: '{show:false}' },
    ]);
    expect((await read()).fields).toHaveLength(2);
    expect((await read(seller)).fields.map((field) => field.key)).toEqual(['open']);
  });

  it('keep what was answered by key, when a field is renamed, removed and comes back', async () => {
    await save([{ key: 'craft', name: 'Craft', registration: true }]);
    const sent = { email: 'k@souk.test', vendorName: 'Keeper', store: store.domain };
    const fields = [{ key: 'craft', name: 'Craft', value: 'Clay' }];
    await api({ store: store.domain }).post('/vendor/application', { ...sent, fields });
    const { id } = await program().owner.vendorApplication.findFirstOrThrow({ where: { storeId: store.id } });
    const body = { identity: 'k@souk.test', applicationId: String(id) };
    expect((await api(admin).post('/vendors/Keeper', body)).status).toBe(201);
    const answers = async () => {
      const { vendor } = (await api(admin).get('/vendors/Keeper')).as<{ vendor: { fields: object[] } }>();
      return vendor.fields;
    };
    for (const next of [[{ key: 'craft', name: 'What you make' }], [], [{ key: 'craft', name: 'Craft' }]]) {
      await save(next);
      expect(await answers()).toMatchObject([{ key: 'craft', value: 'Clay' }]);
    }
  });
});
