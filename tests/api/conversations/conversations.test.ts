import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import { MASK } from '#app/core/contact-masking/masking.ts';
import type { StartedDto, ThreadDto } from '#app/features/messages/conversations/buyer-thread.contract.ts';
import type {
  ConversationDetailDto,
  ConversationDto,
  OrderChatDto,
} from '#app/features/messages/conversations/conversations.contract.ts';
import { offerUrl } from '#app/features/offers/offer-link.server.ts';
import { buildConversation, switchConversations, threadToken } from '#tests/factories/conversations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductOnSale } from '#tests/factories/products-on-sale.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { askProxy, signQuery } from '#tests/support/proxy.ts';

type Caught = { to: string; subject: string; html: string; text?: string };
type List = { conversations: ConversationDto[]; counts: Record<string, number>; opened: ConversationDetailDto | null };

let store: BuiltStore;
let vendor: BuiltVendor;
let other: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;
let productId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  [vendor, other] = [
    await buildVendor({ store, name: 'Kettle House' }),
    await buildVendor({ store, name: 'Mug Mill' }),
  ];
  await signIn();
  await switchConversations(admin, true);
  productId = String(await buildProductOnSale(vendor, 'Copper kettle'));
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
});

/** The clock goes on for days, and nobody stays signed in for so long. */
async function signIn(): Promise<void> {
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: other });
}
const fresh = () => `buyer-${nextNumber()}@buyers.test`;
const shopper = () => api({ store: store.domain });
const start = (body: object = {}) =>
  shopper().post('/conversations/create', { email: fresh(), name: 'Ada', text: 'Is it in stock?', productId, ...body });
