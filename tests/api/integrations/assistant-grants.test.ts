// The tests of one way: somebody allows an assistant on a page, the assistant exchanges the code and asks by tokens.
import { createHash, randomBytes } from 'node:crypto';
import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebReader } from '#app/adapters/web/web-reader.server.ts';
import { KEY_SCOPES } from '#app/core/viewer.ts';
import { CHOSEN_SCOPES, suggestScopes } from '#app/features/api-keys/api-key.ts';
import { listScopes } from '#app/features/api-keys/key-scopes.ts';
import { GRANT_DAYS } from '#app/features/assistants/grants/grant.ts';
import { readIntegration, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

const CLIENT = 'https://assistant.example/client.json';
const REDIRECT = 'https://assistant.example/callback';
const documents = new Map<string, object>([
  [CLIENT, { client_id: CLIENT, client_name: 'Helper <b>', redirect_uris: [REDIRECT, 'http://127.0.0.1/cb'] }],
  ['https://liar.example/client.json', { client_id: CLIENT, redirect_uris: [REDIRECT] }],
]);

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ screens: await openScreens() });
  const guarded = createWebReader();
  program().container.services.adapters.web = {
    read: (address, o) => {
      const document = documents.get(address);
      return document ? Promise.resolve(Buffer.from(JSON.stringify(document))) : guarded.read(address, o);
    },
  };
  store = await buildStore();
  await switchIntegrations(await buildAdmin({ store }), true);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  admin = await buildAdmin({ store });
  vendor = await buildVendor({ store });
  seller = await buildUser({ vendor });
});

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const resource = (): string => `${program().url}/mcp`;
const toQuery = (o: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: CLIENT,
  redirect_uri: REDIRECT,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'xyz',
  scope: 'orders:read messages:read',
  ...o,
});

/** Changed fields, each list item with its own. */
const list = (changes: Record<string, string>[]) => changes;

