import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Viewer } from '#app/core/viewer.ts';
import { readFeaturesScreen } from '#app/features/marketplace-settings/features-screen.service.server.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import type { OfferDto, OfferPageDto, OfferTermsDto } from '#app/features/offers/offers.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { DraftOrder } from '#sandbox/core/state.ts';
import { deleteDraft, findDraft } from '#sandbox/platform/store/drafts.ts';
import { placeOrder } from '#sandbox/platform/store/orders.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { buildOfferRow, buyerToken, openOffers, switchOffers } from '#tests/factories/offers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { rerunJobs } from '#tests/support/database/rerun-jobs.ts';
import { askProxy, signQuery } from '#tests/support/proxy.ts';

type Caught = { to: string; subject: string; html: string };
type List = { offers: OfferDto[]; counts: Record<string, number>; count: number; pageCount: number };

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;
let variantId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Kettle House' });
  await signIn();
  await openOffers(store, admin);
  const product = await buildLiveProduct(seller, admin, {
    title: 'Kettle',
    variants: [{ price: '20.00', stock: 500 }],
  });
  variantId = String(product.variants[0]?.id);
  await settle();
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  await program().sandbox?.control('DELETE', '/faults', {});
});

/** The clock goes on for days, and nobody stays signed in for so long. */
async function signIn(): Promise<void> {
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor });
}
const control = <T>(method: 'GET' | 'POST', path: string, body: object = {}) =>
  program().sandbox?.control<T>(method, path, body) as Promise<T>;
const settle = async () => {
  await control('POST', '/drain');
  await program().drain();
};
const strike = (fault: object) => control('POST', '/faults', { target: 'shopify', ...fault });
const fresh = () => `buyer-${nextNumber()}@buyers.test`;
const make = (body: object, domain = store.domain) =>
  api({ store: domain }).post('/public/make-an-offer', { amount: '15.00', quantity: 2, variantId, ...body });
const list = async (query: Record<string, string> = {}, by = seller) =>
  (await api(by).get('/offers', { query })).as<List>();
const act = (id: string, body: object, by = seller) => api(by).post('/offers/action', { id, ...body });
const read = async (id: string, by = seller) =>
  (await api(by).get(`/offers/${id}`)).as<{ offer: OfferPageDto }>().offer;
const mailsTo = async (to: string) => control<Caught[]>('GET', `/mail?to=${encodeURIComponent(to)}`);
const draftsOf = async (id: string) =>
  (await control<(Omit<DraftOrder, 'id'> & { id: string })[]>('GET', '/draft-orders')).filter(({ tags }) =>
    tags.includes(`souk-offer-${id}`),
  );
const draftOf = async (id: string) => {
  const [draft] = await draftsOf(id);
  if (!draft) throw new Error(`the offer ${id} has no draft`);
  return draft;
};
const issuesOf = (answer: { body: unknown }) =>
  (answer.body as { issues?: { path: string; message: string }[] }).issues?.map((one) => `${one.path}: ${one.message}`);

/** The store as its staff have it before them. */
function openShop() {
  const { sandbox } = program();
  const shop = sandbox?.sandbox.state.shops[store.domain];
  invariant(sandbox && shop, 'the program was started with the sandbox');
  return { sandbox: sandbox.sandbox, shop };
}

