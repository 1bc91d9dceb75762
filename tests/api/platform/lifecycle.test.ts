import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

const DEMO = 'demo.myshopify.com';
type Mail = { to: string[]; subject: string; text: string };

async function settle(): Promise<void> {
  await program().sandbox?.control('POST', '/drain', { app: false });
  await program().drain();
}

async function control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const { sandbox } = program();
  if (!sandbox) throw new Error('the program was started with the sandbox');
  return sandbox.control<T>(method, path, body);
}

/** A buyer whose every text can be told apart from anything else in the database. */
const buyer = (name: string) => ({
  email: `${name}@quillbuyer.test`,
  first: `Zeldamarie${name}`,
  last: `Quorvendale${name}`,
  street: `Plumbstreet ${name} 77`,
  phone: `+3161234${name.length}987`,
});
const textsOf = (who: ReturnType<typeof buyer>) => [who.email, who.first, who.last, who.street];

async function placeOrder(who: ReturnType<typeof buyer>, vendor: string): Promise<{ id: string; name: string }> {
  const order = await control<{ id: string; name: string }>('POST', '/orders', {
    email: who.email,
    lines: [{ title: 'Quiet lamp', price: '40.00', vendor, quantity: 1 }],
    shippingAddress: {
      firstName: who.first,
      lastName: who.last,
      address1: who.street,
      city: 'Utrecht',
      zip: '3511 AB',
      countryCode: 'NL',
      phone: who.phone,
    },
    financialStatus: 'paid',
  });
  await settle();
  await waitFor('the order arrived', () => program().owner.order.findFirst({ where: { id: BigInt(order.id) } }));
  await settle();
  return order;
}

/** A private person sells in the own name, and an invoice says so. */
async function tellAndInvoice(orderId: string, member: BuiltUser, admin: BuiltUser): Promise<void> {
  const details = { address: 'Kade 1', zip: '', city: 'Utrecht', country: 'NL', taxNumber: '' };
  const billing = { kind: 'person', name: 'Zenobia Plunkmember', ...details };
  await api(member).put('/billing', { billing, version: 0 });
  const { settings } = (await api(admin).get('/documents/settings')).as<{ settings: object }>();
  await api(admin).put('/documents/settings', { settings: { ...settings, sellerOfRecord: 'vendor' }, version: 0 });
  const invoice = await api(member).get(`/orders/${orderId}/documents/invoice`);
  expect(String(invoice.body)).toContain('Zenobia Plunkmember');
}

