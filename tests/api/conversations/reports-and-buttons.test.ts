import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebSender } from '#app/adapters/web/web-sender.server.ts';
import type { ThreadDto } from '#app/features/messages/conversations/buyer-thread.contract.ts';
import type {
  ConversationDetailDto,
  ConversationDto,
} from '#app/features/messages/conversations/conversations.contract.ts';
import type { CtaDto, ListedCtaDto } from '#app/features/messages/conversations/ctas/ctas.contract.ts';
import { hmacSha256 } from '#app/server/crypto.server.ts';
import { buildConversation, switchConversations, threadToken } from '#tests/factories/conversations.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Call = { url: string; body: string; signature: string; key: string };

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;
let port: number;
/** What the other program answers, and what it was sent. */
let status = 200;
const calls: Call[] = [];
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const { 'x-souk-signature': signature, 'idempotency-key': key } = req.headers;
    calls.push({
      url: req.url ?? '',
      body: String(Buffer.concat(chunks)),
      signature: String(signature),
      key: String(key),
    });
    res.writeHead(status, status === 302 ? { location: 'http://127.0.0.1/' } : {}).end();
  });
});

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  vendor = await buildVendor({ store, name: 'Kettle House' });
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Mug Mill' }) });
  await switchConversations(admin, true);
  // 127.0.0.2 stands for a machine of the public internet; every other address is judged as it always is.
  port = await new Promise((resolve) => {
    server.listen(0, '127.0.0.2', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
});
afterAll(async () => {
  server.close();
  await program().stop();
});
beforeEach(async () => {
  status = 200;
  calls.length = 0;
  await program().owner.rateBucket.deleteMany();
});

const shopper = () => api({ store: store.domain });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const issuesOf = ({ body }: { body: unknown }) =>
  (body as { issues?: { path: string; rule: string }[] }).issues?.map(({ path, rule }) => `${path}: ${rule}`);
async function startConversation(): Promise<{ id: string; token: string }> {
  const { id } = await buildConversation(vendor);
  return { id: String(id), token: threadToken(store, id) };
}
const open = async (id: string, by: BuiltUser): Promise<ConversationDetailDto> =>
  (await api(by).get('/conversations', { query: { conversationId: id } })).as<{ opened: ConversationDetailDto }>()
    .opened;
const actionsOf = async (id: string) =>
  (
    await program().owner.auditEvent.findMany({
      where: { subject: 'conversation', subjectId: id },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    })
  ).map(({ action }) => action);

describe('reports', () => {
  const report = (token: string, note: string) => shopper().post('/conversations/report', { token, note });

  it('of both sides reach the marketplace, which resolves them; a vendor sees its own alone', async () => {
    const { id, token } = await startConversation();
    expect((await report(token, 'Wants my phone number')).status).toBe(200);
    expect((await report(token, 'Wants to be paid outside')).status).toBe(200);
    const { thread } = (await shopper().post('/conversations/update', { token, readId: '1' })).as<{
      thread: ThreadDto;
    }>();
    expect(thread.reported).toBe(true);
    const seen = await open(id, seller);
    expect([seen.conversation.reported, seen.reports]).toEqual([false, []]);
    type List = { conversations: ConversationDto[]; counts: Record<string, number> };
    expect(
      (await api(seller).get('/conversations', { query: { status: 'reported' } })).as<List>().counts.reported,
    ).toBe(0);

    await api(seller).post('/moderate', { conversationId: id, action: 'report', note: 'Insults us' });
    expect((await open(id, seller)).reports).toMatchObject([{ side: 'seller', note: 'Insults us' }]);
    const { conversations } = (await api(admin).get('/conversations', { query: { status: 'reported' } })).as<List>();
    expect(conversations.map(({ conversationId }) => conversationId)).toEqual([id]);
    expect((await open(id, admin)).reports).toMatchObject([
      { side: 'buyer', note: 'Wants to be paid outside' },
      { side: 'seller', note: 'Insults us' },
    ]);
    await api(admin).post('/moderate', { conversationId: id, action: 'dismiss-report' });
    const after = await open(id, admin);
    expect([after.conversation.reported, after.reports]).toEqual([false, []]);
    expect(await actionsOf(id)).toEqual([
      ...['conversation.report', 'conversation.report', 'conversation.report'],
      'conversation.dismiss-report',
    ]);
  });

  it('need a reason and the token of the conversation', async () => {
    const { token } = await startConversation();
    expect(issuesOf(await report(token, 'no'))).toEqual(['note: min_characters']);
    expect(issuesOf(await report(token, 'a'.repeat(501)))).toEqual(['note: max_characters']);
    expect((await report('guessed', 'Rude words')).status).toBe(410);
  });

  it('end in a flood: three an hour of one conversation, ten of one network address', async () => {
    const { token } = await startConversation();
    for (let count = 0; count < 3; count++) expect((await report(token, `Reason ${count}`)).status).toBe(200);
    expect((await report(token, 'Once more')).status).toBe(429);
    for (let count = 0; count < 4; count++) {
      const other = await startConversation();
      for (let again = 0; again < 2; again++) await report(other.token, 'Rude words');
    }
    expect((await report((await startConversation()).token, 'One too many')).status).toBe(429);
  });
});

describe('a vendor writes to the marketplace', () => {
  const write = (by: BuiltUser, text: string) => api(by).put('/conversations/send', { marketplace: true, text });

  it('first, in the one conversation that the two have', async () => {
    const answer = await write(seller, 'When is my payout?');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { conversation, messages } = answer.as<ConversationDetailDto>();
    expect(conversation).toMatchObject({ with: 'admin', seller: 'Kettle House', order: null, product: null });
    expect(messages.map(({ sender, text }) => `${sender}: ${text}`)).toEqual(['seller: When is my payout?']);
    const answered = await api(admin).post('/chat-with-seller', { targetVendor: 'Kettle House', text: 'On Friday.' });
    expect(answered.as<ConversationDetailDto>().conversation.conversationId).toBe(conversation.conversationId);
    const again = (await write(seller, 'Thank you')).as<ConversationDetailDto>();
    expect(again.messages.map(({ text }) => text)).toEqual(['When is my payout?', 'On Friday.', 'Thank you']);
    expect(
      (await api(rival).get('/conversations', { query: { conversationId: conversation.conversationId } })).status,
    ).toBe(404);
  });

  it('is not for the marketplace view, which names a vendor', async () => {
    expect((await write(admin, 'Hello')).body).toMatchObject({ code: 'invalid_state', reason: 'vendor_view_only' });
  });
});

describe('buttons that call another program', () => {
  const hook = () => `http://desk.test:${port}/hook?case=7`;
  const create = (id: string, over: object = {}, by = admin) =>
    api(by).post('/conversations/ctas', { conversationId: id, label: 'Approve refund', callbackUrl: hook(), ...over });
  const press = (ctaId: string, by = seller) => api(by).post('/conversations/ctas/press', { ctaId });
  const made = async (id: string, over: object = {}) => (await create(id, over)).as<{ cta: CtaDto; secret: string }>();
  /** The names of other programs lead to the one of this test; what is an address already stays what it is. */
  const reach = (host = '127.0.0.2') => {
    program().container.services.adapters.callbacks = createWebSender(
      { resolve: () => Promise.resolve([host]), isPublic: (address) => address === '127.0.0.2' },
      new Set(['', String(port)]),
    );
  };
  beforeEach(() => {
    reach();
  });

  it('are the marketplace’s to make; the vendor sees what they say, not what they call', async () => {
    const { id } = await startConversation();
    const prompt = { title: 'Refund the buyer?', confirmText: 'Refund' };
    const redirect = 'https://desk.test/cases/7';
    const { cta, secret } = await made(id, { variant: 'danger', prompt, redirect });
    expect(secret.length).toBeGreaterThan(20);
    const [shown] = (await open(id, seller)).conversation.ctas;
    expect(shown).toEqual({
      ctaId: cta.ctaId,
      label: 'Approve refund',
      callbackUrl: null,
      redirect,
      variant: 'danger',
      prompt,
      pressedAt: null,
      answeredAt: null,
    });
    expect((await open(id, admin)).conversation.ctas[0]?.callbackUrl).toBe(hook());
    expect(JSON.stringify(await open(id, admin))).not.toContain(secret);
    expect(codeOf(await create(id, {}, seller))).toBe('missing_permission');
    expect((await press(cta.ctaId, rival)).status).toBe(404);
    expect((await api(seller).delete(`/conversations/ctas/${cta.ctaId}`)).status).toBe(403);
    expect((await api(admin).delete(`/conversations/ctas/${cta.ctaId}`)).status).toBe(200);
    expect((await open(id, seller)).conversation.ctas).toEqual([]);
    expect(await actionsOf(id)).toEqual(['conversation.cta_added', 'conversation.cta_removed']);
  });

  it('call once, signed over the time and the body, and name no person', async () => {
    const { id } = await startConversation();
    const { cta, secret } = await made(id, { redirect: 'https://desk.test/done' });
    expect((await press(cta.ctaId)).body).toEqual({ redirect: 'https://desk.test/done' });
    const [call] = calls;
    const [time, sum] = (call?.signature ?? '').split(',');
    const seconds = time?.replace('t=', '') ?? '';
    expect(sum).toBe(`v1=${hmacSha256(secret, `${seconds}.${call?.body ?? ''}`).toString('hex')}`);
    expect(JSON.parse(call?.body ?? '{}')).toEqual({
      pressId: call?.key,
      ctaId: cta.ctaId,
      conversationId: id,
      label: 'Approve refund',
      pressedBy: 'seller',
      store: store.domain,
    });
    expect(call?.url).toBe('/hook?case=7');
    // Pressed again it is done already.
    expect((await press(cta.ctaId, admin)).status).toBe(200);
    expect(calls.length).toBe(1);
    expect((await open(id, seller)).conversation.ctas[0]?.answeredAt).not.toBeNull();
  });

  it('that were not answered are pressed again under the same id, also by two at once', async () => {
    const { id } = await startConversation();
    const { cta } = await made(id);
    for (const refused of [500, 302, 404]) {
      status = refused;
      expect(codeOf(await press(cta.ctaId))).toBe('invalid_state');
    }
    status = 204;
    const both = await Promise.all([press(cta.ctaId), press(cta.ctaId, admin)]);
    expect(both.map((one) => one.status)).toEqual([200, 200]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    // Three that failed, and one for the two who pressed at once.
    expect(calls).toHaveLength(4);
  });

  it('reach no private address, by number, by name or by a redirect', async () => {
    const { id } = await startConversation();
    const inside = [`http://127.0.0.1:${port}/`, 'http://169.254.169.254/latest', 'http://[::1]/', 'http://10.0.0.8/'];
    for (const callbackUrl of inside) {
      const { cta } = await made(id, { callbackUrl });
      expect((await press(cta.ctaId)).body).toMatchObject({ code: 'invalid_state', reason: 'callback_failed' });
      await api(admin).delete(`/conversations/ctas/${cta.ctaId}`);
    }
    reach('127.0.0.1');
    const { cta } = await made(id, { callbackUrl: `http://inside.test:${port}/` });
    expect(codeOf(await press(cta.ctaId))).toBe('invalid_state');
    expect(calls).toEqual([]);
    for (const callbackUrl of ['javascript:alert(1)', 'ftp://desk.test/', 'https://a:b@desk.test/', 'desk'])
      expect(issuesOf(await create(id, { callbackUrl }))).toEqual(['callbackUrl: valid_url']);
    expect(issuesOf(await create(id, { redirect: 'javascript:alert(1)' }))).toEqual(['redirect: valid_url']);
  });

  it('are listed and changed by the marketplace until they were answered; the secret stays', async () => {
    const { id } = await startConversation();
    const { cta, secret } = await made(id);
    const list = async (query = {}, by = admin) =>
      (await api(by).get('/conversations/ctas', { query })).as<{ ctas: ListedCtaDto[]; next: string | null }>();
    const change = (over: object = {}, by = admin) =>
      api(by).put(`/conversations/ctas/${cta.ctaId}`, { label: 'Refund', callbackUrl: hook(), ...over });
    const [first] = (await list({ conversationId: id })).ctas;
    expect(first).toMatchObject({
      cta: { ctaId: cta.ctaId },
      conversation: { conversationId: id, seller: vendor.name },
    });
    expect((await list()).ctas[0]?.cta.ctaId).toBe(cta.ctaId);
    expect((await list({ before: cta.ctaId })).ctas.map((one) => one.cta.ctaId)).not.toContain(cta.ctaId);
    expect(JSON.stringify(await list())).not.toContain(secret);
    expect((await change({}, seller)).status).toBe(403);
    expect(issuesOf(await change({ callbackUrl: 'ftp://desk.test' }))).toEqual(['callbackUrl: valid_url']);
    const changed = await change({ callbackUrl: `http://desk.test:${port}/other`, variant: 'info' });
    expect(changed.body).toMatchObject({ cta: { label: 'Refund', variant: 'info' } });
    expect((await press(cta.ctaId)).status).toBe(200);
    const [call] = calls;
    expect(call?.url).toBe('/other');
    const seconds = /^t=(\d+)/.exec(call?.signature ?? '')?.[1] ?? '';
    expect(call?.signature).toContain(hmacSha256(secret, `${seconds}.${call?.body ?? ''}`).toString('hex'));
    expect((await change()).body).toMatchObject({ code: 'invalid_state', reason: 'cta_answered' });
    expect(await actionsOf(id)).toEqual(['added', 'changed', 'pressed'].map((one) => `conversation.cta_${one}`));
  });

  it('are tried by a call that says so, with what came of it, and stay as they are', async () => {
    const { id } = await startConversation();
    const { cta } = await made(id);
    const tryOut = async (ctaId: string) => (await api(admin).post(`/conversations/ctas/${ctaId}/test`)).body;
    expect(await tryOut(cta.ctaId)).toEqual({ result: 'answered', status: null });
    expect(JSON.parse(calls[0]?.body ?? '{}')).toMatchObject({ test: true, ctaId: cta.ctaId });
    status = 503;
    expect(await tryOut(cta.ctaId)).toEqual({ result: 'status', status: 503 });
    expect((await open(id, seller)).conversation.ctas[0]).toMatchObject({ pressedAt: null, answeredAt: null });
    const { cta: inside } = await made(id, { callbackUrl: `http://127.0.0.1:${port}/` });
    expect(await tryOut(inside.ctaId)).toEqual({ result: 'host_private', status: null });
    const { cta: other } = await made(id, { callbackUrl: 'http://desk.test:22/' });
    expect(await tryOut(other.ctaId)).toEqual({ result: 'address', status: null });
    expect(calls.length).toBe(2);
  });

  it('are five at most beside a conversation', async () => {
    const { id } = await startConversation();
    for (let count = 0; count < 5; count++) expect((await create(id)).status).toBe(201);
    expect((await create(id)).body).toMatchObject({ code: 'invalid_state', reason: 'ctas_full' });
  });
});
