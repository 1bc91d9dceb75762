import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuyerOrderDto, BuyerOverviewDto } from '#app/features/buyer-account/buyer-account.contract.ts';
import {
  buildCustomerOffer,
  buildCustomerThread,
  buyerClaims,
  sellToCustomer,
  signInBuyer,
  signToken,
} from '#tests/factories/buyers.ts';
import { buildConversation, switchConversations } from '#tests/factories/conversations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildOfferRow, openOffers, switchOffers } from '#tests/factories/offers.ts';
import { changeOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

/** Where the platform's host of customer account extensions runs. */
const HOST = 'https://extensions.shopifycdn.com';
const ADA = 41n;
const BEN = 42n;
let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltVendor;
let south: BuiltVendor;
let sold: SoldOrder;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await openOffers(store, admin);
  await switchConversations(admin, true);
  north = await buildVendor({ store, name: 'North' });
  south = await buildVendor({ store, name: 'South' });
  sold = await sellToCustomer([north, south], ADA);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
});

const buyer = (customerId = ADA) => api(signInBuyer(store, customerId));
const readBy = (bearer: string) => api({ bearer }).get(`/buyer/orders/${sold.id}`);
const claims = (more: object = {}) => ({ ...buyerClaims(store, ADA), ...more });

describe('whose token opens a buyer’s calls', () => {
  test('that of the customer whose order it is, with the domain of the shop alone or its address', async () => {
    expect((await readBy(signToken(claims()))).status).toBe(200);
    expect((await readBy(signToken(claims({ dest: `https://${store.domain}` })))).status).toBe(200);
  });

  test.each([
    ['an unsigned token', () => signToken(claims(), null)],
    ['one that another secret signed', () => signToken(claims(), 'another-secret')],
    ['one for another app', () => signToken(claims({ aud: 'another-app' }))],
    ['one whose time is over', () => signToken(claims({ exp: Math.floor(Date.now() / 1000) - 60 }))],
    ['one that begins later', () => signToken(claims({ nbf: Math.floor(Date.now() / 1000) + 60 }))],
    ['one of an account that is not signed in', () => signToken(buyerClaims(store, null))],
    ['one of a customer’s bare number', () => signToken(claims({ sub: String(ADA) }))],
    ['one of another kind of record', () => signToken(claims({ sub: `gid://shopify/Company/${ADA}` }))],
    ['one that says it is of the store admin', () => signToken(claims({ iss: `https://${store.domain}/admin` }))],
    ['one for no shop of the platform', () => signToken(claims({ dest: 'evil.example' }))],
  ])('%s is refused (401)', async (_name, token) => {
    const answer = await readBy(token());
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.body)).not.toMatch(/North|South/);
  });

  test('one for a store without the app is refused (409)', async () => {
    const answer = await readBy(signToken(claims({ dest: 'nowhere-installed.myshopify.com' })));
    expect(answer.status).toBe(409);
  });

  test('one of the same customer number at another store finds nothing (404)', async () => {
    const other = await buildStore();
    expect((await readBy(signInBuyer(other, ADA).bearer)).status).toBe(404);
  });

  test('the store admin’s token, a member’s session and an admin’s session are none (401)', async () => {
    expect((await readBy((await buildStaff({ store })).bearer)).status).toBe(401);
    for (const person of [await buildUser({ vendor: north }), admin]) {
      expect((await api(person).get(`/buyer/orders/${sold.id}`)).status).toBe(401);
    }
  });
});