async function begin(body: object = {}): Promise<StartedDto & { email: string }> {
  const email = fresh();
  const answer = await start({ email, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { ...answer.as<StartedDto>(), email };
}
const update = (token: string | null, body: object) => shopper().post('/conversations/update', { token, ...body });
const write = async (token: string | null, text: string) =>
  (await update(token, { text })).as<{ thread: ThreadDto }>().thread;
const list = async (by: BuiltUser, query: Record<string, string> = {}) =>
  (await api(by).get('/conversations', { query })).as<List>();
const open = async (id: string, by = seller): Promise<ConversationDetailDto> => {
  const { opened } = await list(by, { conversationId: id });
  if (!opened) throw new Error(`the conversation ${id} is not there`);
  return opened;
};
const send = (id: string, text: string, by = seller, more: object = {}) =>
  api(by).put('/conversations/send', { conversationId: id, text, ...more });
const moderate = (id: string, action: string, by = admin) => api(by).post('/moderate', { conversationId: id, action });
const mailsTo = async (to: string) =>
  (await program().sandbox?.control<Caught[]>('GET', `/mail?to=${encodeURIComponent(to)}`)) ?? [];
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const issuesOf = ({ body }: { body: unknown }) =>
  (body as { issues?: { path: string; rule: string }[] }).issues?.map(({ path, rule }) => `${path}: ${rule}`);
const settle = () => program().drain();
const passTenMinutes = async () => {
  program().clock.advance({ minutes: 10 });
  await settle();
  await signIn();
};

describe('guest → vendor → guest', () => {
  it('writes, is answered, and reads the answer by the link of a mail', async () => {
    const { conversationId, email, token } = await begin({ text: 'Does it whistle?' });
    await settle();
    const [asked] = await mailsTo(seller.email);
    expect(asked?.subject).toBe('💬 New message about Copper kettle');
    expect(asked?.html).toContain('Does it whistle?');
    expect(asked?.html).toContain(`/app/conversations/${conversationId}`);

    const { conversation, messages, replyAs } = await open(conversationId);
    expect(conversation).toMatchObject({
      buyer: 'Ada',
      email: null,
      seller: 'Kettle House',
      with: 'buyer',
      unreadCount: 1,
      isAnswered: false,
      product: { id: productId, title: 'Copper kettle' },
    });
    expect([messages[0]?.text, replyAs]).toEqual(['Does it whistle?', ['seller']]);
    await api(seller).post('/conversations/read', { conversationId, messageId: messages[0]?.id });
    expect((await open(conversationId)).conversation.unreadCount).toBe(0);
    expect((await write(token, 'And how loud?')).messages.map(({ seen }) => seen)).toEqual([true, false]);

    expect((await send(conversationId, 'Very loud.')).status).toBe(200);
    await settle();
    const [answered] = await mailsTo(email);
    expect(answered?.subject).toBe('💬 Kettle House about Copper kettle: new message');
    for (const text of ['Does it whistle?', 'And how loud?', 'Very loud.']) expect(answered?.html).toContain(text);
    const link = /href="([^"]*\/chat\?[^"]*)"/.exec(answered?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    const mailed = new URL(link).searchParams.get('token');
    const { thread } = (await update(mailed, { readId: messages[0]?.id })).as<{ thread: ThreadDto }>();
    expect(thread).toMatchObject({ seller: 'Kettle House', about: 'Copper kettle', unreadCount: 1 });
    const newest = thread.messages.at(-1)?.id;
    expect((await update(mailed, { readId: newest })).as<{ thread: ThreadDto }>().thread.unreadCount).toBe(0);
    expect((await open(conversationId)).messages.at(-1)).toMatchObject({ sender: 'seller', seen: true });
  });

  it('is one conversation; an address that has one gets its link by mail, and nothing is written', async () => {
    const { conversationId, email } = await begin();
    const again = (await start({ email, text: 'Give me the token' })).as<StartedDto>();
    expect(again).toEqual({ conversationId, token: null });
    expect((await open(conversationId)).messages.map(({ text }) => text)).toEqual(['Is it in stock?']);
    await settle();
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['💬 Kettle House about Copper kettle: new message']);
    await start({ email });
    await settle();
    expect((await mailsTo(email)).length).toBe(1);
  });

  it('is started once, also by three requests at the same moment, and a repeated message is written once', async () => {
    const email = fresh();
    const answers = await Promise.all([start({ email }), start({ email }), start({ email })]);
    expect(new Set(answers.map((one) => one.as<StartedDto>().conversationId)).size).toBe(1);
    const token = answers.map((one) => one.as<StartedDto>().token).find((one) => one !== null) ?? null;
    await Promise.all([write(token, 'Twice'), write(token, 'Twice')]);
    expect((await write(token, 'Twice')).messages.map(({ text }) => text)).toEqual(['Is it in stock?', 'Twice']);
  });

  it('takes what is on sale, 500 characters, and no picture of another address', async () => {
    expect((await start({ productId: '999999' })).status).toBe(404);
    expect((await start({ productId: '', vendor: 'nobody' })).status).toBe(404);
    expect((await start({ productId: '', vendor: vendor.handle })).status).toBe(201);
    expect((await start({ text: 'a'.repeat(500) })).status).toBe(201);
    expect(issuesOf(await start({ text: 'a'.repeat(501) }))).toEqual(['text: max_characters']);
    expect(issuesOf(await start({ text: ' \n ' }))).toEqual(['text: required_field']);
    expect(issuesOf(await start({ image: 'https://example.com/a.png' }))).toEqual(['image: message_picture']);
  });
});

describe('masking', () => {
  const SECRET = 'ada@secret-host.example.com';
  const TEXT = `Write to ${SECRET}, call +44 20 7946 0958, see www.kettles-cheap.com, pay paypal.me/adak`;

  it('nothing masked reaches the other side: by the API, search, lists, mails, the storefront', async () => {
    const { conversationId, email, token } = await begin({ text: TEXT, name: 'Ada +44 20 7946 0958' });
    const pieces = [SECRET, '7946 0958', 'kettles-cheap', 'paypal.me/adak'];
    const seen = [
      await open(conversationId),
      await list(seller),
      (await api(seller).get('/conversations', { query: { q: 'secret-host' } })).body,
      (await write(token, 'anything else?')) as unknown,
      await mailBodies(seller.email),
    ].map((one) => JSON.stringify(one));
    for (const piece of pieces) expect(seen.filter((one) => one.includes(piece)).length, piece).toBe(0);
    const { conversation, messages } = await open(conversationId);
    expect(conversation.buyer).toBe(`Ada ${MASK}`);
    expect(messages[0]?.text).toBe(`Write to ${MASK}, call ${MASK}, see ${MASK}, pay ${MASK}`);
    expect(messages[0]?.original).toBeNull();
    expect((await list(seller, { q: 'secret-host' })).conversations).toEqual([]);
    expect((await list(seller, { q: email })).conversations).toEqual([]);

    await send(conversationId, `Sure: ${SECRET}`);
    const buyerSees = JSON.stringify([await write(token, 'thanks'), await mailBodies(email)]);
    expect(buyerSees).not.toContain(SECRET);
  });

  it('the marketplace reads and finds what was typed, and counts what was masked', async () => {
    const word = `secret${nextNumber()}`;
    const { conversationId } = await begin({ text: `mail ${word}@example.com` });
    const found = await list(admin, { q: word });
    expect(found.conversations.map((one) => one.conversationId)).toEqual([conversationId]);
    const { conversation, messages } = await open(conversationId, admin);
    expect([messages[0]?.original, conversation.masked]).toEqual([`mail ${word}@example.com`, 1]);
  });

  it('a vendor’s own scope cannot read originals in the database', async () => {
    await begin({ text: 'mail ada@example.com' });
    const { services } = program().container;
    const rows = await services.db.fast({ storeId: store.id, vendor: vendor.id }, (tx) =>
      tx.query('SELECT text FROM conversation_originals'),
    );
    expect(rows).toEqual([]);
  });

  async function mailBodies(to: string): Promise<string[]> {
    await settle();
    return (await mailsTo(to)).map(({ subject, html }) => subject + html);
  }
});

describe('what others try', () => {
  it('messages of another vendor by id are not found, to read, to answer, to report', async () => {
    const { conversationId } = await begin();
    const messageId = (await open(conversationId)).messages[0]?.id;
    const tries = [
      await api(rival).get('/conversations', { query: { conversationId } }),
      await send(conversationId, 'Buy from me', rival),
      await api(rival).post('/conversations/read', { conversationId, messageId }),
      await moderate(conversationId, 'report', rival),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await list(rival)).conversations).toEqual([]);
    expect((await open(conversationId)).messages.length).toBe(1);
  });

  it('tokens that were guessed, changed, made for something else or for another store open nothing', async () => {
    const { conversationId, token } = await begin();
    const known = token ?? '';
    const { services } = program().container;
    const ofOffer = new URL(offerUrl(services, { ...store, portalHost: null }, BigInt(conversationId)));
    const encrypted = (content: object) => services.vault.sealText(JSON.stringify(content)).slice('sealed:'.length);
    const until = new Date(program().clock.now().getTime() + 60_000).toISOString();
    const content = {
      purpose: 'conversation',
      store: String(store.id),
      conversation: conversationId,
      generation: 1,
      isProven: true,
      until,
    };
    const tokens = [
      'guessed',
      `${known.slice(0, -4)}AAAA`,
      ofOffer.searchParams.get('token') ?? '',
      encrypted({ ...content, side: 'seller' }),
      encrypted({ ...content, side: 'buyer', store: '999' }),
      encrypted({ ...content, side: 'buyer', generation: 2 }),
      encrypted({ ...content, side: 'buyer', until: new Date(program().clock.now().getTime() - 1).toISOString() }),
    ];
    const answers = await Promise.all(tokens.map((one) => update(one, { text: 'let me in' })));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 410));
    expect((await update(encrypted({ ...content, side: 'buyer' }), { text: 'mine' })).status).toBe(200);
  });

  it('a token that is used again after the conversation was archived and restored opens nothing', async () => {
    const { conversationId, token } = await begin();
    await moderate(conversationId, 'delete-conversation');
    expect((await update(token, { text: 'hello?' })).status).toBe(410);
    await moderate(conversationId, 'restore-conversation');
    expect((await update(token, { text: 'hello?' })).status).toBe(410);
    expect((await update(threadToken(store, conversationId, 3), { text: 'hello?' })).status).toBe(200);
  });

  it('whoever only typed the address does not read on once its owner came by the link of a mail', async () => {
    const { conversationId, token } = await begin();
    const mailed = threadToken(store, conversationId);
    expect((await update(token, { text: 'Mine?' })).status).toBe(200);
    await update(mailed, { text: 'It is I.' });
    expect((await update(token, { text: 'Still here' })).status).toBe(410);
    expect((await update(mailed, { text: 'Go on.' })).status).toBe(200);
    expect((await open(conversationId)).messages.map(({ text }) => text)).not.toContain('Still here');
  });

  it('a vendor writes as itself only', async () => {
    const { conversationId } = await begin();
    const answers = [
      await send(conversationId, 'I am the buyer', seller, { replyAs: 'buyer' }),
      await send(conversationId, 'I am the marketplace', seller, { replyAs: 'admin' }),
    ];
    expect(answers.map(codeOf)).toEqual(['missing_permission', 'missing_permission']);
    expect((await open(conversationId)).messages.length).toBe(1);
  });

  it('HTML in names and messages is text, on pages and in mails', async () => {
    const hostile = '<img src=x onerror=alert(1)><b>bold</b>';
    const { conversationId, email } = await begin({ text: hostile, name: '<script>x</script>' });
    await send(conversationId, hostile);
    await settle();
    const html = [...(await mailsTo(seller.email)), ...(await mailsTo(email))].map((one) => one.html).join('\n');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>x');
    const page = await fetch(`${program().url}/chat?store=${store.domain}&token=${threadToken(store, conversationId)}`);
    expect(await page.text()).not.toContain('<img src=x');
  });

  it('a flood ends: of one buyer, of one network address, of one vendor', async () => {
    const { token } = await begin();
    const statuses: number[] = [];
    for (let count = 0; count < 35; count++) statuses.push((await update(token, { text: `spam ${count}` })).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
    expect(statuses.at(-1)).toBe(429);
    await program().owner.rateBucket.deleteMany();
    const started: number[] = [];
    for (let count = 0; count < 12; count++) started.push((await start()).status);
    expect([started[9], started[10]]).toEqual([201, 429]);
    await program().owner.rateBucket.deleteMany();
    const { conversationId } = await begin();
    const sent: number[] = [];
    for (let count = 0; count < 22; count++) sent.push((await send(conversationId, `spam ${count}`)).status);
    expect([sent[19], sent[20]]).toEqual([200, 429]);
  });
});

