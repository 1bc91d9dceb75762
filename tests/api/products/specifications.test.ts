import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import type { SpecificationsDto } from '#app/features/specifications/specifications.contract.ts';
import { keyOfPrivate } from '#app/platform/uploads/upload.ts';
import type { StagedUpload } from '#app/platform/uploads/uploads.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;

const PATH = '/products/metafields';
const NOT_YOURS = 'The marketplace has not given this field to vendors';
const WOODS = JSON.stringify(['Oak', 'Ash']);
const WOOD = {
  key: 'wood',
  name: 'Kind of wood',
  type: 'single_line_text_field',
  required: true,
  section: 'Material',
  validations: [{ name: 'choices', value: WOODS }],
};

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Turner' }) });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival' }) });
});
afterAll(() => program().stop());

const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  if (!found) throw new Error('the sandbox has the store');
  return found;
};
const definitionOf = (key: string) => shop().metafieldDefinitions.find((one) => one.key === key);
const valueOf = (productId: string, key: string, namespace = 'custom') =>
  shop().metafields.find(
    (one) => one.ownerGid === `gid://shopify/Product/${productId}` && one.key === key && one.namespace === namespace,
  )?.value;
/** A value that the merchant, or another app, gave a product in the store. */
const giveInStore = (productId: string, namespace: string, key: string, value: string) => {
  const at = program().clock.now().toISOString();
  const id = 990_000_000 + shop().metafields.length;
  const owner = { ownerGid: `gid://shopify/Product/${productId}`, createdAt: at, updatedAt: at };
  shop().metafields.push({ id, ...owner, namespace, key, type: 'single_line_text_field', value });
};
const define = (body: object) => api(admin).post(PATH, body);
const list = async (by: BuiltUser) => (await api(by).get(PATH)).as<SpecificationsDto>();
const field = (key: string, value: string, namespace = 'custom') => ({ namespace, key, value });
const put = (product: object, by = seller) => api(by).put('/products-v2', { product });
const make = async (metafields: object[], over: object = {}, by = seller) => {
  const answer = await put(buildProductInput({ metafields, ...over }), by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (await readDetail(answer.as<{ productId: string }>().productId, by)).product;
};
type Refusal = { issues: { path: string; message: string }[] };
const saidOf = async (answer: ReturnType<typeof put>) => {
  const { status, body } = await answer;
  return [status, ...((body as Partial<Refusal>).issues ?? []).map(({ path, message }) => `${path}: ${message}`)];
};

/** A private file of somebody; answers where it lies. */
async function sendPrivate(by: BuiltUser): Promise<string> {
  const query = { ext: 'txt', name: 'manual.txt', size: 4 };
  const answer = await api(by).put('/cdn/metafield-file', {}, { query });
  const { url, location } = answer.as<{ url: string; location: string }>();
  await fetch(url, { method: 'PUT', body: 'Read', headers: { 'content-type': 'text/plain' } });
  return location;
}

describe('the specifications of a marketplace', () => {
  it('are off until an admin wants them (404), and their values then are the marketplace’s alone', async () => {
    const query = { key: 'wood' };
    for (const answer of [api(seller).get(PATH), define(WOOD), api(admin).delete(PATH, undefined, { query })]) {
      expect((await answer).body).toMatchObject({ code: 'feature_disabled' });
    }
    expect(await saidOf(put(buildProductInput({ metafields: [field('wood', 'Oak')] })))).toEqual([
      ...[422, `product.metafields.custom.wood: ${NOT_YOURS}`],
    ]);
    await api(admin).patch('/app/info/features', { features: { specifications: { enabled: true } } });
    expect((await list(seller)).specifications).toEqual([]);
  });

  it('are definitions of the store, with what the marketplace adds to them', async () => {
    expect((await define(WOOD)).status).toBe(200);
    expect(definitionOf('wood')).toMatchObject({
      name: 'Kind of wood',
      namespace: 'custom',
      ownerType: 'PRODUCT',
      type: 'single_line_text_field',
      validations: WOOD.validations,
      access: { storefront: 'PUBLIC_READ' },
    });
    await define({ key: 'grade', name: 'Grade', type: 'number_integer', show: false, section: 'Material' });
    const mine = await list(seller);
    expect(mine.specifications).toMatchObject([{ key: 'wood', required: true, show: true, showWhen: null }]);
    expect(mine.sections).toEqual([{ name: 'Material', keys: ['custom.wood', 'custom.grade'] }]);
    expect((await list(admin)).specifications.map((one) => one.key)).toEqual(['wood', 'grade']);
    // The same again changes nothing; another name is written to the store, too.
    const { version } = await list(admin);
    await define(WOOD);
    expect((await list(admin)).version).toBe(version);
    await define({ ...WOOD, name: 'Wood' });
    expect(definitionOf('wood')).toMatchObject({ name: 'Wood' });
    expect((await define({ ...WOOD, version })).status).toBe(409);
  });

  it('take over definitions that the store has, with the display properties of their descriptions', async () => {
    const description = 'How to wash it {required:true|showWhen:wood=Ash|mo_allow_write:true}';
    const access = { admin: null, storefront: null };
    shop().metafieldDefinitions.push(
      ...[
        { namespace: 'custom', key: 'care' },
        { namespace: 'app--2', key: 'score' },
      ].map((one, index) => ({
        ...one,
        id: 880_000_000 + index,
        name: 'Care',
        description,
        type: 'multi_line_text_field',
        ownerType: 'PRODUCT',
        validations: [],
        access,
        pinned: false,
      })),
    );
    const { available } = await list(admin);
    const [care] = available;
    expect(available).toEqual([
      {
        owner: 'PRODUCT',
        namespace: 'custom',
        key: 'care',
        name: 'Care',
        description: 'How to wash it',
        type: 'multi_line_text_field',
        validations: [],
        required: true,
        show: true,
        upload: false,
        showWhen: { key: 'wood', values: ['Ash'] },
      },
    ]);
    expect((await define({ ...care, name: 'Caring for it' })).status).toBe(200);
    // What programs read in the description stays there.
    expect(definitionOf('care')).toMatchObject({ name: 'Caring for it', description });
    // The merchant names it anew: it has that name with us when an admin looks again.
    Object.assign(definitionOf('care') ?? {}, { name: 'Care' });
    expect((await list(admin)).specifications.find((one) => one.key === 'care')).toMatchObject({ name: 'Care' });
    expect((await list(seller)).available).toEqual([]);
  });

  it('are refused with field and rule', async () => {
    const refused = async (over: object) => saidOf(define({ key: 'new_one', name: 'New', type: 'boolean', ...over }));
    expect(await refused({ name: ' ', key: 'a b' })).toEqual([
      422,
      'key: must be made of letters, digits, _ and -, 2 to 64',
      'name: Required field',
    ]);
    expect(await refused({ namespace: 'souk_vendor' })).toEqual([
      422,
      'namespace: This belongs to an app and is not written here',
    ]);
    expect(await refused({ validations: WOOD.validations })).toEqual([422, 'validations: This type has no choices']);
    expect(await refused({ key: 'wood' })).toEqual([
      422,
      'type: The store has this key already, with the type single_line_text_field',
    ]);
    expect((await refused({ type: 'no_such_type' }))[0]).toBe(422);
    expect((await list(admin)).specifications.map((one) => one.key)).toEqual(['wood', 'grade', 'care']);
  });

  it('stand in sections, which are part of the features', async () => {
    const sections = [
      { name: 'Stuff', keys: ['wood'] },
      { name: 'Later', keys: [] },
    ];
    expect((await api(admin).patch('/app/info/features', { features: { sections } })).status).toBe(200);
    expect((await list(seller)).sections).toEqual(sections);
    expect((await api(seller).get('/app/info')).body).toMatchObject({ settings: { sections } });
    await define({ ...WOOD, section: 'Later' });
    expect((await list(seller)).sections).toEqual([
      { name: 'Stuff', keys: [] },
      { name: 'Later', keys: ['custom.wood'] },
    ]);
  });

  it('refuses a section past the thirty there may be (422), and settings stay readable', async () => {
    const before = (await list(admin)).sections;
    const full = Array.from({ length: 30 }, (_, at) => ({ name: `Section ${at}`, keys: [] }));
    await api(admin).patch('/app/info/features', { features: { sections: full } });
    const refused = await define({ key: 'one_more', name: 'One more', type: 'single_line_text_field', section: 'New' });
    expect([refused.status, refused.as<Refusal>().issues[0]?.path]).toEqual([422, 'section']);
    expect(definitionOf('one_more')).toBeUndefined();
    expect((await list(admin)).sections).toHaveLength(30);
    await api(admin).patch('/app/info/features', { features: { sections: before } });
    expect((await list(admin)).sections).toEqual(before);
  });

  it('are deleted by the marketplace, with the definition of the store or without it; values stay', async () => {
    await define({ key: 'gone', name: 'Gone', type: 'single_line_text_field' });
    const bowl = await make([field('wood', 'Oak'), field('gone', 'Here')]);
    const remove = (definition: string) => api(admin).delete(PATH, undefined, { query: { key: 'gone', definition } });
    expect((await remove('keep')).status).toBe(200);
    expect((await remove('keep')).status).toBe(404);
    expect(definitionOf('gone')).toBeDefined();
    await define({ key: 'gone', name: 'Gone', type: 'single_line_text_field' });
    expect((await remove('delete')).status).toBe(200);
    expect(definitionOf('gone')).toBeUndefined();
    expect(valueOf(bowl.id, 'gone')).toBe('Here');
  });
});

describe('a product with specifications', () => {
  it('misses required ones in the words of the specification, and hidden ones never', async () => {
    const save = (...metafields: object[]) => saidOf(put(buildProductInput({ metafields })));
    const whole = 'product.metafields: Some metafields are required';
    expect(await save()).toEqual([422, whole, 'product.metafields.custom.wood: Required']);
    expect(await save(field('wood', 'Ash'), field('care', ' '))).toEqual([
      ...[422, whole, 'product.metafields.custom.care: Required'],
    ]);
    expect(await save(field('wood', 'Oak'))).toEqual([200]);
    expect(await save(field('wood', 'Tin'))).toEqual([
      422,
      'product.metafields.custom.wood: must be one of the options',
    ]);
    expect((await put(buildProductInput({ vendor: 'Turner' }), admin)).status).toBe(200);
  });

  it('keeps every other value that the store gave it, and loses one that is emptied', async () => {
    const bowl = await make([field('wood', 'Ash'), field('care', 'By hand')]);
    giveInStore(bowl.id, 'custom', 'story', 'Told by the merchant');
    giveInStore(bowl.id, 'app--2', 'score', '5');
    expect(await saidOf(put({ ...bowl, metafields: [field('wood', 'Oak'), field('care', 'Any')] }))).toEqual([200]);
    expect(['wood', 'story'].map((key) => valueOf(bowl.id, key))).toEqual(['Oak', 'Told by the merchant']);
    expect(valueOf(bowl.id, 'score', 'app--2')).toBe('5');
    // What is hidden now is not written: it may be shown again.
    expect(valueOf(bowl.id, 'care')).toBe('By hand');
    const { product } = await readDetail(bowl.id, admin);
    expect(await saidOf(put({ ...product, metafields: [field('care', '')] }, admin))).toEqual([200]);
    expect(valueOf(bowl.id, 'care')).toBe('By hand');
    await put({ ...product, version: undefined, metafields: [field('wood', 'Ash'), field('care', '')] }, admin);
    expect(['wood', 'care', 'story'].map((key) => valueOf(bowl.id, key))).toEqual([
      'Ash',
      undefined,
      'Told by the merchant',
    ]);
  });

  it('takes from a vendor what it is shown, and nothing of the marketplace, of apps or of nobody', async () => {
    const bowl = await make([field('wood', 'Oak')]);
    giveInStore(bowl.id, 'app--2', 'score', '5');
    giveInStore(bowl.id, 'custom', 'story', 'Told');
    await put({ ...bowl, metafields: [field('grade', '7')] }, admin);
    const refused = async (one: object) => saidOf(put({ ...bowl, version: undefined, metafields: [one] }));
    for (const one of [field('grade', '8'), field('story', 'Mine'), field('new_one', 'x')]) {
      expect(await refused(one)).toEqual([422, `product.metafields.custom.${one.key}: ${NOT_YOURS}`]);
    }
    for (const namespace of ['app--2', '$app', 'souk', 'souk_vendor']) {
      expect((await refused(field('score', '9', namespace)))[0]).toBe(422);
    }
    expect(valueOf(bowl.id, 'score', 'app--2')).toBe('5');
    // What a vendor reads can be sent back as it is; the marketplace's own and that of apps is not among it.
    const { product } = await readDetail(bowl.id, seller);
    expect(product.metafields.map((one) => one.key).sort()).toEqual(['story', 'wood']);
    expect(await saidOf(put({ ...product }))).toEqual([200]);
    expect(valueOf(bowl.id, 'grade')).toBe('7');
  });

  it('says nothing to vendors of what is hidden from them: in no log, and not while specifications are off', async () => {
    const bowl = await make([field('wood', 'Oak')]);
    giveInStore(bowl.id, 'app--2', 'score', '5');
    const fields = [field('grade', '12'), field('wood', 'Ash'), field('care', 'By hand')];
    expect(await saidOf(put({ ...bowl, metafields: fields }, admin))).toEqual([200]);
    const logged = async (by: BuiltUser) => {
      const { logs } = (await api(by).get(`/logs/product/${bowl.id}`)).as<{ logs: ProductDetail['logs'] }>();
      const { logs: shown } = await readDetail(bowl.id, by);
      expect(shown).toEqual(logs);
      return logs.flatMap((log) => log.changes.map((one) => one.new ?? '')).join(', ');
    };
    const read = async () => ({
      fields: (await readDetail(bowl.id, seller)).product.metafields.map((one) => one.key).sort(),
      log: await logged(seller),
    });
    expect(await logged(admin)).toContain('grade: 12');
    const shown = { fields: ['care', 'wood'], log: 'wood: Ash; care: By hand' };
    expect(await read()).toEqual(shown);
    const turn = (enabled: boolean) =>
      api(admin).patch('/app/info/features', { features: { specifications: { enabled } } });
    await turn(false);
    expect(await read()).toEqual(shown);
    await turn(true);
  });

  it('is another version when somebody else changed a specification', async () => {
    const bowl = await make([field('wood', 'Ash'), field('care', 'By hand')]);
    await put({ ...bowl, metafields: [field('care', 'Never')] }, admin);
    expect((await put({ ...bowl, metafields: [field('wood', 'Oak')] })).status).toBe(409);
    expect(['wood', 'care'].map((key) => valueOf(bowl.id, key))).toEqual(['Ash', 'Never']);
  });

  it('goes on where a lost answer cut it, without being taken for another’s change', async () => {
    const bowl = await make([field('wood', 'Oak')]);
    await program().sandbox?.control('POST', '/faults', {
      target: 'shopify',
      operation: 'metafieldsSet',
      kind: 'error',
      status: 500,
      times: 4,
    });
    const changed = { ...bowl, title: 'Renamed bowl', metafields: [field('wood', 'Ash'), field('care', 'By hand')] };
    expect((await put(changed)).status).toBe(502);
    expect(valueOf(bowl.id, 'care')).toBeUndefined();
    expect(await saidOf(put(changed))).toEqual([200]);
    expect(['wood', 'care'].map((key) => valueOf(bowl.id, key))).toEqual(['Ash', 'By hand']);
    expect((await readDetail(bowl.id, seller)).product.title).toBe('Renamed bowl');
  });

  it('goes on where its specifications were written and the product was not', async () => {
    const bowl = await make([field('wood', 'Ash'), field('care', 'By hand')]);
    await program().sandbox?.control('POST', '/faults', {
      target: 'shopify',
      operation: 'productSet',
      kind: 'error',
      status: 500,
      times: 4,
    });
    const changed = { ...bowl, title: 'Second bowl', metafields: [field('care', 'Never')] };
    expect((await put(changed)).status).toBe(502);
    expect(valueOf(bowl.id, 'care')).toBe('Never');
    expect(await saidOf(put(changed))).toEqual([200]);
    expect((await readDetail(bowl.id, seller)).product.title).toBe('Second bowl');
  });

  it('is not half saved when the platform refuses a specification, and the corrected save is no conflict', async () => {
    await define({ key: 'stamp', name: 'Stamp', type: 'single_line_text_field' });
    const bowl = await make([field('wood', 'Oak')]);
    // The merchant made the definition anew, with another type, and nobody looked since.
    Object.assign(definitionOf('stamp') ?? {}, { type: 'number_integer' });
    const changed = { ...bowl, title: 'Stamped bowl' };
    expect((await put({ ...changed, metafields: [field('stamp', 'Round')] })).status).toBe(422);
    Object.assign(definitionOf('stamp') ?? {}, { type: 'single_line_text_field' });
    expect(shop().products[bowl.id]?.title).toBe(bowl.title);
    expect(await saidOf(put({ ...changed, metafields: [field('stamp', 'Square')] }))).toEqual([200]);
    expect([shop().products[bowl.id]?.title, valueOf(bowl.id, 'stamp')]).toEqual(['Stamped bowl', 'Square']);
  });

  it('keeps what stands behind a condition on a field that its vendor does not know', async () => {
    await define({ key: 'origin', name: 'Origin', type: 'single_line_text_field', show: false });
    const showWhen = { key: 'origin', values: ['Here'] };
    await define({ key: 'village', name: 'Village', type: 'single_line_text_field', showWhen });
    const bowl = await make([field('wood', 'Oak'), field('village', 'Beek')]);
    expect(valueOf(bowl.id, 'village')).toBe('Beek');
  });

  it('that is live waits with a held one under the name that people know, and gets it when it is applied', async () => {
    await setProductRules(admin, { hold: 'content' });
    const bowl = await buildLiveProduct(seller, admin, { metafields: [field('wood', 'Oak')] });
    expect(await saidOf(put({ ...bowl, metafields: [field('wood', 'Ash'), field('care', 'By hand')] }))).toEqual([200]);
    expect(['wood', 'care'].map((key) => valueOf(bowl.id, key))).toEqual(['Oak', undefined]);
    const { change, product } = await readDetail(bowl.id, seller);
    expect(change?.waiting).toEqual(['specifications']);
    expect(product.metafields.find((one) => one.key === 'wood')?.value).toBe('Ash');
    const at = `/products/changes/${change?.id ?? ''}`;
    const { body } = await api(admin).get(at);
    expect(body).toMatchObject({
      change: {
        fields: [
          {
            field: 'specifications',
            rows: [
              { label: 'Kind of wood', old: 'Oak', new: 'Ash' },
              { label: 'Care', old: null, new: 'By hand' },
            ],
          },
        ],
      },
    });
    expect((await api(admin).patch(at, { action: 'apply' })).status).toBe(200);
    expect(['wood', 'care'].map((key) => valueOf(bowl.id, key))).toEqual(['Ash', 'By hand']);
    await setProductRules(admin, { hold: 'free' });
  });

  it('holds a file that its vendor sent, and no other', async () => {
    await define({ key: 'manual', name: 'Manual', type: 'single_line_text_field', upload: true });
    const [own, foreign] = [await sendPrivate(seller), await sendPrivate(rival)];
    const bowl = await make([field('wood', 'Oak'), field('manual', own)]);
    expect(valueOf(bowl.id, 'manual')).toBe(own);
    const gone = 'product.metafields.custom.manual: The file is no longer kept. Upload it again';
    for (const wrong of [foreign, own.replace(/^https?:\/\/[^/]+/, 'https://evil.test'), 'https://evil.test/a.pdf']) {
      expect(await saidOf(put({ ...bowl, version: undefined, metafields: [field('manual', wrong)] }))).toEqual([
        422,
        gone,
      ]);
    }
  });
});

describe('a specification of files of the store', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const send = async (by: BuiltUser): Promise<string> => {
    const file = { filename: 'bowl.png', fileSize: PNG.length, mime: 'image/png' };
    const { stagedTarget } = (await api(by).put('/cdn/stage-upload', file)).as<StagedUpload>();
    const form = new FormData();
    for (const { name, value } of stagedTarget.parameters) form.append(name, value);
    form.append('file', new File([PNG], 'bowl.png', { type: 'image/png' }));
    expect((await fetch(stagedTarget.url, { method: 'POST', body: form })).ok).toBe(true);
    return stagedTarget.resourceUrl;
  };

  it('takes uploads, of each of which one file is made, and keeps what stands there', async () => {
    const pictures = [{ name: 'file_type_options', value: JSON.stringify(['Image']) }];
    await define({ key: 'plan', name: 'Plan', type: 'file_reference', validations: pictures });
    await define({ key: 'views', name: 'Views', type: 'list.file_reference' });
    const [plan, view] = [await send(seller), await send(seller)];
    const files = [field('plan', plan), field('views', JSON.stringify([view, plan]))];
    const bowl = await make([field('wood', 'Oak'), ...files]);
    const stored = valueOf(bowl.id, 'plan') ?? '';
    expect(stored).toMatch(/^gid:\/\/shopify\/MediaImage\/\d+$/);
    const views = JSON.parse(valueOf(bowl.id, 'views') ?? '') as string[];
    expect([views.length, views[1]]).toEqual([2, stored]);
    // Sent again as it was typed, and as it is stored: the same file.
    for (const value of [plan, stored]) {
      const again = { ...bowl, version: undefined, metafields: [field('plan', value), field('wood', 'Oak')] };
      expect((await put(again)).status).toBe(200);
      expect(valueOf(bowl.id, 'plan')).toBe(stored);
    }
    expect((await api(seller).get('/cdn/shopify/file', { query: { ressourceId: stored } })).status).toBe(200);
  });

  it('refuses what is another’s, of another kind, or no file (422)', async () => {
    const foreign = await send(rival);
    const theirs = await make([field('wood', 'Oak'), field('plan', foreign)], {}, rival);
    const gone = 'The file is no longer kept. Upload it again';
    const wrong: [string, string][] = [
      [foreign, gone],
      [valueOf(theirs.id, 'plan') ?? '', gone],
      ['https://evil.test/a.png', gone],
      ['gid://shopify/Video/1', 'is not an accepted type of file'],
      ['a plan', 'must be a file of the store'],
    ];
    for (const [value, said] of wrong) {
      const product = buildProductInput({ metafields: [field('wood', 'Oak'), field('plan', value)] });
      expect(await saidOf(put(product))).toEqual([422, `product.metafields.custom.plan: ${said}`]);
    }
  });
});

