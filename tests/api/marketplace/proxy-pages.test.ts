import { Liquid } from 'liquidjs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import { buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { askProxy, signQuery } from '#tests/support/proxy.ts';

const HOSTILE = `Kiln <script>hacked()</script> {{ shop.name }} {% assign a = 1 %} "&' Co`;
const FIELD = { required: false, options: [], link: '', description: '', showOnVendorPage: false, registration: true };
const SIMPLE = [
  { ...FIELD, key: 'about', name: 'About <you>', type: 'textarea', required: true, description: 'In a few words' },
  { ...FIELD, key: 'story', name: 'Story', type: 'richtext' },
  { ...FIELD, key: 'craft', name: 'Craft', type: 'select', options: ['Wood', 'Clay {{ shop }}'] },
  { ...FIELD, key: 'days', name: 'Days', type: 'checkbox', options: ['Mon', 'Tue'] },
  { ...FIELD, key: 'since', name: 'Since', type: 'date' },
  { ...FIELD, key: 'site', name: 'Site', type: 'url' },
  {
    ...FIELD,
    key: 'street',
    name: 'Street',
    type: 'text',
    required: true,
    description: 'Where? {showWhen:craft=Wood}',
  },
  { ...FIELD, key: 'rules', name: 'the rules', type: 'terms', required: true, link: 'https://souk.test/terms' },
  { ...FIELD, key: 'rating', name: 'Rating by us', type: 'text', description: 'Ours {show:false}' },
];
let store: BuiltStore;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await program().drain();
  await saveForm(SIMPLE);
  await buildPage(HOSTILE, true);
  await buildPage('Not approved', false);
  await buildVendor({ store, name: 'Without a page' });
});
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

async function saveForm(fields: object[], enableApproval = true): Promise<void> {
  const admin = await buildAdmin({ store });
  const saved = await api(admin).put('/app/metafields/collection', { fields, enableApproval });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

async function buildPage(name: string, approved: boolean): Promise<void> {
  const vendor = await buildVendor({ store, name, handle: `maker-${nextNumber()}` });
  await program().owner.vendorPage.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      live: { imageUrl: 'https://cdn.shopify.com/kiln.png', description: '<p>Secret draft words</p>', fields: [] },
      approved,
      version: 1,
      updatedAt: program().clock.now(),
      collectionHandle: `${vendor.handle}-1`,
    },
  });
}

const query = (locale = 'en', more: [string, string][] = []) =>
  signQuery({ shop: store.domain, query: [['locale', locale], ...more] });
/** A page as the platform would draw it inside the theme. */
async function draw(answer: Response): Promise<string> {
  const liquid = await answer.text();
  return String(await new Liquid().parseAndRender(liquid, { shop: { name: 'LEAKED' }, routes: { root_url: '/' } }));
}
const apply = (fields: [string, string][], locale = 'en') =>
  askProxy('/application', query(locale), { method: 'POST', body: new URLSearchParams(fields) });
const complete = (over: Record<string, string> = {}): [string, string][] =>
  Object.entries({
    vendorName: `Maker ${nextNumber()}`,
    email: `maker${nextNumber()}@souk.test`,
    'field.about': 'Bowls & plates',
    'field.rules': 'true',
    ...over,
  });
const countApplications = () => program().owner.vendorApplication.count({ where: { storeId: store.id } });