describe('mails', () => {
  it('go once to a side in ten minutes and tell of everything since; what was read is not mailed', async () => {
    const { conversationId, email, token } = await begin();
    await send(conversationId, 'One');
    await settle();
    await send(conversationId, 'Two');
    await send(conversationId, 'Three');
    await settle();
    expect((await mailsTo(email)).length).toBe(1);
    await passTenMinutes();
    const mails = await mailsTo(email);
    expect(mails.length).toBe(2);
    expect(mails.map(({ html }) => html.includes('Three'))).toContain(true);
    await send(conversationId, 'Four');
    const newest = (await open(conversationId)).messages.at(-1)?.id;
    await update(token, { readId: newest });
    await passTenMinutes();
    expect((await mailsTo(email)).length).toBe(2);
  });

  it('are void once the conversation was archived', async () => {
    const { conversationId, email } = await begin();
    await send(conversationId, 'One');
    await settle();
    // This one waits for its ten minutes.
    await send(conversationId, 'Two');
    await moderate(conversationId, 'delete-conversation');
    await passTenMinutes();
    expect((await mailsTo(email)).map(({ html }) => html.includes('Two'))).toEqual([false]);
  });
});

describe('the marketplace', () => {
  it('reads everything and writes as itself, for the buyer and for the seller; both sides see that, and it is logged', async () => {
    const { conversationId, token } = await begin();
    for (const replyAs of ['admin', 'buyer', 'seller'])
      expect((await send(conversationId, `As ${replyAs}`, admin, { replyAs })).status).toBe(200);
    const shown = (await open(conversationId)).messages.slice(1);
    expect(shown.map(({ sender, byMarketplace }) => [sender, byMarketplace])).toEqual([
      ['admin', true],
      ['buyer', true],
      ['seller', true],
    ]);
    const { messages } = await write(token, 'ok');
    expect(messages.slice(1, 4).every(({ byMarketplace }) => byMarketplace)).toBe(true);
    const events = await program().owner.auditEvent.findMany({
      where: { subject: 'conversation', subjectId: conversationId },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ detail }) => (detail as { replyAs: string }).replyAs)).toEqual(['admin', 'buyer', 'seller']);
    expect(JSON.stringify(events.map(({ detail, note }) => [detail, note]))).not.toContain('As admin');
  });

  it('has one conversation with each vendor', async () => {
    const body = { targetVendor: 'Kettle House', text: 'Please send your documents.' };
    const first = (await api(admin).post('/chat-with-seller', body)).as<ConversationDetailDto>();
    const again = (await api(admin).post('/chat-with-seller', { ...body, text: 'Today.' })).as<ConversationDetailDto>();
    expect(again.conversation.conversationId).toBe(first.conversation.conversationId);
    expect(again.messages.length).toBe(2);
    expect(issuesOf(await api(admin).post('/chat-with-seller', { ...body, targetVendor: 'Ke' }))).toEqual([
      'targetVendor: min_characters',
    ]);
    expect((await api(admin).post('/chat-with-seller', { ...body, targetVendor: 'Nobody' })).status).toBe(404);
    expect((await api(seller).post('/chat-with-seller', body)).status).toBe(403);
    const { conversation } = await open(first.conversation.conversationId);
    expect(conversation).toMatchObject({ with: 'admin', unreadCount: 2, isAnswered: false });
    await send(first.conversation.conversationId, 'Sent.');
    await settle();
    expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toContain(
      `💬 Kettle House wrote to ${await storeName()}`,
    );
    const status = (await api(admin).get('/app/status')).as<{ missedMessages: number }>();
    expect(status.missedMessages).toBe(1);
  });

  it('chat-with-seller with the target vendor alone opens its conversation: no message, no mail, and the same one again', async () => {
    const quiet = await buildVendor({ store, name: 'Quiet Quilts' });
    const member = await buildUser({ vendor: quiet });
    const answer = await api(admin).post('/chat-with-seller', { targetVendor: 'Quiet Quilts' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const opened = answer.as<ConversationDetailDto>();
    expect(opened).toMatchObject({ messages: [], replyAs: ['admin', 'seller'] });
    expect(opened.conversation).toMatchObject({
      seller: 'Quiet Quilts',
      with: 'seller',
      lastMessage: '',
      unreadCount: 0,
    });
    const { conversationId } = opened.conversation;
    await settle();
    expect(await program().owner.conversationMessage.count({ where: { conversationId: BigInt(conversationId) } })).toBe(
      0,
    );
    expect(await mailsTo(member.email)).toEqual([]);
    expect((await api(member).get('/app/status')).body).toMatchObject({ missedMessages: 0 });
    expect((await list(member)).conversations).toEqual([]);
    const again = (
      await api(admin).post('/chat-with-seller', { targetVendor: 'Quiet Quilts', text: '' })
    ).as<ConversationDetailDto>();
    expect([again.conversation.conversationId, again.messages]).toEqual([conversationId, []]);
    const written = (
      await api(admin).post('/chat-with-seller', { targetVendor: 'Quiet Quilts', text: 'Hello' })
    ).as<ConversationDetailDto>();
    expect([written.conversation.conversationId, written.messages.length]).toEqual([conversationId, 1]);
    expect((await list(member)).conversations.map((one) => one.conversationId)).toEqual([conversationId]);
  });

  it('archives one conversation, or everything of a buyer, whose messages are then dropped in silence', async () => {
    const { conversationId, email, token } = await begin();
    const second = String(await buildProductOnSale(vendor));
    const further = (await start({ email, productId: second })).as<StartedDto>();
    expect((await moderate(conversationId, 'ban-buyer', seller)).status).toBe(403);
    expect((await moderate(conversationId, 'ban-buyer')).status).toBe(200);
    expect((await moderate(conversationId, 'ban-buyer')).status).toBe(200);
    expect((await api(seller).get('/conversations', { query: { conversationId } })).status).toBe(404);
    await settle();
    await program().owner.mail.deleteMany({ where: { storeId: store.id } });
    for (const link of [token, further.token]) {
      const answer = await update(link, { text: 'Nobody hears this' });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.stringContaining('Nobody hears this')]);
      expect((await update(link, { readId: '1' })).status).toBe(200);
    }
    expect((await shopper().post('/conversations/report', { token, note: 'No answer at all' })).status).toBe(200);
    expect(
      await program().owner.conversationReport.count({
        where: { storeId: store.id, conversationId: BigInt(conversationId) },
      }),
    ).toBe(0);
    expect(
      await program().owner.conversationMessage.count({ where: { storeId: store.id, text: 'Nobody hears this' } }),
    ).toBe(0);
    expect(await program().owner.mail.count({ where: { storeId: store.id } })).toBe(0);
    expect((await list(seller)).conversations.map((one) => one.conversationId)).not.toContain(conversationId);
    const dropped = await start({ email, productId: String(await buildProductOnSale(vendor)) });
    expect([dropped.status, dropped.as<StartedDto>().token]).toEqual([201, null]);
    expect(await program().owner.conversation.count({ where: { storeId: store.id, email } })).toBe(2);
    expect((await open(conversationId, admin)).buyerBanned).toBe(true);
    expect(codeOf(await send(conversationId, 'hi', admin))).toBe('invalid_state');
    await moderate(conversationId, 'unban-buyer');
    await moderate(conversationId, 'restore-conversation');
    expect((await open(conversationId)).conversation.archived).toBe(false);
    expect(
      (await start({ email, productId: String(await buildProductOnSale(vendor)) })).as<StartedDto>().token,
    ).not.toBeNull();
  });

  it('sees what a vendor reports', async () => {
    const { conversationId } = await begin();
    const note = { conversationId, action: 'report', note: 'Wants to pay outside' };
    expect((await api(seller).post('/moderate', note)).status).toBe(200);
    const { conversations, counts } = await list(admin, { status: 'reported' });
    expect([conversations.map((one) => one.conversationId), counts.reported]).toEqual([[conversationId], 1]);
    expect((await open(conversationId, admin)).reports).toMatchObject([
      { side: 'seller', note: 'Wants to pay outside' },
    ]);
    await moderate(conversationId, 'dismiss-report');
    expect((await list(admin, { status: 'reported' })).counts.reported).toBe(0);
  });
});

