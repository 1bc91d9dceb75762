import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationMails } from '#app/features/vendor-profiles/applications/applications.mails.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { ensureVendors, resolveVendor, vendorIdsByKeys } from '#app/platform/vendors/vendors.service.server.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendorUser: BuiltUser;
let foreign: { store: BuiltStore; admin: BuiltUser };

type Issues = { code: string; issues?: { path: string }[] };
const pathsOf = (body: unknown) => ((body as Issues).issues ?? []).map((issue) => issue.path);
const codeOf = (body: unknown) => (body as Issues).code;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  admin = await buildAdmin({ store });
  vendorUser = await buildUser({ vendor: await buildVendor({ store }) });
  const other = await buildStore();
  foreign = { store: other, admin: await buildAdmin({ store: other }) };
  const saved = await api(admin).put('/app/metafields/collection', {
    enableApproval: true,
    fields: [
      { key: 'about', name: 'What do you make?', type: 'textarea', required: true, registration: true },
      { key: 'craft', name: 'Craft', type: 'select', options: ['Wood', 'Clay'], registration: true },
      { key: 'website', name: 'Website', type: 'url', registration: true },
      { key: 'rating', name: 'Rating', registration: true, description: '{show:false}' },
    ],
  });
  expect(saved.status).toBe(200);
});
afterAll(() => program().stop());

let number = 0;
function application(over: object = {}) {
  number++;
  return {
    email: `maker${number}@souk.test`,
    vendorName: `Maker ${number}`,
    store: store.domain,
    fields: [{ key: 'about', name: 'What do you make?', value: 'Bowls' }],
    ...over,
  };
}

async function apply(over: object = {}) {
  const sent = application(over);
  // An address may apply ten times a minute; a file that applies more often lets a minute pass in between.
  if (number % 6 === 0) program().clock.advance({ seconds: 61 });
  const answer = await api({ store: store.domain }).post('/vendor/application', sent);
  expect(answer.status).toBe(201);
  const row = await program().owner.vendorApplication.findFirstOrThrow({
    where: { storeId: store.id, vendorName: sent.vendorName },
    orderBy: { id: 'desc' },
  });
  return { id: String(row.id), answer, ...sent };
}
const create = (vendor: string, body: object, caller = admin) =>
  api(caller).post(`/vendors/${encodeURIComponent(vendor)}`, body);

describe('the registration of a store', () => {
  it('shows what the form asks to anybody, without fields for admins', async () => {
    const { status, body } = await api({ store: store.domain }).get('/store/registration');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      requireApproval: true,
      store: store.domain,
      wordings: { vendor: 'vendor', marketplace: 'marketplace' },
      logo: { selected: 'default' },
    });
    const { registrationFields } = body as { registrationFields: { key: string }[] };
    expect(registrationFields.map((field) => field.key)).toEqual(['about', 'craft', 'website']);
  });

  it('shows a logo by the domain of a store, and 404 for a store that is not here', async () => {
    expect((await api().get(`/logo/${store.domain}`)).status).toBe(200);
    expect((await api().get('/logo/nobody-here.myshopify.com')).status).toBe(404);
    expect(pathsOf((await api({ store: store.domain }).get('/logo/Not%20a%20shop')).body)).toEqual(['store']);
  });

  it('refuses settings that break the rules of fields, naming them (422)', async () => {
    const answer = await api(admin).put('/app/metafields/collection', {
      enableApproval: true,
      fields: [
        { key: 'a', name: '', type: 'text' },
        { key: 'b', name: 'B', type: 'select', options: ['one'] },
        { key: 'c', name: 'C', type: 'terms' },
      ],
    });
    expect(answer.status).toBe(422);
    expect(pathsOf(answer.body)).toEqual(expect.arrayContaining(['fields.0.name']));
  });

  it('is closed where the store takes no applications', async () => {
    const closed = { ...foreign };
    await api(closed.admin).put('/app/metafields/collection', { enableApproval: false, fields: [] });
    const form = await api({ store: closed.store.domain }).get('/store/registration');
    expect(form.body).toMatchObject({ requireApproval: false, registrationFields: [] });
    const answer = await api({ store: closed.store.domain }).post(
      '/vendor/application',
      application({ store: closed.store.domain, fields: [] }),
    );
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ message: 'Vendor registration is currently disabled.' });
  });
});