describe('the pages that the app draws inside the theme', () => {
  test('list the vendors with an approved page and nobody else, their names as texts', async () => {
    const answer = await askProxy('/vendors', query());
    expect(answer.headers.get('content-type')).toBe('application/liquid; charset=utf-8');
    const html = await draw(answer);
    expect(html).toContain('&lt;script&gt;hacked()');
    expect(html).toMatch(/href="\/collections\/maker-\d+-1"/);
    for (const hidden of ['<script>hacked', 'LEAKED', 'Not approved', 'Without a page', 'Secret draft']) {
      expect(html).not.toContain(hidden);
    }
  });

  test.each([
    ['nl', 'Alle verkopers'],
    ['de', 'Alle Verkäufer'],
    ['fr', 'Tous les vendeurs'],
    ['es', 'Todos los vendedores'],
  ])('speak %s', async (locale, title) => {
    expect(await draw(await askProxy('/vendors', query(locale)))).toContain(`<h1>${title}</h1>`);
  });

  test('tell a script where a vendor’s page is, and of others that there is none', async () => {
    const find = async (name: string) =>
      (await (await askProxy('/vendor.json', query('en', [['name', name]]))).json()) as { path: string | null };
    expect(await find(HOSTILE.toUpperCase())).toEqual({
      path: expect.stringMatching(/^\/collections\/maker-\d+-1$/) as string,
    });
    for (const name of ['Not approved', 'Without a page', 'Nobody', '', 'x'.repeat(500)]) {
      expect(await find(name), name.slice(0, 20)).toEqual({ path: null });
    }
  });

  test('lead to the portal’s own form of this store', async () => {
    const answer = await askProxy('/apply', query());
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `${program().url}/app/login/register?store=${store.domain}`,
    ]);
  });

  test('come through the storefront’s own address as the platform passes them on', async () => {
    const { sandbox } = program();
    const address = `${sandbox?.url ?? ''}/store/${store.domain.split('.')[0] ?? ''}/apps/souk`;
    const page = await fetch(`${address}/vendors?locale=fr`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('Tous les vendeurs');
    expect(html).toContain('<link rel="stylesheet" href="theme.css">');
    expect(html).not.toContain('<script>hacked');
    expect((await fetch(`${address}/theme.css`)).headers.get('content-type')).toContain('text/css');
    expect((await fetch(`${address}/vendor.json?name=Nobody&x=1&x=2`)).status).toBe(200);
  });
});