describe('the buyer of an order', () => {
  it('is written to by its vendor, once one conversation, without the vendor seeing an address', async () => {
    const email = fresh();
    const { id: orderId, name } = await sellOrder([{ vendor: 'Kettle House', title: 'Kettle', price: '20.00' }], {
      more: { shop: store.domain, email },
    });
    const before = (await api(seller).get('/chat-with-buyer', { query: { orderId } })).as<OrderChatDto>();
    expect(before).toMatchObject({ order: { name }, vendor: 'Kettle House', conversationId: null, canWrite: true });
    const sent = await api(seller).put('/conversations/send', { orderId, text: 'It ships today.' });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(JSON.stringify(sent.body)).not.toContain(email);
    const after = (await api(seller).get('/chat-with-buyer', { query: { orderId } })).as<OrderChatDto>();
    expect(after.conversationId).toBe(sent.as<ConversationDetailDto>().conversation.conversationId);
    await api(seller).put('/conversations/send', { orderId, text: 'Tracking follows.' });
    expect((await open(after.conversationId ?? '')).messages.length).toBe(2);
    await settle();
    expect((await mailsTo(email)).some(({ html }) => html.includes('It ships today.'))).toBe(true);
    expect((await api(rival).get('/chat-with-buyer', { query: { orderId } })).status).toBe(404);
    expect((await api(rival).put('/conversations/send', { orderId, text: 'Hi' })).status).toBe(404);
  });

  it('of several vendors: the marketplace says for whom it writes', async () => {
    const lines = ['Kettle House', 'Mug Mill'].map((name) => ({ vendor: name, title: 'Thing', price: '20.00' }));
    const { id: orderId } = await sellOrder(lines, { more: { shop: store.domain, email: fresh() } });
    const chat = (await api(admin).get('/chat-with-buyer', { query: { orderId } })).as<OrderChatDto>();
    expect([chat.vendor, chat.vendors]).toEqual([null, ['Kettle House', 'Mug Mill']]);
    const unnamed = await api(admin).put('/conversations/send', { orderId, text: 'Hi' });
    expect(issuesOf(unnamed)).toEqual(['vendor: required_field']);
    const named = await api(admin).put('/conversations/send', { orderId, text: 'Hi', vendor: 'Mug Mill' });
    expect(named.as<ConversationDetailDto>().conversation.seller).toBe('Mug Mill');
    const { conversationId } = named.as<ConversationDetailDto>().conversation;
    expect((await api(seller).get('/conversations', { query: { conversationId } })).status).toBe(404);
  });
});

