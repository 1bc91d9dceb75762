import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChosenDto, EntryDto } from '#app/features/specifications/entries.contract.ts';
import type { SpecificationsDto } from '#app/features/specifications/specifications.contract.ts';
import type { StagedUpload } from '#app/platform/uploads/uploads.contract.ts';
import { deleteEntry } from '#sandbox/platform/store/metaobjects.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import {
  buildKind,
  buildStoreEntry,
  grantEntries,
  renameEntry,
  setEntryStatus,
} from '#tests/factories/store-entries.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;
let kind: string;
let oak: string;
let ash: string;
let draft: string;

const PATH = '/products/metafields';
const LIST = 'list.metaobject_reference';

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Turner' }) });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival' }) });
  await api(admin).patch('/app/info/features', { features: { specifications: { enabled: true } } });
  kind = buildKind(store, 'wood');
  oak = buildStoreEntry(store, 'wood', 'Oak of the north');
  ash = buildStoreEntry(store, 'wood', 'Ash');
  draft = buildStoreEntry(store, 'wood', 'Birch', 'DRAFT');
});
afterAll(() => program().stop());

const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  if (!found) throw new Error('the sandbox has the store');
  return found;
};
const kindRule = (id = kind) => [{ name: 'metaobject_definition_id', value: id }];
const define = (over: object) =>
  api(admin).post(PATH, { key: 'wood', name: 'Wood', type: 'metaobject_reference', validations: kindRule(), ...over });