describe('an application', () => {
  it('names every field that is wrong (422)', async () => {
    const client = api({ store: store.domain });
    const shape = await client.post('/vendor/application', application({ email: 'maker@', vendorName: ' * ' }));
    expect(shape.status).toBe(422);
    expect(pathsOf(shape.body)).toEqual(['email', 'vendorName']);
    const fields = [
      { key: 'craft', value: 'Glass' },
      { key: 'website', value: 'javascript:alert(1)' },
    ];
    const answers = await client.post('/vendor/application', application({ fields }));
    expect(answers.status).toBe(422);
    expect(pathsOf(answers.body)).toEqual(['fields.about', 'fields.craft', 'fields.website']);
  });

  it('is mailed to the applicant and to the admins', async () => {
    const { id, email } = await apply();
    const mails = await program().owner.mail.findMany({
      where: { storeId: store.id, params: { path: ['applicationId'], equals: id } },
      orderBy: { id: 'asc' },
    });
    expect(mails.map((mail) => [mail.template, mail.audience, mail.toAddress])).toEqual([
      ['vendor-pending-approval', 'address', email],
      ['marketplace-vendor-request', 'admins', null],
    ]);
  });

  it('is answered the same for somebody who has an account or applied before', async () => {
    const fresh = await apply();
    const again = await apply({ email: fresh.email, vendorName: fresh.vendorName });
    const member = await apply({ email: vendorUser.email });
    expect(again.answer.body).toEqual(fresh.answer.body);
    expect(member.answer.body).toEqual(fresh.answer.body);
    const { body } = await api(admin).get(`/applications/${again.id}`);
    const { duplicates } = (body as { application: { duplicates: { applicationId: string; reason: string }[] } })
      .application;
    expect(duplicates).toContainEqual(expect.objectContaining({ applicationId: fresh.id, reason: 'email' }));
  });

  it('is taken a few times an hour from one address', async () => {
    const email = 'eager@souk.test';
    for (let time = 0; time < 5; time++) await apply({ email });
    const answer = await api({ store: store.domain }).post('/vendor/application', application({ email }));
    expect(answer.status).toBe(429);
  });

  it('goes to the store that it names, or to none', async () => {
    const answer = await api({ store: store.domain }).post(
      '/vendor/application',
      application({ store: 'nobody-here.myshopify.com' }),
    );
    expect(answer.status).toBe(404);
  });
});