describe('a customer’s token', () => {
  test('opens no call of admins, of vendors or of whoever is signed in (401)', async () => {
    const { bearer } = signInBuyer(store, ADA);
    const known = await program().owner.storeStaff.count();
    for (const path of ['/buyers/41', '/orders', `/orders/${sold.id}`, '/offers', '/account/sessions']) {
      const answer = await api({ bearer }).get(path, { headers: { 'x-souk-view': 'marketplace' } });
      expect([401, 404], path).toContain(answer.status);
      expect(JSON.stringify(answer.body), path).not.toMatch(/North|South/);
    }
    expect(await program().owner.storeStaff.count()).toBe(known);
  });

  test('opens none of them either where the customer has the number of somebody of the staff', async () => {
    const { subjectId } = await buildStaff({ store });
    const token = signToken(buyerClaims({ domain: store.domain }, BigInt(subjectId)));
    expect((await api({ bearer: token }).get('/orders')).status).toBe(401);
  });

  test('opens no screen of the store admin, in the header and in the address', async () => {
    const { shopify } = program().container;
    const { bearer } = signInBuyer(store, ADA);
    const address = `${program().url}/admin/orders?shop=${store.domain}&embedded=1`;
    const inHeader = new Request(address, { headers: { authorization: `Bearer ${bearer}` } });
    await expect(shopify.authenticateAdmin(inHeader)).rejects.toMatchObject({ code: 'not_signed_in' });
    const inAddress = new Request(`${address}&id_token=${bearer}`);
    await expect(shopify.authenticateAdmin(inAddress)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});

describe('a call of a block in a buyer’s account', () => {
  const ask = (path: string, method: string, headers: Record<string, string>) =>
    fetch(`${program().url}/api${path}`, { method, headers: { origin: HOST, ...headers } });

  test('begins with a preflight and is answered to any page that has the token, never with cookies', async () => {
    const path = `/buyer/orders/${sold.id}`;
    const preflight = await ask(path, 'OPTIONS', {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await ask(path, 'GET', { authorization: `Bearer ${signInBuyer(store, ADA).bearer}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const withCookie = await ask(path, 'GET', { cookie: admin.cookie });
    expect(withCookie.status).toBe(401);
    expect(withCookie.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('an order of the customer', () => {
  const read = async (customerId = ADA) => buyer(customerId).get(`/buyer/orders/${sold.id}`);

  test('shows both vendors with items, progress and shipments, and no money', async () => {
    const where = { orderId: BigInt(sold.id), vendorId: north.id };
    const { id } = await program().owner.orderLine.findFirstOrThrow({ where });
    await changeOrder(sold.name, 'fulfill', { lines: [{ sku: String(id) }], company: 'PostNL', number: 'TRACK-1' });
    await program().sandbox?.control('POST', '/drain', {});
    await program().drain();
    const answer = await read();
    const order = answer.as<BuyerOrderDto>();
    expect(order).toMatchObject({ id: sold.id, name: sold.name, canAsk: true });
    expect(order.vendors.map(({ vendor, progress, items }) => [vendor.name, progress, items])).toEqual([
      ['North', 'shipped', [{ title: 'Mug of North', variant: '', quantity: 1 }]],
      ['South', 'preparing', [{ title: 'Mug of South', variant: '', quantity: 1 }]],
    ]);
    expect(order.vendors[0]?.shipments).toMatchObject([
      { tracking: 'TRACK-1', carrier: 'PostNL', items: [{ title: 'Mug of North', quantity: 1 }] },
    ]);
    expect(order.vendors[0]?.shipments[0]?.trackingPage).toContain('TRACK-1');
    expect(JSON.stringify(answer.body)).not.toMatch(/earn|commission|payout|amount|buyers\.test|address/i);
  });

  test('of another customer, and one whose buyer was redacted, is not found', async () => {
    expect((await read(BEN)).status).toBe(404);
    const redacted = await sellToCustomer([north], ADA);
    await program().owner.orderBuyer.update({
      where: { storeId_orderId: { storeId: store.id, orderId: BigInt(redacted.id) } },
      data: { redacted: true },
    });
    expect((await buyer().get(`/buyer/orders/${redacted.id}`)).status).toBe(404);
  });

  test('a question begins one conversation with its vendor, which the vendor reads and the other does not', async () => {
    const path = (vendor: BuiltVendor) => `/buyer/orders/${sold.id}/vendors/${vendor.id}/messages`;
    const first = await buyer().post(path(north), { text: 'Is it dishwasher safe?' });
    expect(first.status).toBe(201);
    const again = await buyer().post(path(north), { text: 'Mail me at ada@home.test' });
    const { thread } = again.as<{ thread: { conversationId: string; messages: { text: string; sender: string }[] } }>();
    expect(thread.messages.map(({ text, sender }) => [sender, text])).toEqual([
      ['buyer', 'Is it dishwasher safe?'],
      ['buyer', expect.not.stringContaining('ada@home.test')],
    ]);
    const inboxOf = async (vendor: BuiltVendor) =>
      (await api(await buildUser({ vendor })).get('/conversations')).body as { conversations: object[] };
    expect(await inboxOf(north)).toMatchObject({
      conversations: [{ order: { id: sold.id, name: sold.name }, lastSender: 'buyer' }],
    });
    expect((await inboxOf(south)).conversations).toEqual([]);
    const order = (await read()).as<BuyerOrderDto>();
    expect(order.vendors.map(({ conversationId }) => conversationId)).toEqual([thread.conversationId, null]);
    expect((await buyer(BEN).post(path(north), { text: 'Mine?' })).status).toBe(404);
    expect((await buyer().post(`/buyer/orders/${sold.id}/vendors/999/messages`, { text: 'Hm' })).status).toBe(404);
  });

  test('a banned customer’s question is dropped and answered as any other', async () => {
    const banned = 77n;
    const order = await sellToCustomer([south], banned);
    const path = `/buyer/orders/${order.id}/vendors/${south.id}/messages`;
    await buyer(banned).post(path, { text: 'Hello' });
    const where = { customerId: banned };
    const { id } = await program().owner.conversation.findFirstOrThrow({ where });
    const moderated = await api(admin).post('/moderate', {
      conversationId: String(id),
      action: 'ban-buyer',
    });
    expect(moderated.status, JSON.stringify(moderated.body)).toBe(200);
    const answer = await buyer(banned).post(path, { text: 'Are you there?' });
    expect(answer.status).toBe(201);
    expect(JSON.stringify(answer.body)).toContain('Are you there?');
    expect(await program().owner.conversationMessage.count({ where: { conversationId: id } })).toBe(1);
  });

  test('nothing can be asked where the marketplace has no conversations', async () => {
    await switchConversations(admin, false);
    expect((await read()).as<BuyerOrderDto>().canAsk).toBe(false);
    const answer = await buyer().post(`/buyer/orders/${sold.id}/vendors/${north.id}/messages`, { text: 'Hm?' });
    expect(answer.as<{ code: string }>().code).toBe('feature_disabled');
    await switchConversations(admin, true);
  });
});

describe('conversations and offers of the customer', () => {
  const overview = async (customerId: bigint) =>
    (await buyer(customerId).get('/buyer/overview')).as<BuyerOverviewDto>();

  test('are those of the account: an address that somebody typed opens nothing', async () => {
    const own = 91n;
    const thread = await buildCustomerThread(north, own);
    const offer = await buildCustomerOffer(south, own);
    // The customer typed the address of somebody else, who wrote and offered as a guest.
    const typed = await buildConversation(south);
    await program().owner.conversation.update({ where: { id: thread.id }, data: { email: typed.email } });
    const guests = await buildOfferRow(north, { email: typed.email });
    const shown = await overview(own);
    expect(shown.conversations?.map(({ id }) => id)).toEqual([String(thread.id)]);
    expect(shown.offers?.map(({ id }) => id)).toEqual([String(offer)]);
    expect(JSON.stringify(shown)).not.toContain('@');
    expect((await buyer(own).get(`/buyer/conversations/${typed.id}`)).status).toBe(404);
    expect((await buyer(own).get(`/buyer/offers/${guests}`)).status).toBe(404);
    expect(await overview(BEN)).toEqual({ conversations: [], offers: [] });
  });

  test('a conversation is read, answered and marked as read; another customer’s is not found', async () => {
    const own = 92n;
    const { id } = await buildCustomerThread(north, own);
    const member = await buildUser({ vendor: north });
    const sent = await api(member).put('/conversations/send', { conversationId: String(id), text: 'It is.' });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect((await overview(own)).conversations).toMatchObject([{ isUnread: true, text: 'It is.' }]);
    const read = (await buyer(own).get(`/buyer/conversations/${id}`)).as<{ thread: { messages: { id: string }[] } }>();
    const messageId = read.thread.messages.at(-1)?.id;
    expect((await buyer(own).put(`/buyer/conversations/${id}/read`, { messageId })).status).toBe(200);
    expect((await overview(own)).conversations).toMatchObject([{ isUnread: false }]);
    expect((await buyer(own).post(`/buyer/conversations/${id}/messages`, { text: 'Thank you' })).status).toBe(201);
    expect((await buyer(BEN).post(`/buyer/conversations/${id}/messages`, { text: 'Hm' })).status).toBe(404);
    expect((await buyer(BEN).put(`/buyer/conversations/${id}/read`, { messageId })).status).toBe(404);
  });

  test('a counter-offer is declined by its buyer in the version that was shown, and by nobody else', async () => {
    const own = 93n;
    const id = await buildCustomerOffer(south, own);
    const shown = (await buyer(own).get(`/buyer/offers/${id}`)).as<{ offer: { allowedActions: string[] } }>();
    expect(shown.offer.allowedActions).toContain('accept');
    const answer = { action: 'reject', version: 1 };
    expect((await buyer(BEN).post(`/buyer/offers/${id}/answer`, answer)).status).toBe(404);
    expect((await buyer(own).post(`/buyer/offers/${id}/answer`, { ...answer, version: 9 })).status).toBe(409);
    expect((await buyer(own).post(`/buyer/offers/${id}/answer`, answer)).status).toBe(200);
    expect((await overview(own)).offers).toMatchObject([{ status: 'rejected' }]);
  });

  test('are null while their feature is off', async () => {
    await switchConversations(admin, false);
    await switchOffers(admin, false);
    expect(await overview(ADA)).toEqual({ conversations: null, offers: null });
    await switchConversations(admin, true);
    await switchOffers(admin, true);
  });
});