describe('the life of an installation', () => {
  let store: BuiltStore;
  beforeAll(async () => {
    await startProgram({ sandbox: true });
    store = await installDemoStore();
    await settle();
  });
  afterAll(async () => {
    await program().stop();
  });

  const noteFinding = (note: string) => {
    const now = program().clock.now();
    const setAsideBy = { kind: 'person', id: '1', name: 'Yorick Plunkadmin', role: 'admin' };
    const seen = { firstSeenAt: now, lastSeenAt: now, lastRunId: 0n, setAsideAt: now, setAsideBy, note };
    return program().owner.reconciliationFinding.create({
      data: { storeId: store.id, source: 'balances', kind: 'vendor_balance', reference: 'vendor/0/USD', ...seen },
    });
  };
  const recordOperation = (subjectId: string, action: string, detail: object) =>
    program().owner.auditEvent.create({
      data: {
        storeId: store.id,
        subject: 'order',
        subjectId,
        action,
        actor: { kind: 'user', id: '1', name: 'Ann', role: 'admin' },
        detail,
        at: program().clock.now(),
      },
    });
  const storeRow = () => program().owner.store.findUniqueOrThrow({ where: { id: store.id } });
  const mails = (to: string) => control<Mail[] | { mails: Mail[] }>('GET', `/mail?to=${encodeURIComponent(to)}`);

  it('ends an installation: access and sign-in go, the merchant is mailed what is owed, and an old event changes nothing', async () => {
    const vendor = await buildVendor({ store, name: 'Owed Goods' });
    const member = await buildUser({ vendor });
    await placeOrder(buyer('owed'), 'Owed Goods');
    const early = new Date(program().clock.now().getTime() - 400 * DAY_MS);
    await deliverWebhook({ shop: DEMO, topic: 'app/uninstalled', payload: { id: 1 }, triggeredAt: early });
    await settle();
    expect((await storeRow()).uninstalledAt).toBeNull();

    const address = (await storeRow()).email ?? '';
    await control('POST', '/uninstall', {});
    await settle();
    expect((await storeRow()).uninstalledAt).not.toBeNull();
    expect(await program().owner.session.count({ where: { shop: DEMO } })).toBe(0);
    expect((await api(member).get('/app/info')).status).toBe(401);
    const signIn = await api({ store: DEMO }).get(`/logo/${DEMO}`);
    expect([404, 409]).toContain(signIn.status);
    const sent = JSON.stringify(await mails(address));
    expect(sent).toContain('Owed Goods');
    const owed = await program().owner.complianceRequest.findFirstOrThrow({ where: { topic: 'app/uninstalled' } });
    expect(owed.state).toBe('completed');

    await installDemoStore();
    await settle();
    expect((await storeRow()).uninstalledAt).toBeNull();
    expect(await program().owner.session.count({ where: { shop: DEMO } })).toBeGreaterThan(0);
    expect((await api(member).get('/app/info')).status).toBe(200);
    await deliverWebhook({ shop: DEMO, topic: 'shop/redact', payload: { shop_domain: DEMO } });
    await settle();
    expect(await program().owner.user.count({ where: { storeId: store.id } })).toBeGreaterThan(0);
  });

  it('exports everything about a buyer, encrypts it, notifies the marketplace, and gives it to an admin only', async () => {
    const vendor = await buildVendor({ store, name: 'Lamp Loft' });
    const who = buyer('request');
    const order = await placeOrder(who, 'Lamp Loft');
    await control('POST', '/compliance', { topic: 'customers/data_request', customerEmail: who.email });
    await settle();
    const admin = await buildAdmin({ store });
    const { requests } = (await api(admin).get('/compliance')).as<{
      requests: { id: string; topic: string; state: string; receivedAt: string; dueAt: string }[];
    }>();
    const request = requests.find((one) => one.topic === 'customers/data_request');
    expect(request).toMatchObject({ state: 'ready', customerId: expect.stringMatching(/^\d+$/) as string, orders: 1 });
    const days = (Date.parse(request?.dueAt ?? '') - Date.parse(request?.receivedAt ?? '')) / DAY_MS;
    expect(days).toBe(30);
    const answer = await api(admin).get(`/compliance/${request?.id ?? ''}/export`);
    const text = JSON.stringify(answer.body);
    for (const marker of [...textsOf(who), order.name, 'Quiet lamp', 'Lamp Loft']) expect(text).toContain(marker);
    const inRows = await program().owner.complianceRequest.findMany();
    expect(JSON.stringify(inRows.map((row) => row.export))).not.toContain(who.email);
    expect((await api(await buildUser({ vendor })).get('/compliance')).status).toBe(403);
    expect((await api(admin).post(`/compliance/${request?.id ?? ''}/complete`)).status).toBe(200);
    const after = await program().owner.complianceRequest.findFirstOrThrow({ where: { id: BigInt(request?.id ?? 0) } });
    expect(after).toMatchObject({ state: 'completed' });
    const sent = JSON.stringify(await mails((await storeRow()).email ?? ''));
    expect(sent).toContain('asked for their data');
    expect(sent).not.toContain(who.email);
  });

  it('forgets a buyer wholly, keeps the amounts, and stays so when the order comes again', async () => {
    const who = buyer('forget');
    const order = await placeOrder(who, 'Lamp Loft');
    const admin = await buildAdmin({ store });
    const input = { kind: 'correction', vendor: 'Lamp Loft', amount: '-1', note: `Agreed with ${who.email}` };
    const made = await api(admin).post(`/orders/${order.id}/adjustments`, input);
    const { adjustment } = made.as<{ adjustment: { id: string } }>();
    const path = `/orders/${order.id}/adjustments/${adjustment.id}/undo`;
    expect((await api(admin).post(path, { note: `No, ${who.last} pays` })).status).toBe(200);
    expect(findIn(await dumpEverything(), textsOf(who)).length).toBeGreaterThan(0);
    const postings = async () =>
      program().owner.ledgerPosting.findMany({ where: { orderId: BigInt(order.id) }, orderBy: { id: 'asc' } });
    const before = await postings();
    expect(before.length).toBeGreaterThan(0);
    await control('POST', '/compliance', { topic: 'customers/redact', customerEmail: who.email });
    await settle();
    expect(findIn(await dumpEverything(), textsOf(who))).toEqual([]);
    expect(await postings()).toEqual(before);
    const kept = await program().owner.orderBuyer.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
    expect(kept).toMatchObject({ redacted: true, email: null, name: null, shippingAddress: null });

    await control('POST', `/orders/${encodeURIComponent(order.name)}/fulfill`, {});
    await settle();
    const row = await program().owner.orderBuyer.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
    expect(row).toMatchObject({ redacted: true, email: null, name: null });
    program().clock.advance({ days: 4 });
    await settle();
    expect(findIn(await dumpEverything(), textsOf(who))).toEqual([]);
  });

  it('erases raw bodies after 30 days and files that nothing refers to after 24 hours', async () => {
    const { owner, clock } = program();
    await placeOrder(buyer('sweep'), 'Lamp Loft');
    const upload = {
      storeId: store.id,
      proxy: 'vendor-page',
      contentType: 'image/png',
      sizeBytes: 3n,
      filename: 'a.png',
    };
    await owner.upload.create({ data: { ...upload, key: 'vendor-page/lost.png', createdAt: clock.now() } });
    await owner.upload.create({
      data: { ...upload, key: 'vendor-page/held.png', createdAt: clock.now(), fileId: 'gid://x/1' },
    });
    clock.advance({ hours: 49 });
    await settle();
    const keys = (await owner.upload.findMany({ where: { storeId: store.id } })).map((one) => one.key);
    expect(keys).toContain('vendor-page/held.png');
    expect(keys).not.toContain('vendor-page/lost.png');
    expect(await owner.webhookDelivery.count({ where: { shop: DEMO, body: { not: null } } })).toBeGreaterThan(0);
    clock.advance({ days: 31 });
    await settle();
    // What came meanwhile, as the end of the bulk query that keeps its right, is younger.
    const before = new Date(clock.now().getTime() - 30 * DAY_MS);
    expect(
      await owner.webhookDelivery.count({ where: { shop: DEMO, body: { not: null }, receivedAt: { lt: before } } }),
    ).toBe(0);
  });

  it('shows what failed permanently without personal data, and puts it back to work', async () => {
    const admin = await buildAdmin({ store });
    const payload = {
      id: 77,
      admin_graphql_api_id: 'gid://shopify/Order/77',
      name: '#77',
      email: 'ann@secretmail.test',
    };
    await deliverWebhook({ shop: DEMO, topic: 'orders/create', payload, webhookId: 'dead-one' });
    await waitFor('the delivery is dead', () =>
      program().owner.webhookDelivery.findFirst({ where: { webhookId: 'dead-one', state: 'dead' } }),
    );
    type Letters = { deadLetters: { id: string; name: string; error: string; canReplay: boolean }[] };
    const listed = await api(admin).get('/system/dead-letters');
    const letter = listed.as<Letters>().deadLetters.find((one) => one.name === 'orders/create');
    expect(letter).toMatchObject({ canReplay: true, subject: 'order', order: { id: null, name: '#77' } });
    expect(letter?.error).not.toBe('');
    expect(JSON.stringify(listed.body)).not.toContain('secretmail');
    const ids = [letter?.id ?? ''];
    expect((await api(admin).post('/system/dead-letters/replay', { ids: [...ids, '999999'] })).status).toBe(404);
    expect((await api(admin).post('/system/dead-letters/replay', { ids })).body).toEqual({ replayed: 1 });
    await waitFor('it failed again', () =>
      program().owner.webhookDelivery.findFirst({ where: { webhookId: 'dead-one', state: 'dead' } }),
    );
    const refused = await api(admin).post('/system/dead-letters/discard', { ids, reason: '' });
    expect(refused.status).toBe(422);
    expect((await api(admin).post('/system/dead-letters/discard', { ids, reason: 'A test order' })).body).toEqual({
      discarded: 1,
    });
    expect((await api(admin).get('/system/status')).body).toMatchObject({ deadDeliveries: 0, deadJobs: 0 });
  });

  it('runs a job that failed permanently once more, and it leaves no trace', async () => {
    const admin = await buildAdmin({ store });
    const { owner } = program();
    const payload = { storeId: String(store.id), keys: ['vendor-page/gone.png'] };
    await owner.scheduledJob.create({
      data: {
        storeId: store.id,
        kind: 'files.remove',
        key: 'dead',
        payload,
        attempts: 8,
        error: 'storage away',
        dueAt: program().clock.now(),
      },
    });
    const { deadLetters } = (await api(admin).get('/system/dead-letters')).as<{
      deadLetters: { id: string; kind: string; name: string; error: string }[];
    }>();
    const letter = deadLetters.find((one) => one.kind === 'job');
    expect(letter).toMatchObject({ name: 'files.remove', error: 'storage away' });
    expect((await api(admin).post('/system/dead-letters/replay', { ids: [letter?.id] })).body).toEqual({ replayed: 1 });
    await settle();
    expect((await api(admin).get('/system/status')).body).toMatchObject({ deadJobs: 0 });
  });

  it('gives up a job that an admin discards, and refuses ids of other jobs with the whole', async () => {
    const admin = await buildAdmin({ store });
    const { owner } = program();
    const job = { storeId: store.id, kind: 'files.remove', payload: {}, error: 'gone', dueAt: program().clock.now() };
    const dead = await owner.scheduledJob.create({ data: { ...job, key: 'to-discard', attempts: 8 } });
    const open = await owner.scheduledJob.create({
      data: { ...job, key: 'open', attempts: 1, dueAt: new Date(program().clock.now().getTime() + HOUR_MS) },
    });
    const discard = (ids: string[]) => api(admin).post('/system/dead-letters/discard', { ids, reason: 'No such file' });
    expect((await discard([`job-${dead.id}`, `job-${open.id}`])).status).toBe(404);
    expect((await api(admin).get('/system/status')).body).toMatchObject({ deadJobs: 1 });
    expect((await discard([`job-${dead.id}`])).body).toEqual({ discarded: 1 });
    expect((await api(admin).get('/system/status')).body).toMatchObject({ deadJobs: 0 });
    await owner.scheduledJob.delete({ where: { id: open.id } });
  });

  it('follows name, zone and e-mail of the shop, and puts a change of currency before the admin', async () => {
    await control('POST', '/shop', { name: 'Fjord & Forest', email: 'new@fjord.test', timezone: 'Europe/Oslo' });
    await settle();
    expect(await storeRow()).toMatchObject({
      name: 'Fjord & Forest',
      email: 'new@fjord.test',
      timezone: 'Europe/Oslo',
    });
    const payload = {
      name: 'Fjord & Forest',
      email: 'new@fjord.test',
      currency: 'EUR',
      updated_at: program().clock.now(),
    };
    await deliverWebhook({ shop: DEMO, topic: 'shop/update', payload });
    await settle();
    expect(await storeRow()).toMatchObject({ currency: 'USD' });
    const admin = await buildAdmin({ store });
    const { exceptions } = (await api(admin).get('/system/exceptions')).as<{
      exceptions: { id: string; kind: string }[];
    }>();
    const one = exceptions.find(({ kind }) => kind === 'currency_changed');
    expect(one).toBeDefined();
    expect(
      (await api(admin).post(`/system/exceptions/${one?.id ?? ''}/resolve`, { note: 'Changed back' })).status,
    ).toBe(200);
  });

  it('notifies the admin when an access scope was taken away, and when it was granted again', async () => {
    const { SCOPES } = program().container.services.env;
    const all = SCOPES.split(',');
    const open = () =>
      program().owner.reconciliationException.findFirst({ where: { kind: 'scopes_missing', resolvedAt: null } });
    await control('POST', '/scopes', { scopes: all.filter((scope) => scope !== 'write_files') });
    await settle();
    expect(await open()).toMatchObject({ detail: { missing: ['write_files'] } });
    await control('POST', '/scopes', { scopes: all });
    await settle();
    expect(await open()).toBeNull();
  });

  it('takes every person out of a store that left, and keeps what was sold, owed and paid', async () => {
    const { owner } = program();
    const vendor = await buildVendor({ store, name: 'Keepsake Co' });
    const member = await buildUser({ vendor, email: 'zenobia.member@keepsake.test', name: 'Zenobia Plunkmember' });
    const admin = await buildAdmin({ store, email: 'yorick.admin@plunk.test', name: 'Yorick Plunkadmin' });
    await api(admin).post('/reconciliation/run');
    const who = buyer('shop');
    const sold = await placeOrder(who, 'Keepsake Co');
    await tellAndInvoice(sold.id, member, admin);
    await recordOperation(sold.id, 'order.refunded', { reason: `${who.first} asked`, amount: '3.00' });
    await recordOperation(sold.id, 'order.fulfilled', {
      tracking: who.last,
      url: who.email,
      note: who.street,
      lines: 1,
    });
    await noteFinding(who.first);
    await owner.commissionList.create({
      data: {
        storeId: store.id,
        lines: [],
        version: 99,
        createdAt: program().clock.now(),
        createdBy: 'Yorick Plunkadmin',
      },
    });
    await owner.product.updateMany({
      where: { storeId: store.id },
      data: { actedAs: { actor: { kind: 'person', name: 'Yorick Plunkadmin' }, note: null } },
    });
    const postings = () => owner.ledgerPosting.findMany({ where: { storeId: store.id }, orderBy: { id: 'asc' } });
    await control('POST', '/uninstall', {});
    await settle();
    const before = await postings();
    program().clock.advance({ hours: 48 });
    await control('POST', '/compliance', { topic: 'shop/redact' });
    await settle();
    const people = [...textsOf(who), 'zenobia.member', 'Plunkmember', 'yorick.admin', 'Plunkadmin', 'new@fjord.test'];
    expect(findIn(await dumpEverything(), people)).toEqual([]);
    expect(findIn(await dumpEverything(), ['quillbuyer.test', 'Quorvendale'])).toEqual([]);
    expect(await postings()).toEqual(before);
    expect(await owner.webhookDelivery.count({ where: { shop: DEMO, body: { not: null } } })).toBe(0);
    expect(await owner.user.count({ where: { storeId: store.id } })).toBe(0);
    expect(await owner.vendor.findFirst({ where: { name: 'Keepsake Co' } })).toMatchObject({ email: null });
    const [invoice] = await owner.document.findMany({ where: { orderId: BigInt(sold.id) } });
    expect(invoice).toMatchObject({ buyer: null, seller: { trade: 'Keepsake Co' } });
    const acts = await owner.auditEvent.findMany({ where: { subjectId: sold.id, action: { startsWith: 'order.' } } });
    const details = acts.map(({ detail }) => detail);
    expect(details).toEqual(expect.arrayContaining([{ amount: '3.00' }, { lines: 1 }]));
  });

  it('refuses to change its log outside of a redaction', async () => {
    const change = program().owner.$executeRaw`UPDATE audit_events SET note = 'x'`;
    await expect(change).rejects.toThrow(/append-only/);
  });
});