describe('saved replies', () => {
  const saved = (answer: { body: unknown }) =>
    (answer.body as { replies: { id: string; title: string; text: string }[] }).replies;
  const save = (title: string, text: string, by = seller) => api(by).put('/conversations/replies', { title, text });

  it('are their owner’s: a vendor’s, another vendor’s, the marketplace’s', async () => {
    await save('Shipping', 'It ships today.');
    expect(saved(await save('Shipping', 'It ships tomorrow.')).map(({ text }) => text)).toEqual(['It ships tomorrow.']);
    await save('Shipping', 'Ask the vendor.', admin);
    const [own] = saved(await api(seller).get('/conversations/replies'));
    expect(saved(await api(rival).get('/conversations/replies'))).toEqual([]);
    expect(saved(await api(admin).get('/conversations/replies')).map(({ text }) => text)).toEqual(['Ask the vendor.']);
    expect((await api(rival).delete(`/conversations/replies/${own?.id ?? ''}`)).status).toBe(404);
    expect((await api(admin).delete(`/conversations/replies/${own?.id ?? ''}`)).status).toBe(404);
    expect(saved(await api(seller).delete(`/conversations/replies/${own?.id ?? ''}`))).toEqual([]);
  });

  it('are fifty at most, of 500 characters each', async () => {
    for (let count = 0; count < 50; count++) expect((await save(`Reply ${count}`, 'Yes', rival)).status).toBe(200);
    expect(codeOf(await save('One more', 'Yes', rival))).toBe('invalid_state');
    expect((await save('Reply 7', 'No', rival)).status).toBe(200);
    expect(issuesOf(await save('', 'a'.repeat(501), rival))).toEqual(['title: required_field', 'text: max_characters']);
  });
});