/** A new offer of a buyer of its own. */
async function offer(body: object = {}): Promise<{ id: string; email: string }> {
  const email = fresh();
  const answer = await make({ email, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const row = await program().owner.offer.findFirstOrThrow({ where: { storeId: store.id, email } });
  return { id: String(row.id), email };
}
async function accepted(): Promise<{ id: string; email: string }> {
  const made = await offer();
  const answer = await act(made.id, { action: 'accept' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await settle();
  return made;
}
/** What the buyer does with the link of a mail. */
const answer = (id: string, body: object) =>
  api({ store: store.domain }).post('/public/offers/answer', { token: buyerToken(store, id), ...body });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const pass = async (span: Parameters<ReturnType<typeof program>['clock']['advance']>[0]) => {
  program().clock.advance(span);
  await settle();
  await signIn();
};

describe('offer → counter → accept → paid', () => {
  it('is split at the accepted price, and both sides are mailed what they need to go on', async () => {
    const own = { vendor: 'Kettle House', commissions: [{ min: '0', max: null, percentage: 10, flat: '0' }] };
    expect((await api(admin).put('/settings/commission', own)).status).toBe(200);
    const { id, email } = await offer({ amount: '12.00', quantity: 3 });
    await settle();
    const requested = (await mailsTo(seller.email)).find(({ subject }) => subject === '💬 An offer for Kettle: $12.00');
    expect(requested?.html).toContain(`/app/offers/${id}`);
    expect(requested?.html).not.toContain(email);

    const countered = await act(id, { action: 'counter', counterOffer: '18.00' });
    expect(countered.as<{ offer: OfferPageDto }>().offer).toMatchObject({
      status: 'countered',
      price: { amount: '18.00', currency: 'USD' },
      offered: { amount: '12.00' },
      allowedActions: ['reject', 'counter'],
    });
    await settle();
    const [named] = await mailsTo(email);
    expect(named?.subject).toBe('💬 Kettle House names another price: $18.00');
    const link = /href="([^"]*\/offer\?[^"]*)"/.exec(named?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(new URL(link).pathname).toBe('/offer');

    const { version } = await read(id);
    const agreed = await answer(id, { action: 'accept', version });
    expect(agreed.body).toMatchObject({ offer: { status: 'accepted' }, invoiceUrl: null });
    await settle();
    const draft = await draftOf(id);
    expect(draft).toMatchObject({
      email,
      lines: [{ variantId: Number(variantId), quantity: 3, priceMinor: 1_800 }],
      automaticDiscounts: false,
      allowCodes: false,
    });
    const invoice = (await mailsTo(email)).find(({ subject }) => subject.includes('accepted'));
    expect(invoice?.html).toContain(`/invoices/${draft.key}`);

    const order = await control<{ id: string; name: string }>('POST', `/draft-orders/${draft.id}/pay`);
    await settle();
    expect(await read(id)).toMatchObject({
      status: 'completed',
      paidLate: false,
      order: { id: order.id, name: order.name },
      history: [{ event: 'paid' }, { event: 'accepted' }, { event: 'countered' }, { event: 'made' }],
    });
    const { adminOrders } = (await api(admin).get(`/orders/${order.id}`)).as<OrderDetailDto>();
    const [part] = adminOrders;
    expect([part?.vendor.name, part?.money.goods.amount, part?.money.commission.amount]).toEqual([
      'Kettle House',
      '54.00',
      '-5.40',
    ]);
    expect(JSON.stringify(part?.money.explain)).toContain('18.00');
  });

  it('the key that finds an offer’s order is in nothing that is read of the order: no page, mail, document or table', async () => {
    const { id, email } = await accepted();
    const draft = await draftOf(id);
    const order = await control<{ id: string }>('POST', `/draft-orders/${draft.id}/pay`);
    await settle();
    const { draftKey } = await program().owner.offer.findUniqueOrThrow({ where: { id: BigInt(id) } });
    const stored = await program().owner.orderBuyer.findMany({ where: { orderId: BigInt(order.id) } });
    expect(JSON.stringify(stored.map(({ attributes }) => attributes))).toContain(draftKey);
    const read = [
      ...(await Promise.all([seller, admin].map((by) => api(by).get(`/orders/${order.id}`)))),
      ...(await Promise.all([seller, admin].map((by) => api(by).post('/orders/export', {})))),
      ...(await Promise.all([seller, admin].map((by) => api(by).get(`/orders/${order.id}/documents/slip`)))),
    ];
    expect(read.map(({ status }) => status)).toEqual(read.map(() => 200));
    const mails = await Promise.all([seller.email, admin.email, email].map(mailsTo));
    expect(JSON.stringify(mails)).toContain('Kettle');
    expect(JSON.stringify([read.map(({ body }) => body), mails])).not.toMatch(new RegExp(`_souk_offer|${draftKey}`));
  });

  it('lets the buyer name a price again, which is the seller’s to accept', async () => {
    const { id } = await offer({ amount: '11.00' });
    await act(id, { action: 'counter', counterOffer: '19.00' });
    const { version } = await read(id);
    const high = await answer(id, { action: 'counter', counterOffer: '19.00', version });
    expect(issuesOf(high)).toEqual(['counterOffer: Must be at most 18.99']);
    await answer(id, { action: 'counter', counterOffer: '14.50', version });
    expect(await read(id)).toMatchObject({
      status: 'pending',
      price: { amount: '14.50' },
      offered: { amount: '14.50' },
    });
    expect((await act(id, { action: 'accept' })).status).toBe(200);
  });
});

describe('an open offer', () => {
  it('says what its vendor would earn by the commission of now, to who may see money, and whose it is', async () => {
    const { id } = await offer();
    const shown = await read(id);
    expect(shown.isOwn).toBe(true);
    expect(Number(shown.earns?.amount)).toBeGreaterThan(0);
    expect(Number(shown.earns?.amount)).toBeLessThanOrEqual(Number(shown.total.amount));
    expect((await read(id, admin)).isOwn).toBe(false);
    await act(id, { action: 'reject' });
    expect((await read(id)).earns).toBeNull();
  });
});

describe('making an offer', () => {
  it('takes prices from the store’s minimum to the listed price, and serves both to the block', async () => {
    const terms = (
      await api({ store: store.domain }).get('/public/offer-terms', { query: { variantId } })
    ).as<OfferTermsDto>();
    expect(terms).toMatchObject({ enabled: true, listed: { amount: '20.00' }, minimum: { amount: '10.00' } });
    expect(issuesOf(await make({ email: fresh(), amount: '9.99' }))).toEqual(['amount: Offer at least $10.00']);
    expect(issuesOf(await make({ email: fresh(), amount: '20.01' }))).toEqual(['amount: Offer at most $20.00']);
    expect(issuesOf(await make({ email: 'nobody', amount: '', quantity: 0 }))?.length).toBe(3);
    const { version } = (await api(admin).get('/settings/offers')).as<{ version: number }>();
    expect((await api(admin).put('/settings/offers', { minPercent: 80, version })).status).toBe(200);
    expect(issuesOf(await make({ email: fresh(), amount: '15.99' }))).toEqual(['amount: Offer at least $16.00']);
    expect((await api(admin).put('/settings/offers', { minPercent: 50, version })).status).toBe(409);
    expect((await api(admin).put('/settings/offers', { minPercent: 50, version: version + 1 })).status).toBe(200);
  });

  it('is open once for an address and a variant, also when it is sent twice at the same moment', async () => {
    const email = fresh();
    const statuses = (await Promise.all([make({ email }), make({ email }), make({ email })])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([201, 409, 409]);
    expect(
      (await list({ q: 'Kettle' })).offers.filter(({ buyer }) => buyer === `b•••@buyers.test`).length,
    ).toBeGreaterThan(0);
    const [row] = (await list({ q: email }, admin)).offers;
    expect(row?.buyer).toBe(email);
    expect((await list({ q: email })).count).toBe(0);
  });

  it('takes an address only so often, and nothing that is not on sale', async () => {
    const product = await buildLiveProduct(seller, admin, {
      variants: Array.from({ length: 1 }, () => ({ price: '20.00' })),
    });
    const draft = await api(seller).put('/products-v2', {
      product: { title: 'Draft', variants: [{ price: '20.00', stock: 1 }] },
    });
    expect(draft.status).toBe(200);
    const where = { storeId: store.id, productId: BigInt(draft.as<{ productId: string }>().productId) };
    const hidden = await program().owner.variant.findFirstOrThrow({ where });
    expect((await make({ email: fresh(), variantId: String(hidden.id) })).status).toBe(404);
    expect((await make({ email: fresh(), variantId: '999999' })).status).toBe(404);
    const [email, second] = [fresh(), String(product.variants[0]?.id)];
    const tries = [];
    for (let count = 0; count < 12; count++) tries.push((await make({ email, variantId: second })).status);
    expect([tries[0], tries[1], tries[9], tries[10]]).toEqual([201, 409, 409, 429]);
  });

  it('works as a plain form of the theme, and says so in the shopper’s language', async () => {
    const post = (path: string, fields: Record<string, string>) =>
      askProxy(path, signQuery({ shop: store.domain, query: [['locale', 'de']] }), {
        method: 'POST',
        headers: { accept: 'text/html' },
        body: new URLSearchParams(fields),
      });
    const email = fresh();
    const sent = await post('/public/make-an-offer', { email, amount: '15,00', quantity: '1', variantId });
    expect(sent.status, await sent.clone().text()).toBe(200);
    expect(await sent.text()).toContain('Angebot gesendet. Der Verkäufer antwortet per E-Mail.');
    const low = await post('/public/make-an-offer', { email: fresh(), amount: '1', quantity: '1', variantId });
    expect(await low.text()).toContain('Bieten Sie mindestens 10,00');
    const trapped = await post('/public/make-an-offer', {
      email: 'bot@buyers.test',
      souk_website: 'x',
      amount: '15',
      variantId,
    });
    expect(trapped.status).toBe(200);
    expect(await program().owner.offer.count({ where: { email: 'bot@buyers.test' } })).toBe(0);
    const query = signQuery({ shop: store.domain, query: [['variant', variantId]] });
    expect(await (await askProxy('/offer-terms.json', query)).json()).toMatchObject({ minimum: { amount: '10.00' } });
  });

  it('is gone with its switch: no list, no form, and the block says so', async () => {
    const { id } = await offer();
    await switchOffers(admin, false);
    expect((await make({ email: fresh() })).status).toBe(404);
    expect((await api(seller).get('/offers')).status).toBe(404);
    expect((await act(id, { action: 'accept' })).body).toMatchObject({ code: 'feature_disabled' });
    expect(codeOf(await answer(id, { action: 'reject', version: 1 }))).toBe('feature_disabled');
    const terms = await api({ store: store.domain }).get('/public/offer-terms', { query: { variantId } });
    expect(terms.body).toMatchObject({ enabled: false, minimum: null });
    await switchOffers(admin, true);
    expect((await act(id, { action: 'reject' })).status).toBe(200);
  });
});

describe('a banned buyer', () => {
  it('makes an offer and answers one by an old link, is answered as always, and nothing of it reaches the seller', async () => {
    const { id, email } = await offer({ amount: '11.00' });
    await act(id, { action: 'counter', counterOffer: '18.00' });
    const { version } = await read(id);
    const hash = hashToken(`email:${email}`);
    await program().owner.bannedBuyer.create({
      data: { storeId: store.id, buyerHash: hash, bannedAt: program().clock.now() },
    });
    await settle();
    await program().owner.mail.deleteMany({ where: { storeId: store.id } });
    const { count } = await list();
    const made = await make({ email, amount: '13.00' });
    expect([made.status, made.body]).toEqual([201, { ok: true }]);
    const answered = await answer(id, { action: 'accept', version });
    expect([answered.status, answered.body]).toMatchObject([200, { offer: { status: 'countered' } }]);
    await settle();
    expect((await list()).count).toBe(count);
    expect(await read(id)).toMatchObject({ status: 'countered', price: { amount: '18.00' } });
    expect(await program().owner.mail.count({ where: { storeId: store.id } })).toBe(0);
    await program().owner.bannedBuyer.deleteMany({ where: { storeId: store.id } });
  });
});

describe('the blocks of the theme', () => {
  const blockOf = async (id: string): Promise<string> => {
    const { shop } = openShop();
    const product = Object.values(shop.products).find((one) => one.vendor === 'Kettle House');
    const page = await fetch(`${program().sandbox?.url ?? ''}/store/${shop.handle}/products/${product?.handle ?? ''}`);
    expect(page.status).toBe(200);
    const part = (await page.text()).split('<div id="shopify-block-').find((one) => one.startsWith(`${id}"`));
    return part?.split('<footer')[0] ?? '';
  };

  it('of offers and of messages draw nothing while the marketplace has them off, and come back with the switch', async () => {
    const change = async (enabled: boolean) => {
      const features = { makeAnOffer: { enabled }, messages: { enabled } };
      expect((await api(admin).patch('/app/info/features', { features })).status).toBe(200);
      await settle();
    };
    await change(true);
    expect(await blockOf('product-make-an-offer')).toContain('data-souk-terms');
    expect(await blockOf('product-chat')).toContain('data-souk-chat');
    await change(false);
    expect(await blockOf('product-make-an-offer')).not.toMatch(/<form|<section|<p/);
    expect(await blockOf('product-chat')).not.toMatch(/<form|<details|<p/);
    await change(true);
    expect(await blockOf('product-make-an-offer')).toContain('data-souk-terms');
  });
});

describe('two people at once', () => {
  it('one decision holds: the other is refused by what it finds', async () => {
    const { id } = await offer();
    const answers = await Promise.all([
      act(id, { action: 'accept' }),
      act(id, { action: 'reject' }, admin),
      act(id, { action: 'counter', counterOffer: '16.00' }),
    ]);
    const done = answers.filter(({ status }) => status === 200);
    // A withdrawn or replaced counter-offer is a decision after another one; accepting twice never is.
    expect(done.length).toBeGreaterThan(0);
    const { history } = await read(id);
    expect(history.length).toBe(done.length + 1);
    await settle();
    expect((await draftsOf(id)).length).toBe(history.filter(({ event }) => event === 'accepted').length);
  });

  it('a buyer does not accept a price that was replaced since then', async () => {
    const { id } = await offer();
    await act(id, { action: 'counter', counterOffer: '16.00' });
    const { version } = await read(id);
    await act(id, { action: 'counter', counterOffer: '19.00' });
    expect(codeOf(await answer(id, { action: 'accept', version }))).toBe('conflict');
    expect(await read(id)).toMatchObject({ status: 'countered', price: { amount: '19.00' } });
    expect((await act(id, { action: 'reject', version })).status).toBe(409);
  });

  it('the same request sent twice with one key is decided once', async () => {
    const { id } = await offer();
    const headers = { 'idempotency-key': `offer-${id}` };
    const send = () => api(seller).post('/offers/action', { id, action: 'reject' }, { headers });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await read(id)).history.map(({ event }) => event)).toEqual(['rejected', 'made']);
  });
});

describe('the invoice', () => {
  it('is made once, although the answer of the platform was lost', async () => {
    const { id } = await offer();
    await strike({ operation: 'CreateDraft', kind: 'drop_response', times: 1 });
    await act(id, { action: 'accept' });
    await pass({ minutes: 10 });
    expect(await draftsOf(id)).toHaveLength(1);
    const row = await program().owner.offer.findUniqueOrThrow({ where: { id: BigInt(id) } });
    expect([String(row.draftId), row.invoiceUrl]).toEqual([
      (await draftOf(id)).id,
      expect.stringContaining('/invoices/'),
    ]);
  });

  it('needs the store’s access, which an accepted offer asks for before anything is accepted', async () => {
    const { id } = await offer();
    const shop = program().sandbox?.sandbox.state.shops[store.domain];
    const scopes = shop?.installation?.scopes ?? [];
    await control('POST', '/scopes', {
      shop: store.domain,
      scopes: scopes.filter((one) => one !== 'write_draft_orders'),
    });
    expect((await act(id, { action: 'accept' })).body).toMatchObject({ code: 'invalid_state' });
    expect((await act(id, { action: 'reject' })).status).toBe(200);
    const { services } = program().container;
    const ctx = { ...services, viewer: { store: { id: store.id, domain: store.domain } } as Viewer };
    expect((await readFeaturesScreen(ctx)).withoutAccess).toEqual(['makeAnOffer']);
    await openOffers(store, admin);
    expect((await readFeaturesScreen(ctx)).withoutAccess).toEqual([]);
  });

  it('ends after seven days: its link dies, and a checkout that was started before is taken and marked late', async () => {
    const { id, email } = await accepted();
    const draft = await draftOf(id);
    await control('POST', `/draft-orders/${draft.id}/begin`);
    await pass({ days: 8 });
    expect(await read(id)).toMatchObject({ status: 'rejected', rejectedBy: 'expiry' });
    expect((await mailsTo(email)).some(({ subject }) => subject.includes('has ended'))).toBe(true);
    expect((await draftOf(id)).deletedAt).not.toBeNull();
    const page = `${program().sandbox?.url ?? ''}/store/demo/invoices/${draft.key}`;
    expect((await fetch(page)).status).toBe(404);
    const order = await control<{ id: string }>('POST', `/draft-orders/${draft.id}/pay`);
    await settle();
    expect(await read(id)).toMatchObject({ status: 'completed', paidLate: true, order: { id: order.id } });
  });

  it('is found paid by search, although every webhook of it was lost', async () => {
    const { id } = await accepted();
    const draft = await draftOf(id);
    await control('POST', '/faults', { target: 'webhooks', kind: 'drop', times: 50 });
    const order = await control<{ id: string }>('POST', `/draft-orders/${draft.id}/pay`);
    await program().owner.offer.update({ where: { id: BigInt(id) }, data: { expiresAt: program().clock.now() } });
    await program().owner.scheduledJob.updateMany({
      where: { kind: 'offers.expire', doneAt: null, key: { startsWith: `${id}/` } },
      data: { dueAt: program().clock.now() },
    });
    await program().drain();
    expect(await read(id)).toMatchObject({ status: 'completed', paidLate: false, order: { id: order.id } });
    await program().sandbox?.control('DELETE', '/faults', {});
  });

  it('that the store’s staff deletes takes the offer back', async () => {
    const { id, email } = await accepted();
    const { sandbox, shop } = openShop();
    const draft = findDraft(shop, Number((await draftOf(id)).id));
    if (draft) deleteDraft(sandbox, shop, draft);
    await settle();
    expect(await read(id)).toMatchObject({ status: 'rejected', rejectedBy: 'store' });
    expect((await mailsTo(email)).some(({ subject }) => subject.includes('was not accepted'))).toBe(true);
  });

  it('an order that only carries the mark of an offer is nobody’s', async () => {
    const { id } = await accepted();
    const { draftKey } = await program().owner.offer.findUniqueOrThrow({ where: { id: BigInt(id) } });
    const { sandbox, shop } = openShop();
    // At the listed price, with the attribute that a cart can carry.
    placeOrder(sandbox, shop, {
      email: fresh(),
      lines: [{ variantId: Number(variantId), quantity: 2 }],
      noteAttributes: [{ name: '_souk_offer', value: draftKey }],
    });
    await settle();
    expect((await read(id)).status).toBe('accepted');
  });
});

it('a buyer’s offers are handed over and erased on request; the accepted price stays', async () => {
  const { id, email } = await offer();
  const payload = {
    shop_domain: store.domain,
    customer: { id: 990_001, email, phone: null },
    orders_requested: [],
    orders_to_redact: [],
    data_request: { id: 4_711 },
  };
  await deliverWebhook({ shop: store.domain, topic: 'customers/data_request', payload });
  await program().drain();
  const { requests } = (await api(admin).get('/compliance')).as<{ requests: { id: string }[] }>();
  const file = await api(admin).get(`/compliance/${requests[0]?.id ?? ''}/export`);
  expect(JSON.stringify(file.body)).toContain('"offered":{"amount":"15.00","currency":"USD"}');
  await deliverWebhook({ shop: store.domain, topic: 'customers/redact', payload });
  await program().drain();
  expect(await read(id, admin)).toMatchObject({ buyer: '', price: { amount: '15.00' } });
  expect(codeOf(await answer(id, { action: 'reject', version: 1 }))).toBe('link_expired');
});

it('a buyer’s address is forgotten two years after the offer ended; one that is open keeps it', async () => {
  const { services } = program().container;
  const old = new Date(program().clock.now().getTime() - 740 * DAY_MS);
  const [ended, open] = [await buildOfferRow(vendor, { status: 'rejected' }), await buildOfferRow(vendor)];
  await program().owner.offer.updateMany({ where: { id: { in: [ended, open] } }, data: { updatedAt: old } });
  await sweepStore(services, store.id);
  const rows = await program().owner.offer.findMany({ where: { id: { in: [ended, open] } }, orderBy: { id: 'asc' } });
  expect(rows.map(({ email }) => email === null)).toEqual([true, false]);
});

describe('the list price of now', () => {
  const setPrice = (minor: bigint) =>
    program().owner.variant.updateMany({
      where: { storeId: store.id, id: BigInt(variantId) },
      data: { priceMinor: minor },
    });

  it('is what an offer is decided at: nobody pays more than the list says then', async () => {
    const { id } = await offer({ amount: '19.00' });
    await setPrice(1_500n);
    const decided = await act(id, { action: 'accept' });
    expect(decided.as<{ offer: OfferPageDto }>().offer).toMatchObject({
      status: 'accepted',
      price: { amount: '15.00' },
      listed: { amount: '15.00' },
    });
    await settle();
    expect((await draftOf(id)).lines[0]).toMatchObject({ priceMinor: 1_500 });
    await setPrice(2_000n);
  });

  it('bounds a counter-offer, and a buyer who accepts one pays no more than it', async () => {
    const { id } = await offer({ amount: '12.00' });
    await setPrice(1_600n);
    expect(issuesOf(await act(id, { action: 'counter', counterOffer: '18.00' }))).toEqual([
      'counterOffer: Must be at most 16.00',
    ]);
    expect((await act(id, { action: 'counter', counterOffer: '16.00' })).status).toBe(200);
    await setPrice(1_400n);
    const { version } = await read(id);
    const taken = await answer(id, { action: 'accept', version });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect((await read(id)).price.amount).toBe('14.00');
    await setPrice(2_000n);
    await settle();
  });
});

describe('drafts in the store', () => {
  it('an offer that ended while its draft was made leaves none, and a job that runs again makes none', async () => {
    const { id } = await accepted();
    expect(await draftsOf(id)).toHaveLength(1);
    await program().owner.offer.update({
      where: { id: BigInt(id) },
      data: { status: 'rejected', rejectedBy: 'expiry', draftId: null, invoiceUrl: null },
    });
    await rerunJobs('offers.invoice', `${id}/`);
    expect(await draftsOf(id)).toHaveLength(1);
  });

  it('an offer that expires takes its draft along though the answer that named it was lost', async () => {
    const { id } = await accepted();
    await program().owner.offer.update({ where: { id: BigInt(id) }, data: { draftId: null } });
    await pass({ days: 8 });
    expect((await draftOf(id)).deletedAt).not.toBeNull();
    expect((await read(id)).rejectedBy).toBe('expiry');
    await rerunJobs('offers.expire', `${id}/`);
    expect(await mailsOfOffer(id)).toBe(1);
  });

  const mailsOfOffer = (id: string) =>
    program().owner.mail.count({
      where: { template: 'offer-rejected', dedupeKey: { startsWith: `offer-rejected:${id}:` } },
    });
});
