import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebSender } from '#app/adapters/web/web-sender.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import type {
  MessagesDto,
  WebhookEndpointDto,
  WebhookMessageDetailDto,
} from '#app/features/webhook-endpoints/webhook-endpoints.contract.ts';
import { switchConversations } from '#tests/factories/conversations.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { makeApiKey, readIntegration, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Received = { path: string; id: string; headers: Record<string, string>; body: string };
type Body = { type: string; timestamp: string; sequence: number; test?: true; data: Record<string, unknown> };
type Made = { endpoint: WebhookEndpointDto; secret: string };

let store: BuiltStore;
let vendor: BuiltVendor;
let rivals: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;
let port: number;
/** What each path of the other program answers, 200 where it is not named; `hang` never answers. */
const answers = new Map<string, number | 'hang'>();
const received: Received[] = [];
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const path = req.url ?? '';
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
    received.push({ path, id: headers['webhook-id'] ?? '', headers, body: String(Buffer.concat(chunks)) });
    const answer = answers.get(path) ?? 200;
    if (answer === 'hang') return;
    const redirect = answer === 302 ? { location: 'http://127.0.0.1/' } : {};
    res.writeHead(answer, redirect).end(`said ${String(answer)} ${'x'.repeat(10_000)}`);
  });
});