describe('the store’s theme', () => {
  const ask = (query: [string, string][], customerId?: number) =>
    askProxy('/chat.json', signQuery({ shop: store.domain, query, ...(customerId ? { customerId } : {}) }));
  const post = (path: string, fields: Record<string, string>, o: { customerId?: number; html?: boolean } = {}) =>
    askProxy(path, signQuery({ shop: store.domain, query: [['locale', 'de']], ...o }), {
      method: 'POST',
      headers: { accept: o.html ? 'text/html' : 'application/json' },
      body: new URLSearchParams(fields),
    });

  it('polls with since, answered 304 while nothing changed', async () => {
    const { conversationId, token } = await begin();
    const first = (await (await ask([['token', token ?? '']])).json()) as { thread: ThreadDto };
    expect(first.thread.messages.length).toBe(1);
    const since: [string, string] = ['since', first.thread.version];
    expect((await ask([['token', token ?? ''], since])).status).toBe(304);
    await send(conversationId, 'Yes');
    const next = (await (await ask([['token', token ?? ''], since])).json()) as { thread: ThreadDto };
    expect(next.thread.messages.map(({ text }) => text)).toEqual(['Is it in stock?', 'Yes']);
    expect(await (await ask([['token', 'guessed']])).json()).toEqual({ enabled: true, thread: null, token: null });
  });

  it('knows a signed-in customer by the platform’s word alone, and goes on with the same conversation', async () => {
    const customerId = 700_000 + nextNumber();
    const fields = { email: fresh(), name: 'Ada', text: 'Hello', productId };
    const started = (await (await post('/conversations/create', fields, { customerId })).json()) as StartedDto;
    const again = await post('/conversations/create', { ...fields, text: 'Anybody?' }, { customerId });
    expect(((await again.json()) as StartedDto).conversationId).toBe(started.conversationId);
    const mine = (await (await ask([['product', productId]], customerId)).json()) as { thread: ThreadDto | null };
    expect(mine.thread?.messages.map(({ text }) => text)).toEqual(['Hello', 'Anybody?']);
    const theirs = (await (await ask([['product', productId]], customerId + 1)).json()) as { thread: null };
    expect(theirs.thread).toBeNull();
    const named = { email: fields.email, text: 'A question about you', vendor: vendor.name };
    await post('/conversations/create', named, { customerId });
    const general = (await (await ask([['vendor', vendor.name]], customerId)).json()) as { thread: ThreadDto | null };
    expect(general.thread).toMatchObject({ about: '', messages: [{ text: 'A question about you' }] });
    const forged = await ask([
      ['product', productId],
      ['logged_in_customer_id', String(customerId)],
    ]);
    expect(((await forged.json()) as { thread: null }).thread).toBeNull();
  });

  it('works as a plain form, in the shopper’s language; what a program fills in goes nowhere', async () => {
    const email = fresh();
    const sent = await post('/conversations/create', { email, name: '', text: 'Hallo', productId }, { html: true });
    expect(await sent.text()).toContain('Ihre Nachricht wurde gesendet');
    const refused = await post('/conversations/create', { email, text: '', productId }, { html: true });
    expect(refused.status).toBe(422);
    await post('/conversations/create', { email: 'bot@buyers.test', text: 'Spam', productId, souk_website: 'x' });
    expect(await program().owner.conversation.count({ where: { email: 'bot@buyers.test' } })).toBe(0);
    expect(await program().owner.conversation.count({ where: { email } })).toBe(1);
  });
});