type Page = { status: number; html: string };
async function open(who: BuiltUser, query: Record<string, string>, body?: object): Promise<Page> {
  const url = new URL('/app/settings/assistants', program().url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      cookie: who.cookie,
      ...(body ? { 'content-type': 'application/json', origin: program().url } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, html: await answer.text() };
}

/** What stands in a page of where the assistant is sent. */
const findAddress = ({ html }: Page): URL | undefined => {
  const plain = html.replaceAll(/\\+u0026|&amp;/g, '&');
  const found = /https:\/\/assistant\.example\/callback\?[^"\\]+/.exec(plain)?.[0];
  return found ? new URL(found) : undefined;
};

async function allow(scopes: readonly string[] = ['orders:read', 'messages:read'], who = seller): Promise<string> {
  const query = toQuery();
  const page = await open(who, query, { query, scopes, isAllowed: true });
  const code = findAddress(page)?.searchParams.get('code');
  expect(code, page.html.slice(0, 500)).toMatch(/^souk_ac_/);
  return code ?? '';
}

type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string; error?: string };
async function askTokens(form: Record<string, string>): Promise<{ status: number; tokens: Tokens }> {
  const answer = await fetch(`${resource()}/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, tokens: (await answer.json()) as Tokens };
}
const exchange = (code: string, o: Record<string, string> = {}) =>
  askTokens({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    client_id: CLIENT,
    resource: resource(),
    ...o,
  });
const renew = (token: string, o: Record<string, string> = {}) =>
  askTokens({ grant_type: 'refresh_token', refresh_token: token, client_id: CLIENT, ...o });
const begin = async (): Promise<Tokens> => (await exchange(await allow())).tokens;

const REFUSED = { status: 400, tokens: { error: 'invalid_grant' } };

async function askStatus(token: string): Promise<number> {
  const answer = await fetch(resource(), {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  return answer.status;
}

describe('the metadata of an assistant’s sign-in', () => {
  it('is named by the refusal of a message, and says where codes and tokens come from', async () => {
    const refused = await fetch(resource(), { method: 'POST' });
    expect(refused.status).toBe(401);
    const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1];
    expect(named).toBe(`${program().url}/.well-known/oauth-protected-resource/mcp`);
    const described = (await (await fetch(named ?? '')).json()) as {
      resource: string;
      authorization_servers: string[];
    };
    expect(described).toMatchObject({ resource: resource(), authorization_servers: [program().url] });
    const answer = await fetch(`${program().url}/.well-known/oauth-authorization-server`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      issuer: program().url,
      authorization_endpoint: `${program().url}/app/settings/assistants`,
      token_endpoint: `${resource()}/token`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      scopes_supported: KEY_SCOPES,
    });
    expect((await fetch(`${program().url}/.well-known/other`)).status).toBe(404);
  });
});

describe('the page that allows an assistant', () => {
  it('says who asks, where it leads and what is asked for; what it is called is text and no markup', async () => {
    const { status, html } = await open(seller, toQuery());
    expect(status).toBe(200);
    for (const text of ['assistant.example', vendor.name, `${String(GRANT_DAYS)} days`]) expect(html).toContain(text);
    expect(html).not.toContain('Helper <b>');
    expect(html).toContain('Helper &lt;b&gt;');
  });

  it('answers a refusal with an error and the state, and makes no key', async () => {
    const query = toQuery();
    const address = findAddress(await open(seller, query, { query, scopes: [], isAllowed: false }));
    expect(Object.fromEntries(address?.searchParams ?? [])).toEqual({
      error: 'access_denied',
      state: 'xyz',
      iss: program().url,
    });
    expect((await readIntegration(seller)).keys).toEqual([]);
  });

  it('refuses an assistant that nothing describes, and sends nobody anywhere', async () => {
    for (const changed of list([
      { client_id: 'https://liar.example/client.json' },
      { client_id: 'https://127.0.0.1/client.json' },
      { client_id: 'https://localhost/client.json' },
      { redirect_uri: 'https://assistant.example/callback/more' },
      { redirect_uri: 'https://evil.example/callback' },
    ])) {
      const query = toQuery(changed);
      expect((await open(seller, query)).status, JSON.stringify(changed)).toBe(422);
      const posted = await open(seller, query, { query, scopes: ['orders:read'], isAllowed: true });
      expect(posted.html).not.toContain('souk_ac_');
    }
    for (const changed of list([
      { redirect_uri: 'http://assistant.example/callback' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { response_type: 'token' },
      { client_id: 'http://assistant.example/client.json' },
      { resource: 'https://other.example/mcp' },
    ]))
      expect((await open(seller, toQuery(changed))).status, JSON.stringify(changed)).toBe(422);
    expect(await program().owner.assistantGrant.count({ where: { vendorId: vendor.id } })).toBe(0);
  });

  it('is for people who may make keys: others sign in, or are refused', async () => {
    const query = toQuery();
    const anonymous = await open({ ...seller, cookie: 'none=1' }, query);
    expect(anonymous.status).toBe(302);
    const helper = await buildUser({ vendor, role: 'staff', permissions: ['read_settings', 'read_integrations'] });
    expect((await open(helper, query)).status).toBe(403);
    await switchIntegrations(admin, false);
    expect((await open(seller, query)).status).toBe(404);
    await switchIntegrations(admin, true);
  });

  it('gives no more than whoever allows it may', async () => {
    const helper = await buildUser({
      vendor,
      role: 'staff',
      permissions: ['read_settings', 'read_integrations', 'write_integrations', 'read_orders'],
    });
    const query = toQuery();
    const posted = await open(helper, query, { query, scopes: ['money:read'], isAllowed: true });
    expect([posted.status, findAddress(posted)]).toEqual([403, undefined]);
    const { tokens } = await exchange(await allow(['messages:read'], helper));
    expect(tokens.scope).toBe('messages:read');
  });
});

describe('an assistant that an admin allows', () => {
  it('acts for the marketplace by a key of it, with nothing that is about money unless that is chosen', async () => {
    const { status, html } = await open(admin, toQuery({ scope: '' }));
    expect(status).toBe(200);
    expect(html.match(/<input[^>]* checked=""/g)?.length).toBe(
      suggestScopes(listScopes(null), { isVendor: false }).length,
    );
    const { tokens } = await exchange(await allow(['vendors:read', 'orders:read'], admin));
    expect(tokens.scope).toBe('orders:read vendors:read');
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(resource()), { requestInit: { headers } }));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(['list_waiting', 'find_orders', 'get_order', 'list_vendors']);
    await client.close();
    const { keys } = await readIntegration(admin);
    expect((await readIntegration(seller)).keys).toEqual([]);
    await api(admin).delete('/integrations/keys', { id: keys[0]?.id });
    expect(await askStatus(tokens.access_token)).toBe(401);
    expect(await renew(tokens.refresh_token)).toMatchObject(REFUSED);
  });
});

describe('tokens of an assistant', () => {
  it('ask by a key of the vendor that is named by the host, and end with it', async () => {
    const code = await allow();
    const { status, tokens } = await exchange(code);
    expect([status, tokens]).toMatchObject([
      200,
      { token_type: 'Bearer', expires_in: 3600, scope: 'orders:read messages:read' },
    ]);
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(resource()), { requestInit: { headers } }));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(['list_waiting', 'find_orders', 'get_order', 'list_conversations', 'read_conversation']);
    await client.close();
    const { keys } = await readIntegration(seller);
    expect(keys).toMatchObject([
      {
        name: 'assistant.example',
        scopes: ['orders:read', 'messages:read'],
        expiresInDays: GRANT_DAYS,
        lastUsedCall: 'assistants.call',
      },
    ]);
    const actions = await program().owner.auditEvent.findMany({ where: { vendorId: vendor.id } });
    expect(actions.map(({ action }) => action)).toEqual(['api_key.created']);
    await api(seller).delete('/integrations/keys', { id: keys[0]?.id });
    expect(await askStatus(tokens.access_token)).toBe(401);
    expect(await renew(tokens.refresh_token)).toMatchObject(REFUSED);
  });

  it('are got by the protocol’s own client: it finds the page, exchanges the code and renews what has ended', async () => {
    const seen: { url?: URL; verifier?: string; tokens?: StoredOAuthTokens; discovery?: OAuthDiscoveryState } = {};
    const provider: OAuthClientProvider = {
      redirectUrl: REDIRECT,
      clientMetadataUrl: CLIENT,
      clientMetadata: { redirect_uris: [REDIRECT], scope: 'orders:read' },
      state: () => 'own-state',
      clientInformation: () => ({ client_id: CLIENT }),
      tokens: () => seen.tokens,
      saveTokens: (tokens) => {
        seen.tokens = tokens;
      },
      discoveryState: () => seen.discovery,
      saveDiscoveryState: (state) => {
        seen.discovery = state;
      },
      redirectToAuthorization: (url) => {
        seen.url = url;
      },
      saveCodeVerifier: (text) => {
        seen.verifier = text;
      },
      codeVerifier: () => seen.verifier ?? '',
    };
    const openTransport = () => new StreamableHTTPClientTransport(new URL(resource()), { authProvider: provider });
    const first = openTransport();
    await expect(new Client({ name: 'test', version: '1.0.0' }).connect(first)).rejects.toThrow();
    const query = Object.fromEntries(seen.url?.searchParams ?? []);
    expect([seen.url?.pathname, query['resource']]).toEqual(['/app/settings/assistants', resource()]);
    const page = await open(seller, query, { query, scopes: ['orders:read'], isAllowed: true });
    await first.finishAuth(findAddress(page)?.searchParams ?? new URLSearchParams());
    const ask = async (): Promise<number> => {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(openTransport());
      const { tools } = await client.listTools();
      await client.close();
      return tools.length;
    };
    expect(await ask()).toBe(3);
    const before = seen.tokens?.access_token;
    program().clock.advance({ minutes: 61 });
    expect(await ask()).toBe(3);
    expect(seen.tokens?.access_token).not.toBe(before);
  });

  it('are none of the API, and neither code nor refresh token asks anything', async () => {
    const { access_token: access, refresh_token: refresh } = await begin();
    expect((await api({ bearer: access }).get('/orders')).status).toBe(401);
    expect(await askStatus(refresh)).toBe(401);
    expect(await askStatus(await allow())).toBe(401);
    expect(await askStatus(`${access.slice(0, -1)}${access.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
    expect(await askStatus(access)).toBe(200);
  });

  it('are given for a code, its verifier, its client and its address alone, within two minutes', async () => {
    const code = await allow();
    for (const changed of list([
      { code_verifier: randomBytes(32).toString('base64url') },
      { redirect_uri: 'http://127.0.0.1/cb' },
      { client_id: 'https://liar.example/client.json' },
      { code: `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}` },
    ]))
      expect(await exchange(code, changed), JSON.stringify(changed)).toMatchObject(REFUSED);
    expect((await exchange(code, { resource: 'https://other.example' })).tokens.error).toBe('invalid_target');
    expect((await exchange(code, { grant_type: 'password' })).tokens.error).toBe('unsupported_grant_type');
    expect((await exchange(code)).status).toBe(200);
    const late = await allow();
    program().clock.advance({ minutes: 3 });
    expect(await exchange(late)).toMatchObject(REFUSED);
  });

  it('end when their code comes a second time', async () => {
    const code = await allow();
    const { tokens } = await exchange(code);
    expect(await askStatus(tokens.access_token)).toBe(200);
    expect(await exchange(code)).toMatchObject(REFUSED);
    expect(await askStatus(tokens.access_token)).toBe(401);
    expect((await readIntegration(seller)).keys).toEqual([]);
  });

  it('live for an hour and are renewed; a refresh token that was replaced ends all, but right after', async () => {
    const first = await begin();
    program().clock.advance({ minutes: 61 });
    seller = await buildUser({ vendor });
    expect(await askStatus(first.access_token)).toBe(401);
    const second = (await renew(first.refresh_token)).tokens;
    expect(await askStatus(second.access_token)).toBe(200);
    const repeated = (await renew(first.refresh_token)).tokens;
    expect([await askStatus(second.access_token), await askStatus(repeated.access_token)]).toEqual([401, 200]);
    const third = (await renew(repeated.refresh_token)).tokens;
    expect(await renew(third.refresh_token, { client_id: 'https://other.example/c' })).toMatchObject(REFUSED);
    program().clock.advance({ minutes: 2 });
    expect(await renew(repeated.refresh_token)).toMatchObject(REFUSED);
    expect(await askStatus(third.access_token)).toBe(401);
    expect(await renew(third.refresh_token)).toMatchObject(REFUSED);
  });

  it('are given once, also where a code is sent many times at the same moment', async () => {
    const code = await allow();
    const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are asked for by a form of a limited size, and not too often', async () => {
    const url = `${resource()}/token`;
    expect((await fetch(url)).status).toBe(405);
    expect(
      (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(415);
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ code: 'x'.repeat(20_000) }) })).status).toBe(
      413,
    );
    await program().owner.rateBucket.updateMany({ data: { hits: 5_000 } });
    expect((await askTokens({})).status).toBe(429);
  });

  it('that spend or show money are none that are chosen before', async () => {
    const { html } = await open(seller, toQuery({ scope: '' }));
    expect(html.match(/<input[^>]* checked=""/g)?.length).toBe(
      listScopes(1n).filter((scope) => !CHOSEN_SCOPES.has(scope)).length,
    );
  });
});