/** Sessions end after a quarter of an hour of the program's time. */
async function signIn(): Promise<void> {
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: rivals });
}

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  vendor = await buildVendor({ store, name: 'Kettle House' });
  rivals = await buildVendor({ store, name: 'Mug Mill' });
  await signIn();
  await buildDefaultList(store);
  await switchIntegrations(admin, true);
  await switchConversations(admin, true);
  // 127.0.0.2 stands for a machine of the public internet; every other address is judged as it always is.
  port = await new Promise((resolve) => {
    server.listen(0, '127.0.0.2', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
  program().container.services.adapters.callbacks = createWebSender(
    { resolve: () => Promise.resolve(['127.0.0.2']), isPublic: (address) => address === '127.0.0.2' },
    new Set(['', String(port)]),
  );
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await program().stop();
});
beforeEach(async () => {
  answers.clear();
  received.length = 0;
  await program().owner.webhookEndpoint.deleteMany();
  // No server takes mails here: those of earlier tests would be tried again by hundreds each time that the clock moves.
  await program().owner.mail.deleteMany();
  await signIn();
});

const create = (by: BuiltUser, topics: readonly string[], path = '/erp', over: object = {}) =>
  api(by).post('/webhook-endpoints', { url: `http://erp.test:${String(port)}${path}`, topics, ...over });
const make = async (by: BuiltUser, topics: readonly string[], path = '/erp'): Promise<Made> =>
  (await create(by, topics, path)).as<Made>();
const read = async (by: BuiltUser, id: string): Promise<WebhookEndpointDto> => {
  const { endpoints } = (await api(by).get('/webhook-endpoints')).as<{ endpoints: WebhookEndpointDto[] }>();
  return endpoints.find((one) => one.id === id)!;
};
const list = async (by: BuiltUser, id: string): Promise<MessagesDto['messages']> =>
  (await api(by).get(`/webhook-endpoints/${id}/messages`)).as<MessagesDto>().messages;
const open = async (by: BuiltUser, id: string, messageId: string): Promise<WebhookMessageDetailDto> =>
  (await api(by).get(`/webhook-endpoints/${id}/messages/${messageId}`)).as<{ message: WebhookMessageDetailDto }>()
    .message;
const bodies = (path = '/erp'): Body[] =>
  received.filter((one) => one.path === path).map((one) => JSON.parse(one.body) as Body);
const sell = (name = vendor.name) => placeOrder(store, { lines: [{ vendor: name, price: '20.00', quantity: 2 }] });
/** Moves the clock and lets what it made due be done. */
const pass = async (ms: number): Promise<void> => {
  program().clock.advance({ seconds: ms / 1_000 });
  await program().drain();
  await signIn();
};

describe('an endpoint', () => {
  it('receives what happens to its vendor’s orders, in their order, with a signature by Standard Webhooks', async () => {
    const topics = ['order.created', 'order.updated', 'order.paid', 'refund.created', 'order.cancelled'];
    const { secret } = await make(seller, topics);
    await make(rival, topics, '/rival');
    await make(admin, topics, '/marketplace');
    const order = await sell();
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    await program().drain();
    const expected = ['order.created', 'order.paid', 'refund.created', 'order.updated'];
    expect(bodies().map(({ type }) => type)).toEqual(expected);
    expect(bodies().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(bodies('/marketplace').map(({ type }) => type)).toEqual(expected);
    expect(bodies('/rival')).toEqual([]);
    for (const one of received.filter(({ path }) => path === '/erp')) {
      const verified = new Webhook(secret).verify(one.body, {
        ...one.headers,
        // The library looks at the clock of this machine, the program at its own.
        'webhook-timestamp': one.headers['webhook-timestamp'] ?? '',
      });
      expect(verified).toEqual(JSON.parse(one.body));
    }
    const answer = await api(seller).get(`/orders/${String(order.id)}`);
    expect(bodies().at(-1)?.data).toEqual(answer.body);
  });

  it('of the marketplace receives what does not add up, once for as long as it is open', async () => {
    await make(admin, ['reconciliation.difference'], '/books');
    await sell();
    const move = (cents: number) =>
      program().owner.$transaction([
        // As the owner of the tables, past the rules that refuse a change of what was posted.
        program().owner.$executeRawUnsafe(`SET LOCAL session_replication_role = 'replica'`),
        program().owner.$executeRaw`UPDATE ledger_postings SET amount_minor = amount_minor + ${cents}
          WHERE id = (SELECT max(id) FROM ledger_postings WHERE store_id = ${store.id} AND account = 'commission')`,
      ]);
    const compare = async (): Promise<void> => {
      expect((await api(admin).post('/reconciliation/run')).status).toBe(200);
      await program().drain();
    };
    await move(1);
    await compare();
    const sent = bodies('/books');
    const { exceptions } = (await api(admin).get('/reconciliation')).as<{ exceptions: { id: string }[] }>();
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(['reconciliation.difference']));
    expect(sent.map(({ data }) => data['exception'])).toEqual(expect.arrayContaining(exceptions));
    await compare();
    expect(bodies('/books')).toHaveLength(sent.length);
    await move(-1);
    await compare();
    program().clock.advance({ minutes: 1 });
    await move(1);
    await compare();
    expect(bodies('/books')).toHaveLength(2 * sent.length);
    await move(-1);
    expect(await create(seller, ['reconciliation.difference'])).toMatchObject({ status: 403 });
  });

  it('is the vendor’s alone: another vendor finds neither it nor its log', async () => {
    const { endpoint } = await make(seller, ['order.created']);
    const path = `/webhook-endpoints/${endpoint.id}`;
    const calls = [
      api(rival).patch(path, { state: 'off' }),
      api(rival).post(`${path}/secret`),
      api(rival).delete(path),
      api(rival).post(`${path}/test`, { topic: 'order.created' }),
      api(rival).get(`${path}/messages`),
      api(rival).get(`${path}/messages/1`),
      api(rival).post(`${path}/replay`, { messageIds: ['1'] }),
      // The marketplace's own are others.
      api(admin).get(`${path}/messages`),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404);
    expect((await read(seller, endpoint.id)).state).toBe('on');
  });

  it('is refused for addresses without encryption in production, with a password, and for topics that its maker may not see', async () => {
    const refused = async (over: object, by = seller) => (await create(by, ['order.created'], '/erp', over)).body;
    expect(await refused({ url: 'ftp://erp.test/' })).toMatchObject({ issues: [{ path: 'url', rule: 'valid_url' }] });
    expect(await refused({ url: 'https://me:secret@erp.test/' })).toMatchObject({ issues: [{ path: 'url' }] });
    expect(await refused({ url: `https://erp.test/${'x'.repeat(500)}` })).toMatchObject({ issues: [{ path: 'url' }] });
    expect(await refused({ topics: [] })).toMatchObject({ issues: [{ path: 'topics' }] });
    expect(await refused({ topics: ['vendor.applied'] })).toMatchObject({ code: 'missing_permission' });
    const { services } = program().container;
    const isProduction = { ...services.env, NODE_ENV: 'production' as const };
    const before = services.env;
    Object.assign(services, { env: isProduction });
    expect(await refused({})).toMatchObject({ issues: [{ path: 'url', rule: 'https_url' }] });
    Object.assign(services, { env: before });
  });

  it('stops at ten', async () => {
    for (let at = 0; at < 10; at++) await make(seller, ['order.created'], `/${String(at)}`);
    expect((await create(seller, ['order.created'])).body).toMatchObject({ reason: 'too_many_endpoints' });
  });

  it('gets a new secret while the one before signs for 24 hours more', async () => {
    const { endpoint, secret } = await make(seller, ['order.created']);
    const path = `/webhook-endpoints/${endpoint.id}`;
    const renewed = (await api(seller).post(`${path}/secret`)).as<Made>();
    expect(renewed.secret).not.toBe(secret);
    const test = async () => {
      received.length = 0;
      await api(seller).post(`${path}/test`, { topic: 'order.created' });
      await program().drain();
      return received[0]!;
    };
    const both = await test();
    expect(new Webhook(secret).verify(both.body, both.headers)).toMatchObject({ test: true, data: { id: '0' } });
    expect(new Webhook(renewed.secret).verify(both.body, both.headers)).toMatchObject({ type: 'order.created' });
    program().clock.advance({ hours: 25 });
    await signIn();
    expect((await test()).headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(JSON.stringify(await api(seller).get('/webhook-endpoints'))).not.toContain(secret);
  });
});

describe('what is not taken', () => {
  it('is tried again at the recommended pauses under its id, and given up after the tenth', async () => {
    answers.set('/erp', 500);
    const { endpoint } = await make(seller, ['order.created']);
    await sell();
    await program().drain();
    for (const pause of [5_000, 300_000, 1_800_000, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS])
      await pass(pause);
    await pass(20 * HOUR_MS);
    await pass(24 * HOUR_MS);
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    const [message] = await list(seller, endpoint.id);
    expect(message).toMatchObject({ state: 'failed', attempts: 10, status: 500, problem: 'status' });
    const { tries } = await open(seller, endpoint.id, message!.id);
    expect(tries).toHaveLength(10);
    expect(tries[0]?.answer).toHaveLength(4_096);
  });

  it('is kept in order of its object: what came after waits for it', async () => {
    answers.set('/erp', 503);
    await make(seller, ['order.created', 'order.updated', 'order.paid']);
    const order = await sell();
    const other = await sell();
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    await program().drain();
    // A slow machine has tried them once more by now: after five seconds.
    const refused = bodies();
    expect(new Set(refused.map(({ data }) => (data['order'] as { name: string }).name)).size).toBe(2);
    expect(new Set(refused.map(({ type }) => type))).toEqual(new Set(['order.created']));
    answers.clear();
    await pass(6 * MINUTE_MS);
    const listOf = (name: string) =>
      bodies()
        .slice(refused.length)
        .filter(({ data }) => (data['order'] as { name: string }).name === name)
        .map(({ type }) => type);
    expect(listOf(order.name)).toEqual(['order.created', 'order.paid', 'order.updated']);
    expect(listOf(other.name)).toEqual(['order.created', 'order.paid']);
  });

  it('switches an endpoint off by 410 at once, and after five days of failures, with a mail and a notice', async () => {
    answers.set('/erp', 410);
    const { endpoint } = await make(seller, ['order.created']);
    await sell();
    await program().drain();
    expect(await read(seller, endpoint.id)).toMatchObject({ state: 'off', problem: 'gone', waiting: 1 });
    expect(await program().owner.mail.count({ where: { template: 'vendor-webhook-off' } })).toBeGreaterThan(0);
    expect(await program().owner.notice.count({ where: { kind: 'webhookOff' } })).toBe(1);
    answers.clear();
    await api(seller).patch(`/webhook-endpoints/${endpoint.id}`, { state: 'on' });
    await program().drain();
    expect((await list(seller, endpoint.id)).map(({ state }) => state)).toEqual(['sent']);

    answers.set('/erp', 500);
    await sell();
    await program().drain();
    await pass(DAY_MS);
    await sell();
    await pass(4 * DAY_MS);
    expect(await read(seller, endpoint.id)).toMatchObject({ state: 'off', problem: 'failing' });
    received.length = 0;
    await sell();
    await pass(DAY_MS);
    expect(received).toEqual([]);
  });

  it('is shown with its reason where the address is of a private network, redirects or hangs', async () => {
    const { services } = program().container;
    const before = services.adapters.callbacks;
    services.adapters.callbacks = createWebSender(
      {
        resolve: (host) => Promise.resolve([host === 'inside.test' ? '10.0.0.7' : '127.0.0.2']),
        isPublic: (address) => address === '127.0.0.2',
      },
      new Set(['', String(port)]),
    );
    answers.set('/moved', 302);
    const inside = await create(seller, ['order.created'], '/', { url: 'http://inside.test/' });
    const moved = await make(seller, ['order.created'], '/moved');
    await sell();
    await program().drain();
    services.adapters.callbacks = before;
    const [refused] = await list(seller, inside.as<Made>().endpoint.id);
    expect(refused).toMatchObject({ problem: 'host_private', status: null });
    expect((await list(seller, moved.endpoint.id))[0]).toMatchObject({ problem: 'status', status: 302 });
  });

  it('is given up after ten tries whose process ended, and the next of its object goes on', async () => {
    answers.set('/erp', 503);
    const { endpoint } = await make(seller, ['order.created', 'order.paid']);
    await sell();
    await program().drain();
    const [paid, created] = await list(seller, endpoint.id);
    answers.clear();
    const left = { lease: randomUUID(), lockedUntil: new Date(Date.now() - 1_000) };
    const where = { id: BigInt(created!.id) };
    await program().owner.webhookMessage.update({ where, data: { ...left, attempts: 10 } });
    await sell();
    await program().drain();
    expect(await open(seller, endpoint.id, created!.id)).toMatchObject({ state: 'failed', notCalled: 'process' });
    expect((await open(seller, endpoint.id, paid!.id)).state).toBe('sent');
    const types = bodies().map(({ type }) => type);
    expect(types.sort()).toEqual(['order.created', 'order.created', 'order.paid', 'order.paid']);
    await api(seller).post(`/webhook-endpoints/${endpoint.id}/replay`, { messageIds: [created!.id] });
    await program().drain();
    expect(await open(seller, endpoint.id, created!.id)).toMatchObject({ state: 'sent', notCalled: null, attempts: 1 });
  });

  it('is skipped with its reason where its maker may not see what it is about', async () => {
    const helper = await buildUser({ vendor });
    const { endpoint } = await make(helper, ['order.created']);
    const permissions = ['read_products', 'read_integrations', 'write_integrations'] as const;
    await program().owner.user.update({ where: { id: helper.id }, data: { permissions: [...permissions] } });
    await sell();
    await program().drain();
    expect((await list(seller, endpoint.id))[0]).toMatchObject({ state: 'skipped', notCalled: 'rights' });
    expect(received).toEqual([]);
  });

  it('holds up nobody else while one endpoint hangs', async () => {
    answers.set('/hangs', 'hang');
    await make(seller, ['order.created'], '/hangs');
    await make(seller, ['order.created'], '/quick');
    for (let at = 0; at < 6; at++) await sell();
    await waitFor('the other endpoint received all', () => Promise.resolve(bodies('/quick').length === 6));
    // No more than a few of its messages are on their way to one that hangs.
    expect(bodies('/hangs').length).toBeLessThanOrEqual(4);
    server.closeAllConnections();
    answers.clear();
    await pass(5_000);
  });
});

describe('the log', () => {
  it('sends one again, or all that ended in a span, under the same ids', async () => {
    const { endpoint } = await make(seller, ['order.created']);
    const from = program().clock.now().toISOString();
    await sell();
    await sell();
    await program().drain();
    const path = `/webhook-endpoints/${endpoint.id}/replay`;
    const [first] = await list(seller, endpoint.id);
    const ids = received.map(({ id }) => id);
    received.length = 0;
    expect((await api(seller).post(path, { messageIds: [first!.id] })).body).toEqual({ count: 1 });
    await program().drain();
    expect(received.map(({ id }) => id)).toEqual([`msg_${first!.id}`]);
    received.length = 0;
    program().clock.advance({ seconds: 1 });
    const to = program().clock.now().toISOString();
    expect((await api(seller).post(path, { from, to })).body).toEqual({ count: 2 });
    await program().drain();
    expect(received.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect((await list(seller, endpoint.id))[0]).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('says nothing that the screens would not say of a buyer, and reports messages', async () => {
    await make(seller, ['message.received']);
    await api(admin).post('/chat-with-seller', { targetVendor: vendor.name, text: 'Call me at 555 123 4567.' });
    await program().drain();
    expect(bodies().map(({ type }) => type)).toEqual(['message.received']);
    expect(bodies()[0]?.data).toMatchObject({ conversation: { conversationId: expect.any(String) as string } });
  });
});

describe('whoever made it', () => {
  it('lends it their rights of now: gone, it is switched off until somebody switches it on', async () => {
    const helper = await buildUser({ vendor });
    const { endpoint } = await make(helper, ['order.created']);
    await program().owner.user.update({ where: { id: helper.id }, data: { disabledAt: program().clock.now() } });
    await sell();
    await program().drain();
    expect(received).toEqual([]);
    expect(await read(seller, endpoint.id)).toMatchObject({ state: 'off', problem: 'maker', waiting: 1 });
    await api(seller).patch(`/webhook-endpoints/${endpoint.id}`, { state: 'on' });
    await program().drain();
    expect(bodies().map(({ type }) => type)).toEqual(['order.created']);
  });
});

describe('an endpoint of an API key', () => {
  const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  const url = (path: string) => `http://erp.test:${String(port)}${path}`;
  const makeByKey = (key: string, topics: readonly string[], path = '/key') =>
    api().post('/webhook-endpoints', { url: url(path), topics }, by(key));

  it('receives what the key’s scopes show, as the API answers the key, and no topic beyond them', async () => {
    const key = await makeApiKey(seller, 'Warehouse', ['webhooks', 'orders:read']);
    expect(await makeByKey(key, ['payout.sent'])).toMatchObject({
      status: 403,
      body: { code: 'missing_scope', params: { scope: 'money:read' } },
    });
    expect((await makeByKey(key, ['order.created'])).status).toBe(201);
    await make(seller, ['order.created']);
    const { id } = await sell();
    await program().drain();
    const answer = await api().get(`/orders/${String(id)}`, by(key));
    expect(bodies('/key').map(({ data }) => data)).toEqual([answer.body]);
    expect(bodies('/key')[0]?.data['earnings'] ?? null).toBeNull();
    expect(bodies().map(({ data }) => data)).not.toEqual([answer.body]);
  });

  it('is all that the key finds: others and their logs, which hold more than its scopes show, are not there for it', async () => {
    const key = await makeApiKey(seller, 'Warehouse', ['webhooks', 'orders:read']);
    const other = await makeApiKey(seller, 'Shelf', ['webhooks', 'orders:read']);
    const own = (await makeByKey(key, ['order.created'])).as<Made>().endpoint.id;
    const { endpoint } = await make(seller, ['order.created', 'payout.sent']);
    const listOf = async (token: string): Promise<string[]> =>
      (await api().get('/webhook-endpoints', by(token)))
        .as<{ endpoints: WebhookEndpointDto[] }>()
        .endpoints.map(({ id }) => id);
    expect(await listOf(key)).toEqual([own]);
    expect(await listOf(other)).toEqual([]);
    for (const [token, id] of [
      [key, endpoint.id],
      [other, own],
    ] as const) {
      const path = `/webhook-endpoints/${id}`;
      expect((await api().get(`${path}/messages`, by(token))).status).toBe(404);
      expect((await api().get(`${path}/messages/1`, by(token))).status).toBe(404);
      expect((await api().patch(path, { state: 'off' }, by(token))).status).toBe(404);
      expect((await api().delete(path, undefined, by(token))).status).toBe(404);
      expect((await api().post(`${path}/test`, { topic: 'order.created' }, by(token))).status).toBe(404);
    }
    // People see to all of them.
    expect((await read(seller, own)).state).toBe('on');
  });

  it('needs the scope of webhooks: one that sees products reads no log', async () => {
    const { endpoint } = await make(seller, ['order.created']);
    const key = await makeApiKey(seller, 'Products', ['products:read', 'products:write', 'orders:read']);
    const refused = { status: 403, body: { code: 'missing_scope', params: { scope: 'webhooks' } } };
    expect(await api().get('/webhook-endpoints', by(key))).toMatchObject(refused);
    expect(await api().get(`/webhook-endpoints/${endpoint.id}/messages`, by(key))).toMatchObject(refused);
    expect(await makeByKey(key, ['order.created'])).toMatchObject(refused);
  });

  it('goes on with the key that takes its place, and ends with the last', async () => {
    const key = await makeApiKey(seller, 'Replaced', ['webhooks', 'orders:read']);
    const { id } = (await makeByKey(key, ['order.created'])).as<Made>().endpoint;
    const kept = (await readIntegration(seller)).keys.find(({ name }) => name === 'Replaced');
    const replaced = await api(seller).post(`/integrations/keys/${kept?.id ?? ''}/replacement`);
    const next = replaced.as<{ key: string | null }>().key ?? '';
    expect((await api().post(`/webhook-endpoints/${id}/test`, { topic: 'order.created' }, by(next))).status).toBe(202);
    expect((await api().post(`/webhook-endpoints/${id}/test`, { topic: 'order.created' }, by(key))).status).toBe(404);
    await program().drain();
    expect(bodies('/key')).toHaveLength(1);
    await program().owner.apiKey.deleteMany();
    expect((await api(seller).post(`/webhook-endpoints/${id}/test`, { topic: 'order.created' })).status).toBe(202);
    await program().drain();
    expect(bodies('/key')).toHaveLength(1);
    expect(await read(seller, id)).toMatchObject({ state: 'off', problem: 'maker' });
    // Whoever switches it on lends it theirs.
    expect((await api(seller).patch(`/webhook-endpoints/${id}`, { state: 'on' })).status).toBe(200);
    await program().drain();
    expect(bodies('/key')).toHaveLength(2);
  });
});