it('conversation feature: is gone with its switch: no list, no form, no page, no mails', async () => {
  const { conversationId, token } = await begin();
  await switchConversations(admin, false);
  const answers = [
    await api(seller).get('/conversations'),
    await send(conversationId, 'Hi'),
    await start(),
    await update(token, { text: 'Hi' }),
    await moderate(conversationId, 'report'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await api(seller).get('/app/status')).as<{ missedMessages: number }>().missedMessages).toBe(0);
  await switchConversations(admin, true);
  expect((await open(conversationId)).messages.length).toBe(1);
});

it('a buyer’s conversations are handed over as they were typed, and erased on request', async () => {
  const { conversationId, email } = await begin({ text: 'mail me: ada@example.com' });
  await send(conversationId, 'no: seller@example.com');
  const payload = {
    shop_domain: store.domain,
    customer: { id: 880_001, email, phone: null },
    orders_requested: [],
    orders_to_redact: [],
    data_request: { id: 4_712 },
  };
  await deliverWebhook({ shop: store.domain, topic: 'customers/data_request', payload });
  await settle();
  const { requests } = (await api(admin).get('/compliance')).as<{ requests: { id: string }[] }>();
  const file = JSON.stringify((await api(admin).get(`/compliance/${requests[0]?.id ?? ''}/export`)).body);
  expect(file).toContain('mail me: ada@example.com');
  expect(file).toContain(`no: ${MASK}`);
  expect(file).not.toContain('seller@example.com');
  await deliverWebhook({ shop: store.domain, topic: 'customers/redact', payload });
  await settle();
  expect(await program().owner.conversation.count({ where: { id: BigInt(conversationId) } })).toBe(0);
  expect(await program().owner.conversationMessage.count({ where: { conversationId: BigInt(conversationId) } })).toBe(
    0,
  );
});

it('conversations of two years ago are forgotten', async () => {
  const { services } = program().container;
  const old = new Date(program().clock.now().getTime() - 740 * DAY_MS);
  const [gone, kept] = [await buildConversation(vendor, { at: old }), await buildConversation(vendor)];
  await sweepStore(services, store.id);
  const rows = await program().owner.conversation.findMany({ where: { id: { in: [gone.id, kept.id] } } });
  expect(rows.map(({ id }) => id)).toEqual([kept.id]);
});

async function storeName(): Promise<string> {
  return (await program().owner.store.findUniqueOrThrow({ where: { id: store.id } })).name;
}