type VariantOf = ProductDetail['product']['variants'][number];

describe('a variant with specifications', () => {
  const variantValue = (variant: VariantOf | undefined, key: string) =>
    shop().metafields.find(
      (one) => one.ownerGid === `gid://shopify/ProductVariant/${variant?.id ?? ''}` && one.key === key,
    )?.value;

  it('has its own, which are required, written and kept like those of products', async () => {
    await define({ owner: 'PRODUCTVARIANT', key: 'fits', name: 'Fits', type: 'number_integer', required: true });
    await define({ owner: 'PRODUCTVARIANT', key: 'lining', name: 'Lining', type: 'boolean' });
    const options = [{ name: 'Size', values: ['S', 'L'] }];
    const variants = (...fits: string[]) =>
      ['S', 'L'].map((value, index) => ({
        options: [{ name: 'Size', value }],
        metafields: [field('fits', fits[index] ?? '')],
      }));
    const metafields = [field('wood', 'Oak')];
    expect(await saidOf(put(buildProductInput({ metafields, options, variants: variants('4', 'many') })))).toEqual([
      ...[422, 'product.variants.1.metafields.custom.fits: must be a whole number'],
    ]);
    expect(await saidOf(put(buildProductInput({ metafields, options, variants: variants('4') })))).toEqual([
      422,
      'product.variants.1.metafields: Some metafields are required',
      'product.variants.1.metafields.custom.fits: Required',
    ]);
    const bag = await make(metafields, { options, variants: variants('4', '6') });
    expect(bag.variants.map((variant) => variantValue(variant, 'fits'))).toEqual(['4', '6']);
    const changed = bag.variants.map((variant, index) => ({
      ...variant,
      metafields: index === 0 ? [field('lining', 'true')] : [field('fits', '8')],
    }));
    expect(await saidOf(put({ ...bag, variants: changed }))).toEqual([200]);
    const { product } = await readDetail(bag.id, seller);
    expect(product.variants.map(({ metafields: fields }) => fields.map(({ key, value }) => `${key} ${value}`))).toEqual(
      [['fits 4', 'lining true'], ['fits 8']],
    );
    expect(product.variants.map((variant) => variantValue(variant, 'fits'))).toEqual(['4', '8']);
    expect(variantValue(product.variants[0], 'lining')).toBe('true');
  });
});