describe('applications for admins', () => {
  it('come pending ones oldest first, then decided ones newest first, and go on by cursor', async () => {
    const first = await apply({ vendorName: 'Order A' });
    const second = await apply({ vendorName: 'Order B' });
    const third = await apply({ vendorName: 'Order C' });
    await api(admin).put(`/vendors/application/${first.id}/status`, { status: 'approved' });
    const { body } = await api(admin).get('/applications', { query: { q: 'Order ' } });
    const { applications, counts } = body as { applications: { id: string }[]; counts: object };
    expect(applications.map((one) => one.id)).toEqual([second.id, third.id, first.id]);
    expect(counts).toEqual({ all: 3, pending: 2, approved: 1, rejected: 0 });
    const after = await api(admin).get('/applications', { query: { q: 'Order ', cursor: `0.${third.id}` } });
    expect((after.body as { applications: { id: string }[] }).applications.map((one) => one.id)).toEqual([first.id]);
  });

  it('are corrected over the version that was read (409 else)', async () => {
    const { id } = await apply();
    const edit = {
      email: 'Corrected@Souk.test',
      vendorName: 'Corrected name',
      fields: [{ key: 'about', value: 'Plates' }],
      version: 1,
    };
    const answer = await api(admin).put(`/applications/${id}`, edit);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      application: { email: 'corrected@souk.test', vendorName: 'Corrected name', version: 2 },
    });
    expect((await api(admin).put(`/applications/${id}`, edit)).status).toBe(409);
  });

  it('mail the applicant when rejected, once until the decision is taken back', async () => {
    const { id } = await apply();
    const reject = () => api(admin).put(`/vendors/application/${id}/status`, { status: 'rejected', reason: 'No room' });
    await reject();
    await reject();
    const count = () =>
      program().owner.mail.count({
        where: { template: 'vendor-rejection', params: { path: ['applicationId'], equals: id } },
      });
    expect(await count()).toBe(1);
    await api(admin).put(`/vendors/application/${id}/status`, { status: 'pending' });
    await reject();
    expect(await count()).toBe(2);
  });

  it('give their mails what they say, until the occasion is gone', async () => {
    const { id, vendorName, email } = await apply();
    const { services } = program().container;
    const occasion = {
      storeId: store.id,
      vendorId: null,
      params: { applicationId: id, reason: 'No room' },
      locale: 'en' as const,
    };
    const say = (template: string) =>
      applicationMails.find((mail) => mail.template === template)?.variables(services, occasion);
    expect(await say('marketplace-vendor-request')).toMatchObject({
      vendor_name: vendorName,
      email,
      fields: [{ name: 'What do you make?', value: 'Bowls' }],
      url: `${program().url}/app/applications?open=${id}&store=${store.domain}`,
    });
    expect(await say('vendor-rejection')).toBeUndefined();
    await api(admin).put(`/vendors/application/${id}/status`, { status: 'rejected' });
    expect(await say('vendor-rejection')).toEqual({ vendor_name: vendorName, note: 'No room' });
  });

  it('are nobody else’s: 401, 403 for a vendor, 404 from another store, without effect', async () => {
    const { id } = await apply();
    const calls = [
      ['GET', '/applications'],
      ['GET', `/applications/${id}`],
      ['PUT', `/applications/${id}`],
      ['PUT', `/vendors/application/${id}/status`],
      ['GET', '/vendors'],
      ['POST', '/vendors/Somebody'],
    ] as const;
    for (const [method, path] of calls) {
      expect((await api({ store: store.domain }).send(method, path, method === 'GET' ? undefined : {})).status).toBe(
        401,
      );
      expect((await api(vendorUser).send(method, path, method === 'GET' ? undefined : {})).status).toBe(403);
    }
    const client = api(foreign.admin);
    const edit = { email: 'a@b.test', vendorName: 'X', fields: [], version: 1 };
    expect((await client.get(`/applications/${id}`)).status).toBe(404);
    expect((await client.put(`/applications/${id}`, edit)).status).toBe(404);
    expect((await client.put(`/vendors/application/${id}/status`, { status: 'rejected' })).status).toBe(404);
    expect((await create('Stolen', { identity: 'x@y.test', applicationId: id }, foreign.admin)).status).toBe(404);
    const row = await program().owner.vendorApplication.findUniqueOrThrow({ where: { id: BigInt(id) } });
    expect(row).toMatchObject({ status: 'pending', version: 1 });
    expect(await program().owner.vendor.count({ where: { name: 'Stolen' } })).toBe(0);
  });
});