const search = async (by: BuiltUser, query: Record<string, string> = {}) => {
  const answer = await api(by).get(`${PATH}/entries`, { query: { key: 'wood', ...query } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<{ entries: EntryDto[]; cursor: string | null }>();
};
const namesOf = async (by: BuiltUser, query?: Record<string, string>) =>
  (await search(by, query)).entries.map(({ name }) => name);
const numberOf = (gid: string) => gid.split('/').at(-1) ?? '';
const chosen = async (by: BuiltUser, ids: readonly string[], key = 'wood') => {
  const answer = await api(by).get(`${PATH}/entries/chosen`, { query: { key, ids: ids.map(numberOf).join(',') } });
  return answer.as<{ entries: ChosenDto[] }>().entries.map(({ name, state }) => `${name} ${state}`);
};
const field = (key: string, value: string) => ({ namespace: 'custom', key, value });
const put = (product: object, by = seller) => api(by).put('/products-v2', { product });
const make = async (metafields: object[], by = seller) => {
  const answer = await put(buildProductInput({ metafields }), by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (await readDetail(answer.as<{ productId: string }>().productId, by)).product;
};
const valueOf = (productId: string, key: string) =>
  shop().metafields.find((one) => one.ownerGid === `gid://shopify/Product/${productId}` && one.key === key)?.value;
type Refusal = { issues: { path: string; message: string }[]; message: string };
const saidOf = async (answer: ReturnType<typeof put>) => {
  const { status, body } = await answer;
  return [status, ...((body as Partial<Refusal>).issues ?? []).map(({ path, message }) => `${path}: ${message}`)];
};

describe('a specification of entries', () => {
  it('says that the store has not granted its entries, until it has', async () => {
    expect((await define({})).status).toBe(200);
    expect((await api(admin).get(`${PATH}/kinds`)).body).toEqual({ granted: false, kinds: [] });
    const refused = await api(seller).get(`${PATH}/entries`, { query: { key: 'wood' } });
    expect([refused.status, (refused.body as Refusal).message]).toEqual([
      409,
      'This is not possible now: the store has not granted the access that its entries need',
    ]);
    await grantEntries(store);
    const { granted, kinds } = (await api(admin).get(`${PATH}/kinds`)).as<{ granted: boolean; kinds: object[] }>();
    expect([granted, kinds]).toEqual([true, [{ id: kind, type: 'wood', name: 'Kind wood' }]]);
  });

  it('names its kind, and refuses switches that do not fit (422)', async () => {
    const entries = { add: true, own: true, variants: true };
    expect(await saidOf(define({ key: 'other', validations: [] }))).toEqual([
      ...[422, 'validations.metaobject_definition_id: Choose which entries it takes'],
    ]);
    expect(await saidOf(define({ key: 'other', entries }))).toEqual([
      ...[422, 'entries.variants: Only an unbounded list of entries of the product makes variants'],
    ]);
    const text = { key: 'other', type: 'single_line_text_field', validations: [], entries };
    expect(await saidOf(define(text))).toEqual([422, 'entries: Only a reference to entries has these']);
    const known = (await api(seller).get(PATH)).as<SpecificationsDto>().specifications;
    expect(known).toMatchObject([{ key: 'wood', type: 'metaobject_reference', validations: kindRule() }]);
  });

  it('is found without its accents and by another apostrophe, however its letters are composed', async () => {
    const elm = buildStoreEntry(store, 'wood', "Jürgen D'Arcy’s Elm");
    for (const q of ['jurgen', 'JÜRGEN', 'ju\u0308rgen', 'D’Arcy', "d'arcy elm"])
      expect([q, await namesOf(seller, { q })]).toEqual([q, ["Jürgen D'Arcy’s Elm"]]);
    const { sandbox } = program().sandbox ?? {};
    if (sandbox) deleteEntry(sandbox, shop(), Number(numberOf(elm)));
  });

  it('is chosen from active entries by name, a page at a time, whatever stands between', async () => {
    expect(await namesOf(seller)).toEqual(['Ash', 'Oak of the north']);
    expect(await namesOf(seller, { q: 'north oa' })).toEqual(['Oak of the north']);
    expect(await namesOf(seller, { q: 'birch' })).toEqual([]);
    buildKind(store, 'many');
    const many = Object.values(shop().metaobjectDefinitions ?? {}).find(({ type }) => type === 'many');
    for (let at = 0; at < 60; at++) {
      buildStoreEntry(store, 'many', `Tile ${String(at).padStart(2, '0')}`, at < 30 ? 'DRAFT' : 'ACTIVE');
    }
    await define({
      key: 'tile',
      name: 'Tile',
      validations: kindRule(`gid://shopify/MetaobjectDefinition/${many?.id}`),
    });
    const first = await search(seller, { key: 'tile' });
    expect(first.entries.map(({ name }) => name).slice(0, 2)).toEqual(['Tile 30', 'Tile 31']);
    const second = await search(seller, { key: 'tile', after: first.cursor ?? '' });
    expect([first.entries.length, second.entries.length, second.cursor]).toEqual([20, 10, null]);
    expect(second.entries[0]?.name).toBe('Tile 50');
    const wrong = await api(seller).get(`${PATH}/entries`, { query: { key: 'tile', after: 'bm9uZQ==' } });
    expect(wrong.status).toBe(422);
  });

  it('holds an active entry of its kind and no other, and is cleared', async () => {
    const bowl = await make([field('wood', oak)]);
    expect(valueOf(bowl.id, 'wood')).toBe(oak);
    const other = Object.values(shop().metaobjects ?? {}).find(
      ({ type, status }) => type === 'many' && status === 'ACTIVE',
    );
    const gone = 'product.metafields.custom.wood: An entry that was chosen is not there. Take it away';
    for (const [value, said] of [
      [draft, 'product.metafields.custom.wood: Only active entries can be chosen'],
      [`gid://shopify/Metaobject/${other?.id}`, gone],
      ['gid://shopify/Metaobject/404', gone],
      ['Oak', 'product.metafields.custom.wood: must be an entry of the store'],
    ] as const) {
      expect(await saidOf(put(buildProductInput({ metafields: [field('wood', value)] })))).toEqual([422, said]);
    }
    expect(await saidOf(put({ ...bowl, metafields: [field('wood', '')] }))).toEqual([200]);
    expect(valueOf(bowl.id, 'wood')).toBeUndefined();
  });

  it('keeps an entry that became a draft, and says so; one that is gone is named and has to go', async () => {
    const elm = buildStoreEntry(store, 'wood', 'Elm');
    const both = JSON.stringify([ash, elm]);
    expect((await define({ key: 'woods', name: 'Woods', type: LIST })).status).toBe(200);
    const bowl = await make([field('wood', elm), field('woods', both)]);
    setEntryStatus(store, elm, 'DRAFT');
    expect(await chosen(seller, [ash, elm, draft])).toEqual(['Ash active', 'Elm inactive', ' inactive']);
    expect(await chosen(admin, [draft])).toEqual(['Birch inactive']);
    const kept = { ...bowl, title: 'Bowl with a draft', metafields: [field('woods', JSON.stringify([elm, ash]))] };
    expect(await saidOf(put(kept))).toEqual([200]);
    expect(valueOf(bowl.id, 'wood')).toBe(elm);
    const sandbox = program().sandbox?.sandbox;
    if (sandbox) deleteEntry(sandbox, shop(), Number(numberOf(elm)));
    expect(await chosen(seller, [elm])).toEqual(['Elm gone']);
    const { product } = await readDetail(bowl.id, seller);
    const again = { ...product, metafields: [field('woods', JSON.stringify([oak, elm]))] };
    expect(await saidOf(put(again))).toEqual([
      ...[422, 'product.metafields.custom.woods: An entry that was chosen is not there. Take it away'],
    ]);
    // The platform took it out of the product by itself. Who saves over what was shown before is told so, and saves again.
    const saveAgain = async () => {
      const { product: now } = await readDetail(bowl.id, seller);
      return (await put({ ...now, metafields: [field('woods', JSON.stringify([oak]))] })).status;
    };
    const first = await saveAgain();
    expect(first === 409 ? await saveAgain() : first).toBe(200);
    expect(valueOf(bowl.id, 'woods')).toBe(JSON.stringify([oak]));
  });

  it('stands in the log and in a change that waits by the names of its entries', async () => {
    const bowl = await make([field('wood', oak)]);
    expect(await saidOf(put({ ...bowl, metafields: [field('wood', ash)] }))).toEqual([200]);
    const { logs } = await readDetail(bowl.id, seller);
    expect(logs[0]?.changes).toContainEqual({
      field: 'specifications',
      old: 'wood: Oak of the north',
      new: 'wood: Ash',
    });
    await setProductRules(admin, { hold: 'content' });
    const live = await buildLiveProduct(seller, admin, { metafields: [field('woods', JSON.stringify([oak]))] });
    expect(await saidOf(put({ ...live, metafields: [field('woods', JSON.stringify([oak, ash]))] }))).toEqual([200]);
    const { change } = await readDetail(live.id, admin);
    const wire = (await api(admin).get(`/products/changes/${change?.id}`)).as<{
      change: { fields: { rows: { label: string; old: string; new: string }[] }[] };
    }>();
    expect(wire.change.fields[0]?.rows[0]).toMatchObject({
      label: 'Woods',
      old: 'Oak of the north',
      new: 'Oak of the north, Ash',
    });
    await setProductRules(admin, { hold: 'free' });
  });
});

describe('entries that vendors add', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const add = (by: BuiltUser, values: Record<string, string>, over: object = {}) =>
    api(by).post(`${PATH}/entries`, {
      key: 'wood',
      requestId: crypto.randomUUID(),
      values: Object.entries(values).map(([key, value]) => ({ key, value })),
      ...over,
    });
  const picture = async (by: BuiltUser) => {
    const file = { filename: 'wood.png', fileSize: PNG.length, mime: 'image/png' };
    const { stagedTarget } = (await api(by).put('/cdn/stage-upload', file)).as<StagedUpload>();
    const form = new FormData();
    for (const { name, value } of stagedTarget.parameters) form.append(name, value);
    form.append('file', new File([PNG], 'wood.png', { type: 'image/png' }));
    expect((await fetch(stagedTarget.url, { method: 'POST', body: form })).ok).toBe(true);
    return stagedTarget.resourceUrl;
  };
  const entries = { add: true, own: false, variants: false };

  it('are off until the marketplace allows it (404), and never for a specification that is hidden', async () => {
    expect((await add(seller, { name: 'Pine' })).status).toBe(404);
    expect((await add(admin, { name: 'Of the house' })).status).toBe(201);
    await define({ entries });
    const form = (await api(seller).get(`${PATH}/entries/form`, { query: { key: 'wood' } })).as<{
      name: string;
      fields: { key: string; required: boolean }[];
    }>();
    expect([form.name, ...form.fields.map(({ key, required }) => `${key} ${String(required)}`)]).toEqual([
      ...['Kind wood', 'name true', 'swatch false', 'shade false'],
    ]);
    await define({ key: 'secret', name: 'Secret', show: false, entries });
    expect((await add(seller, { name: 'Pine' }, { key: 'secret' })).status).toBe(404);
  });

  it('are checked field by field (422)', async () => {
    expect(await saidOf(add(seller, { shade: 'red', colour: '#ffffff' }))).toEqual([
      422,
      'values.colour: is not a field of this entry',
      'values.name: Required',
      'values.shade: must be a colour such as #4f46e5',
    ]);
    expect(await saidOf(add(seller, { name: 'x'.repeat(31) }))).toEqual([
      ...[422, 'values.name: must have at most 30 characters'],
    ]);
    const foreign = await picture(rival);
    expect(await saidOf(add(seller, { name: 'Pine', swatch: foreign }))).toEqual([
      ...[422, 'values.swatch: The file is no longer kept. Upload it again'],
    ]);
  });

  it('are active at once, with their picture, and one however often the request is sent', async () => {
    const requestId = crypto.randomUUID();
    const swatch = await picture(seller);
    const values = { name: 'Pine', swatch, shade: '#aabbcc' };
    const tries = await Promise.all([add(seller, values, { requestId }), add(seller, values, { requestId })]);
    const answers = [...tries, await add(seller, { name: 'Another' }, { requestId })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const made = answers.map((answer) => answer.as<{ entry: EntryDto }>().entry);
    expect(new Set(made.map(({ id, name }) => `${id} ${name}`))).toEqual(new Set([`${made[0]?.id} Pine`]));
    const entry = { id: made[0]?.id ?? '' };
    expect(await namesOf(rival, { q: 'pine' })).toEqual(['Pine']);
    const bowl = await make([field('wood', entry.id)], rival);
    expect(valueOf(bowl.id, 'wood')).toBe(entry.id);
    const stored = shop().metaobjects?.[numberOf(entry.id)];
    expect(stored).toMatchObject({ status: 'ACTIVE', values: { name: 'Pine', shade: '#aabbcc' } });
    expect(stored?.values['swatch']).toMatch(/^gid:\/\/shopify\/MediaImage\/\d+$/);
  });

  it('are one after a lost answer of the platform', async () => {
    const fault = { target: 'shopify', operation: 'metaobjectUpsert', kind: 'drop_response', times: 9 };
    await program().sandbox?.control('POST', '/faults', fault);
    const requestId = crypto.randomUUID();
    expect((await add(seller, { name: 'Larch' }, { requestId })).status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults');
    expect((await add(seller, { name: 'Larch' }, { requestId })).status).toBe(201);
    expect(await namesOf(seller, { q: 'larch' })).toEqual(['Larch']);
  });

  it('are the vendor’s own where the marketplace says so: no other finds, names or chooses them', async () => {
    await define({ entries: { ...entries, own: true } });
    const { entry } = (await add(seller, { name: 'Secret walnut' })).as<{ entry: EntryDto }>();
    expect(await namesOf(seller, { q: 'walnut' })).toEqual(['Secret walnut']);
    expect(await namesOf(admin, { q: 'walnut' })).toEqual(['Secret walnut']);
    expect(await namesOf(rival, { q: 'walnut' })).toEqual([]);
    expect(await namesOf(rival, { q: 'pine' })).toEqual(['Pine']);
    expect(await chosen(rival, [entry.id])).toEqual([' gone']);
    expect(await saidOf(put(buildProductInput({ metafields: [field('wood', entry.id)] }), rival))).toEqual([
      ...[422, 'product.metafields.custom.wood: An entry that was chosen is not there. Take it away'],
    ]);
    expect((await make([field('wood', entry.id)])).metafields).toContainEqual(
      expect.objectContaining(field('wood', entry.id)),
    );
  });

  it('are refused where the kind wants what nobody fills in here (409)', async () => {
    const fields = [
      { key: 'of', name: 'Of', type: 'collection_reference', description: null, required: true, validations: [] },
    ];
    const special = buildKind(store, 'special', { publishable: false, fields });
    await define({ key: 'special', name: 'Special', validations: kindRule(special), entries });
    expect((await add(seller, { name: 'Pine' }, { key: 'special' })).status).toBe(409);
  });
});

describe('a specification whose entries make variants', () => {
  const names = ['Sky blue', 'Moss', 'Rust'];
  let colours: string[];
  const option = (...values: string[]) => (values.length === 0 ? [] : [{ name: 'Colour', values }]);
  const ticked = (...at: number[]) =>
    field('colour', at.length === 0 ? '' : JSON.stringify(at.map((one) => colours[one])));
  const sized = (...values: string[]) =>
    values.map((value) => ({ options: [{ name: 'Colour', value }], price: '20.00', stock: 2 }));
  const build = (...at: number[]) => {
    const values = at.map((one) => names[one] ?? '');
    return buildProductInput({ metafields: [ticked(...at)], options: option(...values), variants: sized(...values) });
  };
  const liveOf = (id: string) => shop().products[id];
  const linkedOf = (id: string) =>
    liveOf(id)?.options.map(({ name, linked, values }) => [name, linked?.key, ...values.map((one) => one.entryGid)]);

  beforeAll(async () => {
    const type = 'colour-kind';
    const id = buildKind(store, type);
    colours = names.map((name) => buildStoreEntry(store, type, name));
    const entries = { add: true, own: false, variants: true };
    const made = await define({ key: 'colour', name: 'Colour', type: LIST, validations: kindRule(id), entries });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
  });

  it('links an option to what is ticked, and its variants come and go with it', async () => {
    const answer = await put(build(0, 1));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { productId: id } = answer.as<{ productId: string }>();
    expect(linkedOf(id)).toEqual([['Colour', 'colour', colours[0], colours[1]]]);
    expect(valueOf(id, 'colour')).toBe(JSON.stringify([colours[0], colours[1]]));
    const { product } = await readDetail(id, seller);
    const kept = product.variants[1];
    const [rust] = sized('Rust');
    const options = [{ ...product.options[0], name: 'Colour', values: ['Moss', 'Rust'] }];
    const changed = { ...product, metafields: [ticked(1, 2)], options, variants: [kept, rust] };
    expect(await saidOf(put(changed))).toEqual([200]);
    expect(linkedOf(id)).toEqual([['Colour', 'colour', colours[1], colours[2]]]);
    expect(valueOf(id, 'colour')).toBe(JSON.stringify([colours[1], colours[2]]));
    const { product: now } = await readDetail(id, seller);
    expect(now.variants.map(({ title }) => title)).toEqual(['Moss', 'Rust']);
    expect(now.variants[0]?.id).toBe(kept?.id);
    expect(now.metafields).toContainEqual(expect.objectContaining(ticked(1, 2)));
    // Everything is unticked: the option is gone, and what it took its values from with it.
    const plain = { ...now.variants[0], options: [] };
    expect(await saidOf(put({ ...now, metafields: [ticked()], options: [], variants: [plain] }))).toEqual([200]);
    expect([linkedOf(id)?.[0]?.[1], valueOf(id, 'colour'), liveOf(id)?.variants.length]).toEqual([
      ...[undefined, undefined, 1],
    ]);
  });

  it('refuses an option that is not what is ticked, and ticks without one (422)', async () => {
    const path = 'product.metafields.custom.colour';
    expect(await saidOf(put({ ...build(0, 1), metafields: [ticked(0, 2)] }))).toEqual([
      ...[422, `${path}: What is ticked and the values of the option are to be the same`],
    ]);
    expect(await saidOf(put(buildProductInput({ metafields: [ticked(0)] })))).toEqual([
      ...[422, `${path}: What is ticked needs an option of this name, of which a product has 3 at most`],
    ]);
    const counterpart = buildStoreEntry(store, 'colour-kind', 'Moss');
    const both = [field('colour', JSON.stringify([colours[1], counterpart]))];
    expect(await saidOf(put({ ...build(1), metafields: both }))).toEqual([
      ...[422, `${path}: Two of the ticked entries have the same name`],
    ]);
  });

  it('wants the names of the entries as they are, and leaves alone what a save does not touch', async () => {
    const path = 'product.metafields.custom.colour';
    const [small] = sized('moss');
    expect(await saidOf(put({ ...build(1), options: option('moss'), variants: [small] }))).toEqual([
      ...[422, `${path}: What is ticked and the values of the option are to be the same`],
    ]);
    const { productId: id } = (await put(build(0, 1))).as<{ productId: string }>();
    const dearer = async (price: string) => {
      const { product } = await readDetail(id, seller);
      return saidOf(put({ ...product, variants: product.variants.map((variant) => ({ ...variant, price })) }));
    };
    // The merchant calls an entry otherwise, and then takes the access away.
    renameEntry(store, colours[0] ?? '', 'Sky');
    expect(await dearer('21.00')).toEqual([200]);
    const scopes = shop().installation?.scopes ?? [];
    await program().sandbox?.control('POST', '/scopes', {
      shop: store.domain,
      scopes: scopes.filter((scope) => !scope.includes('metaobject')),
    });
    expect(await dearer('22.00')).toEqual([200]);
    await grantEntries(store);
    renameEntry(store, colours[0] ?? '', 'Sky blue');
    expect(linkedOf(id)).toEqual([['Colour', 'colour', colours[0], colours[1]]]);
    expect(valueOf(id, 'colour')).toBe(JSON.stringify([colours[0], colours[1]]));
    expect(liveOf(id)?.variants.map((variant) => variant.priceMinor)).toEqual([2200, 2200]);
  });

  it('that is hidden from vendors is neither written for them nor named to them', async () => {
    const known = (await api(admin).get(PATH)).as<SpecificationsDto>().specifications;
    const colour = known.find((one) => one.key === 'colour');
    const show = async (isShown: boolean) => {
      const answer = await define({ ...colour, show: isShown });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    await show(false);
    const saved = await put(buildProductInput({ options: option('Moss'), variants: sized('Moss') }));
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(linkedOf(saved.as<{ productId: string }>().productId)).toEqual([['Colour', undefined, undefined]]);
    await show(true);
  });

  it('that nobody ticks leaves an option of the same name alone', async () => {
    const saved = await put({ ...build(0), metafields: [ticked()] });
    expect(linkedOf(saved.as<{ productId: string }>().productId)).toEqual([['Colour', undefined, undefined]]);
  });

  it('waits as a whole where the marketplace holds content, and gets its link when it is applied', async () => {
    const live = await buildLiveProduct(seller, admin, build(0));
    await setProductRules(admin, { hold: 'content' });
    const options = [{ ...live.options[0], name: 'Colour', values: ['Sky blue', 'Moss'] }];
    const variants = [live.variants[0], ...sized('Moss')];
    expect(await saidOf(put({ ...live, metafields: [ticked(0, 1)], options, variants }))).toEqual([200]);
    expect(linkedOf(live.id)).toEqual([['Colour', 'colour', colours[0]]]);
    expect(valueOf(live.id, 'colour')).toBe(JSON.stringify([colours[0]]));
    const { change } = await readDetail(live.id, admin);
    expect(change?.waiting).toEqual(['options', 'specifications']);
    const { change: shown } = (await api(admin).get(`/products/changes/${change?.id}`)).as<{
      change: { seen: string };
    }>();
    const applied = await api(admin).patch(`/products/changes/${change?.id}`, { action: 'apply', seen: shown.seen });
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    expect(linkedOf(live.id)).toEqual([['Colour', 'colour', colours[0], colours[1]]]);
    await setProductRules(admin, { hold: 'free' });
  });
});