describe('the application form inside the theme', () => {
  test('asks what the store asks, without script, and nothing that only admins see', async () => {
    const html = await draw(await askProxy('/application', query()));
    expect(html).toContain('About &lt;you&gt;');
    expect(html).toContain('<option>Clay &#123;&#123; shop &#125;&#125;</option>');
    expect(html).toMatch(/<textarea id="field.about"[^>]* required/);
    expect(html).not.toMatch(/id="field.street"[^>]* required/);
    expect(html).toContain('href="https://souk.test/terms"');
    expect(html).not.toMatch(/Rating by us|<script|LEAKED/);
  });

  test('goes on from what a block has asked', async () => {
    const html = await draw(
      await apply([
        ['step', 'begin'],
        ['vendorName', HOSTILE],
        ['email', 'a@b.test'],
      ]),
    );
    expect(html).toContain('value="a@b.test"');
    expect(html).toContain('value="Kiln &lt;script&gt;hacked()');
    expect(html).not.toMatch(/LEAKED|role="alert"/);
    expect(html).toContain('A few more questions');
    // What was typed in the block is not asked again.
    expect(html).not.toMatch(/<input id="(vendorName|email)"/);
  });

  test('says to the script of a block how many questions follow, by which its button leads on or sends', async () => {
    const ask = () => askProxy('/application', query(), { headers: { accept: 'application/json' } });
    expect(((await (await ask()).json()) as { questions: number }).questions).toBeGreaterThan(0);
    await saveForm([]);
    expect(await (await ask()).json()).toEqual({ questions: 0 });
    await saveForm(SIMPLE);
  });

  test('is sent by the block itself where the store asks nothing more, and else said what is wrong', async () => {
    await saveForm([]);
    const begin = (email: string) =>
      apply([
        ['step', 'begin'],
        ['vendorName', 'Quiet Loom'],
        ['email', email],
      ]);
    const wrong = await begin('nobody');
    expect(wrong.status).toBe(422);
    expect(await draw(wrong)).toMatch(/role="alert"/);
    const html = await draw(await begin('quiet@loom.test'));
    expect(html).toContain('Thank you for your application, we&#39;ll get back to you shortly.');
    expect(html).toContain('What happens next');
    expect(html).toContain('Back to the store');
    expect(await program().owner.vendorApplication.count({ where: { vendorName: 'Quiet Loom' } })).toBe(1);
    await saveForm(SIMPLE);
  });

  test('takes an application as the portal does, with its mails', async () => {
    const fields: [string, string][] = [
      ...complete({ vendorName: 'Harbour Loom', email: 'LOOM@souk.test', 'field.story': 'We <weave>.\n\nSince 1990.' }),
      ['field.days', 'Mon'],
      ['field.days', 'Tue'],
      ['field.street', 'Hidden, as the craft is not wood'],
    ];
    const html = await draw(await apply(fields));
    expect(html).toContain('Thank you for your application, we&#39;ll get back to you shortly.');
    const row = await program().owner.vendorApplication.findFirstOrThrow({ where: { vendorName: 'Harbour Loom' } });
    expect(row.email).toBe('loom@souk.test');
    const answers = row.fields as { key: string; value: unknown }[];
    expect(Object.fromEntries(answers.map(({ key, value }) => [key, value]))).toEqual({
      about: 'Bowls & plates',
      story: '<p>We &lt;weave&gt;.</p><p>Since 1990.</p>',
      days: ['Mon', 'Tue'],
      rules: true,
    });
    await program().drain();
    const { sandbox } = program();
    expect(sandbox?.sandbox.mail.list('loom@souk.test')).toHaveLength(1);
  });

  test.each([
    ['an answer that is missing', { 'field.about': ' ' }, 'About &lt;you&gt;: Required field'],
    ['terms that are not agreed to', { 'field.rules': '' }, 'the rules: Required field'],
    ['a wrong address', { email: 'nobody' }, 'Must be a valid email address'],
    ['a name that is missing', { vendorName: '' }, 'Required field'],
    ['an option that is none', { 'field.craft': 'Gold' }, 'Craft: Choose one of the options'],
    ['an answer that another one asks for', { 'field.craft': 'Wood' }, 'Street: Required field'],
    ['a day that is none', { 'field.since': '2026-02-31' }, 'Since: Must be a date'],
    ['an address of the web that is none', { 'field.site': 'javascript:alert(1)' }, 'Must be a valid URL'],
  ])('refuses %s, says so at the field, and keeps what was typed', async (_, over, said) => {
    const before = await countApplications();
    const answer = await apply(complete({ 'field.story': 'Typed and kept', ...over }));
    expect(answer.status).toBe(422);
    const html = await draw(answer);
    expect(html).toContain(said);
    expect(html).toContain('>Typed and kept</textarea>');
    expect(html).toContain('aria-invalid="true"');
    expect(await countApplications()).toBe(before);
  });

  test('says what is wrong in the page’s language', async () => {
    expect(await draw(await apply(complete({ 'field.about': '' }), 'nl'))).toContain('Verplicht veld');
  });

  test('ignores fields that are hidden or not asked', async () => {
    const vendorName = `Maker ${nextNumber()}`;
    await apply(complete({ vendorName, 'field.rating': 'A+', 'field.nothing': 'x' }));
    const row = await program().owner.vendorApplication.findFirstOrThrow({ where: { vendorName } });
    expect(JSON.stringify(row.fields)).not.toMatch(/A\+|nothing/);
  });

  test('leaves to the portal what needs a file, and says so', async () => {
    await saveForm([...SIMPLE, { ...FIELD, key: 'papers', name: 'Papers', type: 'file' }]);
    const optional = await draw(await askProxy('/application', query()));
    expect(optional).toContain('you can also add: Papers');
    expect(optional).toContain('<form method="post"');
    await saveForm([...SIMPLE, { ...FIELD, key: 'papers', name: 'Papers', type: 'file', required: true }]);
    const needed = await draw(await askProxy('/application', query()));
    expect(needed).toContain(`href="${program().url}/app/login/register?store=${store.domain}"`);
    expect(needed).not.toContain('<form');
    await saveForm(SIMPLE);
  });

  test('is closed where the store takes no applications', async () => {
    await saveForm(SIMPLE, false);
    const before = await countApplications();
    expect(await draw(await askProxy('/application', query()))).toContain('Vendor registration is currently disabled.');
    await apply(complete());
    expect(await countApplications()).toBe(before);
    await saveForm(SIMPLE);
  });
});