describe('a vendor', () => {
  it('is created once from an application, however often it is approved', async () => {
    const { id, email, vendorName } = await apply();
    const body = { identity: email, applicationId: id };
    const answers = await Promise.all([create(vendorName, body), create(vendorName, body), create(vendorName, body)]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const vendors = await program().owner.vendor.findMany({ where: { storeId: store.id, name: vendorName } });
    expect(vendors).toHaveLength(1);
    expect(vendors[0]).toMatchObject({ status: 'active', email, fields: [{ key: 'about', value: 'Bowls' }] });
    const users = await program().owner.user.findMany({ where: { vendorId: vendors[0]?.id ?? 0n } });
    expect(users.map((user) => [user.email, user.role])).toEqual([[email, 'manager']]);
    const row = await program().owner.vendorApplication.findUniqueOrThrow({ where: { id: BigInt(id) } });
    expect(row).toMatchObject({ status: 'approved', vendorId: vendors[0]?.id });
    expect(
      (await api(admin).put(`/applications/${id}`, { ...body, email, vendorName, fields: [], version: 2 })).status,
    ).toBe(422);
    expect((await api(admin).put(`/applications/${id}`, { email, vendorName, fields: [], version: 2 })).status).toBe(
      409,
    );
    expect((await create('Another name', body)).status).toBe(409);
  });

  it('is refused under a name that has people, whatever its case (409)', async () => {
    const name = `Kiln & Co/${++number}`;
    expect((await create(name, { identity: `kiln${number}@souk.test` })).status).toBe(201);
    const again = await create(` ${name.toUpperCase()} `, { identity: `other${number}@souk.test` });
    expect(again.status).toBe(409);
    expect(codeOf(again.body)).toBe('vendor_exists');
  });

  it('takes over a name that products or orders carry only when that is confirmed', async () => {
    const name = `Seen ${++number}`;
    const scope = marketplaceScope(store.id);
    const at = program().clock.now();
    await program().container.services.db.fast(scope, (tx) => ensureVendors(tx, [name], at));
    const identity = `seen${number}@souk.test`;
    const first = await create(name, { identity });
    expect([first.status, codeOf(first.body)]).toEqual([409, 'vendor_needs_confirmation']);
    expect(await program().owner.user.count({ where: { email: identity } })).toBe(0);
    expect((await create(name, { identity, confirm: true })).status).toBe(201);
    expect(await program().owner.vendor.count({ where: { storeId: store.id, name } })).toBe(1);
  });

  it('is made without a person, and the same call invites somebody to it later', async () => {
    const name = `Later ${++number}`;
    expect((await create(name, { inviteLater: true })).status).toBe(201);
    const vendor = await program().owner.vendor.findFirstOrThrow({ where: { storeId: store.id, name } });
    expect([vendor.status, vendor.email]).toEqual(['active', null]);
    expect(await program().owner.user.count({ where: { vendorId: vendor.id } })).toBe(0);
    const listed = async () => {
      type Rows = { vendor: string; hasAccount: boolean; isCreated: boolean }[];
      const answer = await api(admin).get(`/vendors?q=${encodeURIComponent(name)}`);
      const { vendors, vendorsWithoutAccount } = answer.as<{ vendors: Rows; vendorsWithoutAccount: Rows }>();
      return [...vendors, ...vendorsWithoutAccount].map(({ hasAccount, isCreated }) => [hasAccount, isCreated]);
    };
    expect(await listed()).toEqual([[false, true]]);
    expect(codeOf((await create(name, { inviteLater: true })).body)).toBe('vendor_exists');
    const identity = `later${number}@souk.test`;
    expect((await create(name, { identity })).status).toBe(201);
    expect(await listed()).toEqual([[true, true]]);
    expect(await program().owner.user.count({ where: { vendorId: vendor.id, email: identity } })).toBe(1);
    const reports = { template: 'marketplace-new-vendor', dedupeKey: { contains: `:${vendor.id}:` } };
    expect(await program().owner.mail.count({ where: reports })).toBe(1);
  });

  it('needs a person or the word that somebody is invited later, and not both (422 at identity)', async () => {
    const name = `Nobody ${++number}`;
    for (const body of [{}, { inviteLater: false }, { inviteLater: true, identity: 'both@souk.test' }]) {
      const answer = await create(name, body);
      expect([answer.status, pathsOf(answer.body)]).toEqual([422, ['identity']]);
    }
    expect(await program().owner.vendor.count({ where: { name } })).toBe(0);
  });

  it('is not created for an address that belongs to somebody else (422 at identity)', async () => {
    const name = `Taken ${++number}`;
    const answer = await create(name, { identity: vendorUser.email });
    expect(answer.status).toBe(422);
    expect(pathsOf(answer.body)).toEqual(['identity']);
    expect(await program().owner.vendor.count({ where: { name } })).toBe(0);
  });

  it('is listed with its account and figures, or among those without account', async () => {
    const name = `Listed ${++number}`;
    await create(name, { identity: `listed${number}@souk.test` });
    const scope = marketplaceScope(store.id);
    await program().container.services.db.fast(scope, (tx) =>
      ensureVendors(tx, [`Listed alone ${number}`], program().clock.now()),
    );
    const { status, body } = await api(admin).get('/vendors', { query: { q: 'Listed' } });
    expect(status).toBe(200);
    const { vendors, vendorsWithoutAccount } = body as Record<string, { vendor: string }[]>;
    expect(vendors).toEqual([
      expect.objectContaining({ vendor: name, hasAccount: true, people: 1, hasSignedIn: false, orders: 0, unpaid: [] }),
    ]);
    expect(vendorsWithoutAccount?.map((row) => row.vendor)).toEqual([`Listed alone ${number}`]);
    expect(body).toMatchObject({ pageCount: 1 });
    const other = await api(foreign.admin).get('/vendors');
    expect(other.body).toMatchObject({ vendors: [], vendorsWithoutAccount: [], applications: [] });
  });
});

describe('names of vendors', () => {
  it('become one vendor each, even when two batches bring them at once', async () => {
    const { db } = program().container.services;
    const scope = marketplaceScope(store.id);
    const at = program().clock.now();
    const names = ['Zed', ' zed ', 'Ämter', 'ÄMTER', '', '*', 'Kiln & Co', 'kiln co'];
    const batches = await Promise.all(
      [names, [...names].reverse(), names].map((batch) => db.fast(scope, (tx) => ensureVendors(tx, batch, at))),
    );
    const [first] = batches;
    expect([...(first ?? [])].map(([key]) => key).sort()).toEqual(['kiln & co', 'kiln co', 'zed', 'ämter']);
    for (const batch of batches) expect([...batch].sort()).toEqual([...(first ?? [])].sort());
    const rows = await program().owner.vendor.findMany({
      where: { storeId: store.id, key: { in: ['kiln & co', 'kiln co'] } },
    });
    expect(new Set(rows.map((row) => row.handle))).toEqual(new Set(['kiln-co', 'kiln-co-2']));
  });

  it('resolve within the scope only, by present names and older ones', async () => {
    const { db } = program().container.services;
    const mine = await buildVendor({ store });
    const other = await buildVendor({ store });
    await program().owner.vendorAlias.create({ data: { storeId: store.id, key: 'older name', vendorId: mine.id } });
    const asMine = { storeId: store.id, vendor: mine.id };
    expect((await db.fast(asMine, (tx) => resolveVendor(tx, 'OLDER NAME'))).id).toBe(mine.id);
    await expect(db.fast(asMine, (tx) => resolveVendor(tx, other.name))).rejects.toMatchObject({ code: 'not_found' });
    await expect(db.unit(asMine, (tx) => resolveVendor(tx, 'nobody'))).rejects.toMatchObject({ code: 'not_found' });
    const found = await db.unit(marketplaceScope(store.id), (tx) => vendorIdsByKeys(tx, ['older name', 'nobody']));
    expect([...found]).toEqual([['older name', mine.id]]);
  });
});

describe('what a signed-in person reads of the app', () => {
  it('is who they are, their store and its settings', async () => {
    const { status, body } = await api(vendorUser).get('/app/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      viewer: { email: vendorUser.email, isAdmin: false, marketplaceView: false },
      store: { domain: store.domain },
      features: { messages: { enabled: false } },
      wordings: { product: 'product' },
    });
    const { settings, permissions } = body as {
      settings: { registration: { fields: { key: string }[] } };
      permissions: string[];
    };
    expect(permissions).not.toContain('switch_vendor');
    expect(settings.registration.fields.map((field) => field.key)).not.toContain('rating');
    expect((await api({ store: store.domain }).get('/app/info')).status).toBe(401);
  });

  it('counts what is theirs, and says when the client is out of date', async () => {
    const { status, body } = await api(vendorUser).get('/app/status', { query: { version: '0.0.0' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      activeProducts: 0,
      draftProducts: 0,
      orders: 0,
      draftOrders: 0,
      shouldUpdate: true,
      listingLimit: null,
      missedMessages: 0,
    });
  });

  it('lists the stores of the person', async () => {
    const { body } = await api(vendorUser).get('/stores');
    expect(body).toEqual([{ domain: store.domain, name: expect.any(String) as string }]);
  });

  it('follows the switches and words that an admin saves', async () => {
    const { body } = await api(admin).get('/app/info');
    const { wordings } = body as { wordings: object };
    const saved = await api(admin).patch('/app/info/features', {
      features: { messages: { enabled: true }, wordings: { ...wordings, vendor: 'maker', vendors: 'makers' } },
    });
    expect(saved.status).toBe(200);
    const after = await api(vendorUser).get('/app/info');
    expect(after.body).toMatchObject({ features: { messages: { enabled: true } }, wordings: { vendor: 'maker' } });
    const bad = await api(admin).patch('/app/info/features', {
      features: { colors: { indigo600: 'red', indigo800: '#000000', orange800: '#000000', green800: '#000000' } },
    });
    expect([bad.status, pathsOf(bad.body)]).toEqual([422, ['features.colors.indigo600']]);
    expect((await api(vendorUser).patch('/app/info/features', { features: {} })).status).toBe(403);
  });
});