describe('specifications of products and variants that have the same key', () => {
  beforeAll(async () => {
    await define({ key: 'finish', name: 'Finish', type: 'single_line_text_field' });
    const hidden = { owner: 'PRODUCTVARIANT', key: 'finish', name: 'Cost of it', show: false };
    await define({ ...hidden, type: 'single_line_text_field' });
    await define({ owner: 'PRODUCTVARIANT', key: 'fits', name: 'Fits', type: 'number_integer', required: false });
  });

  it('are two: hiding that of variants keeps that of the product, and what a vendor reads of it', async () => {
    const bowl = await make([field('wood', 'Oak'), field('finish', 'Waxed')]);
    expect(bowl.metafields).toContainEqual(expect.objectContaining(field('finish', 'Waxed')));
    const { product } = await readDetail(bowl.id, admin);
    const own = product.variants.map((variant) => ({ ...variant, metafields: [field('finish', '3 EUR')] }));
    expect(await saidOf(put({ ...product, variants: own }, admin))).toEqual([200]);
    const read = (await readDetail(bowl.id, seller)).product;
    expect(read.metafields).toContainEqual(expect.objectContaining(field('finish', 'Waxed')));
    expect(read.variants[0]?.metafields).toEqual([]);
    // Each has its own name where the marketplace looks at what waits.
    await setProductRules(admin, { hold: 'content' });
    expect((await api(admin).patch(`/product-v2/${bowl.id}/approve`)).status).toBe(200);
    const live = (await readDetail(bowl.id, seller)).product;
    expect(await saidOf(put({ ...live, metafields: [field('finish', 'Oiled')] }))).toEqual([200]);
    const { change } = await readDetail(bowl.id, seller);
    const { body } = await api(admin).get(`/products/changes/${change?.id ?? ''}`);
    expect(body).toMatchObject({ change: { fields: [{ rows: [{ label: 'Finish', old: 'Waxed', new: 'Oiled' }] }] } });
    await setProductRules(admin, { hold: 'free' });
  });

  it('go back to what was approved, those of variants too, when the product went live during the save', async () => {
    await setProductRules(admin, { hold: 'content' });
    const bowl = await make([field('wood', 'Oak'), field('finish', 'Waxed')]);
    const product = shop().products[bowl.id];
    if (!product) throw new Error('the platform has the product');
    let title = product.title;
    Object.defineProperty(product, 'title', {
      enumerable: true,
      configurable: true,
      get: () => title,
      set: (text: string) => {
        title = text;
        product.status = 'ACTIVE';
      },
    });
    const fields = [field('finish', 'Oiled')];
    // Nothing stood there before: what the first write made of it has to go again.
    const variants = bowl.variants.map((variant) => ({ ...variant, metafields: [field('fits', '6')] }));
    const changed = { ...bowl, version: undefined, metafields: fields, variants };
    expect(await saidOf(put(changed))).toEqual([200]);
    expect(product.status).toBe('ACTIVE');
    const gid = `gid://shopify/ProductVariant/${bowl.variants[0]?.id ?? ''}`;
    const fits = shop().metafields.find((one) => one.ownerGid === gid && one.key === 'fits');
    expect([valueOf(bowl.id, 'finish'), fits?.value]).toEqual(['Waxed', undefined]);
    const { change } = await readDetail(bowl.id, seller);
    expect([...(change?.waiting ?? [])].sort()).toEqual(['specifications', 'variantSpecifications']);
    await setProductRules(admin, { hold: 'free' });
  });

  it('are as many for a variant as a marketplace has of them', async () => {
    const variants = (count: number) => [
      { metafields: Array.from({ length: count }, (_, at) => field(`unknown_${at}`, '')) },
    ];
    const metafields = [field('wood', 'Oak')];
    const refusal = async (count: number) =>
      (await saidOf(put(buildProductInput({ metafields, variants: variants(count) }))))[1];
    expect(await refusal(50)).toBe(`product.variants.0.metafields.custom.unknown_0: ${NOT_YOURS}`);
    expect(await refusal(51)).toMatch(/^product\.variants\.0\.metafields: /);
  });
});

describe('the files of specifications', () => {
  it('stay when what nothing refers to is swept', async () => {
    const [held, loose] = [await sendPrivate(seller), await sendPrivate(seller)];
    const variants = [{ price: '10', stock: 1, metafields: [field('fits', '2')] }];
    await make([field('wood', 'Oak'), field('manual', held)], { variants });
    program().clock.advance({ hours: 25 });
    const { services: all } = program().container;
    await sweepStore(all, store.id);
    const kept = async (location: string) =>
      program().owner.upload.count({ where: { key: keyOfPrivate(location) ?? '' } });
    expect([await kept(held), await kept(loose)]).toEqual([1, 0]);
  });
});
