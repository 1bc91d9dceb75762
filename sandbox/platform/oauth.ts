import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Sandbox } from '../core/kernel.ts';
import { json, readJson, redirect, route, text } from '../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../core/router.ts';
import { toGid } from '../core/gid.ts';
import type { AccessToken, Customer, Installation, Shop, StaffUser } from '../core/state.ts';
import { realMs } from '../core/clock.ts';
import { findShop, isInstalled } from './store/lookup.ts';
import { grantOptional, installApp } from './store/shops.ts';

const OFFLINE_LIFETIME_S = 3_600;
const REFRESH_LIFETIME_S = 90 * 24 * 3_600;
const ONLINE_LIFETIME_S = 24 * 3_600;
const GRANT_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** A code of the authorisation-code flow. With a person it yields an online token that names them, else an offline one. */
type Code = { shop: string; userId: number | null; expiresAt: number };

/** Codes of the authorisation-code flow: each works once, within a minute. */
const codes = new WeakMap<Sandbox, Map<string, Code>>();

/** `/admin/oauth/*` of a shop, and what a merchant's browser passes on the way. */
export function oauthRoutes(sandbox: Sandbox): Route[] {
  return [
    route('POST', '/admin/oauth/access_token', (request) => logged(sandbox, request, issueToken(sandbox, request))),
    route('GET', '/admin/oauth/authorize', (request) => authorize(sandbox, request)),
    route('GET', '/admin/oauth/install', (request) => authorize(sandbox, request)),
  ];
}

/** The JWT that App Bridge hands to the framed app: one minute long, for one person of the shop. */
export function mintSessionToken(sandbox: Sandbox, shop: Shop, user: StaffUser): string {
  const now = Math.floor(sandbox.clock.now().getTime() / 1000);
  const origin = `https://${shop.domain}`;
  return signJwt(sandbox, {
    iss: `${origin}/admin`,
    dest: origin,
    aud: sandbox.config.apiKey,
    sub: String(user.id),
    exp: now + 60,
    nbf: now - 5,
    iat: now - 5,
    jti: randomUUID(),
    sid: `${shop.id}-${user.id}`,
  });
}

/** The JWT that an extension of a customer’s account gets: five minutes long, without `sub` where nobody is signed in. */
export function mintCustomerToken(sandbox: Sandbox, shop: Shop, customer: Customer | null): string {
  const now = Math.floor(sandbox.clock.now().getTime() / 1000);
  return signJwt(sandbox, {
    dest: shop.domain,
    aud: sandbox.config.apiKey,
    exp: now + 300,
    nbf: now - 5,
    iat: now - 5,
    jti: randomUUID(),
    ...(customer ? { sub: toGid('Customer', customer.id) } : {}),
  });
}

function signJwt(sandbox: Sandbox, claims: Record<string, string | number>): string {
  const content = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${content}.${createHmac('sha256', sandbox.config.apiSecret).update(content).digest('base64url')}`;
}

/** Adds `hmac` to the query with which the store admin opens the app: hex HMAC-SHA256 of the sorted pairs joined by `&`. */
export function signAppQuery(sandbox: Sandbox, params: Record<string, string>): URLSearchParams {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  const query = new URLSearchParams(sorted);
  query.set('hmac', createHmac('sha256', sandbox.config.apiSecret).update(query.toString()).digest('hex'));
  return query;
}

/** Adds what the app proxy adds to a storefront request (`shop`, `path_prefix`, `timestamp`, …) and its `signature`. */
export function signProxyQuery(
  sandbox: Sandbox,
  shop: Shop,
  params: URLSearchParams,
  customerId: number | null,
): URLSearchParams {
  const query = new URLSearchParams(
    [...params].filter(
      ([key]) => !['shop', 'logged_in_customer_id', 'path_prefix', 'timestamp', 'signature'].includes(key),
    ),
  );
  query.append('shop', shop.domain);
  query.append('logged_in_customer_id', customerId === null ? '' : String(customerId));
  query.append(
    'path_prefix',
    `/${sandbox.app.proxy?.prefix ?? 'apps'}/${sandbox.app.proxy?.subpath ?? sandbox.app.handle}`,
  );
  query.append('timestamp', String(Math.floor(sandbox.clock.now().getTime() / 1000)));
  const grouped = new Map<string, string[]>();
  for (const [key, value] of query) grouped.set(key, [...(grouped.get(key) ?? []), value]);
  const message = [...grouped]
    .map(([key, values]) => `${key}=${values.join(',')}`)
    .sort()
    .join('');
  query.append('signature', createHmac('sha256', sandbox.config.apiSecret).update(message).digest('hex'));
  return query;
}

/** The token that a request of the app carries, when it is alive. */
export function findAccessToken(sandbox: Sandbox, shop: Shop, token: string): AccessToken | null {
  if (!shop.installation || !isInstalled(shop)) return null;
  const found = shop.installation.tokens.find((candidate) => candidate.token === token);
  return found && !isPast(sandbox, found.expiresAt) ? found : null;
}

function issueToken(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const fault = sandbox.faults.take('shopify', ['oauth'], ['error', 'drop_response']);
  if (fault?.kind === 'error') return json(fault.status, { error: 'fault' });
  const shop = findShop(sandbox, request.host);
  if (!shop) return json(404, { error: 'invalid_request', error_description: 'There is no such shop.' });
  const body = readParameters(request);
  if (body['client_id'] !== sandbox.config.apiKey || !sameText(body['client_secret'] ?? '', sandbox.config.apiSecret))
    return json(400, { error: 'invalid_client', error_description: 'The client credentials are wrong.' });
  if (!shop.installation || !isInstalled(shop))
    return json(400, { error: 'invalid_request', error_description: 'The app is not installed in this shop.' });
  const answer =
    body['grant_type'] === GRANT_EXCHANGE
      ? exchange(sandbox, shop, shop.installation, body)
      : body['grant_type'] === 'refresh_token'
        ? refresh(sandbox, shop.installation, body)
        : body['code'] !== undefined
          ? redeemCode(sandbox, shop, shop.installation, body)
          : json(400, { error: 'unsupported_grant_type', error_description: 'The grant type is not supported.' });
  sandbox.save();
  return fault?.kind === 'drop_response' ? { ...answer, dropConnection: true } : answer;
}

function exchange(
  sandbox: Sandbox,
  shop: Shop,
  installation: Installation,
  body: Record<string, string>,
): SandboxResponse {
  if (body['subject_token_type'] !== 'urn:ietf:params:oauth:token-type:id_token')
    return json(400, { error: 'invalid_request', error_description: 'subject_token_type must be an id_token.' });
  const userId = readSessionToken(sandbox, shop, body['subject_token'] ?? '');
  const user = shop.staff.find((candidate) => candidate.id === userId);
  if (!user) return json(400, { error: 'invalid_subject_token', error_description: 'The id_token is not valid.' });
  if (body['requested_token_type'] === 'urn:shopify:params:oauth:token-type:offline-access-token')
    return offlineAnswer(sandbox, installation, body['expiring'] === '1');
  if (body['requested_token_type'] !== 'urn:shopify:params:oauth:token-type:online-access-token')
    return json(400, { error: 'invalid_request', error_description: 'requested_token_type is unknown.' });
  return onlineAnswer(sandbox, installation, user);
}

/** A token for one person, who is named with it. */
function onlineAnswer(sandbox: Sandbox, installation: Installation, user: StaffUser): SandboxResponse {
  const token = addToken(installation, {
    token: `shpat_${randomBytes(16).toString('hex')}`,
    kind: 'online',
    scopes: installation.scopes,
    userId: user.id,
    expiresAt: later(sandbox, ONLINE_LIFETIME_S),
    refresh: null,
  });
  return json(200, {
    access_token: token.token,
    scope: token.scopes.join(','),
    expires_in: ONLINE_LIFETIME_S,
    associated_user_scope: token.scopes.join(','),
    session: randomUUID(),
    account_number: 0,
    associated_user: {
      id: user.id,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      email_verified: true,
      account_owner: user.accountOwner,
      locale: user.locale,
      collaborator: false,
    },
  });
}

function refresh(sandbox: Sandbox, installation: Installation, body: Record<string, string>): SandboxResponse {
  if (sandbox.faults.take('shopify', ['refresh_token'], ['drop']))
    return json(400, { error: 'invalid_grant', error_description: 'The refresh token has expired.' });
  const given = body['refresh_token'] ?? '';
  const refused = json(400, {
    error: 'invalid_grant',
    error_description: 'This request requires an active refresh_token',
  });
  const current = installation.tokens.find((token) => token.refresh?.token === given);
  const previous = installation.rotated.find((entry) => entry.token === given);
  // The successor of a rotated token was not used yet, so a lost answer may be asked for again.
  const holder =
    current ??
    (previous ? installation.tokens.find((token) => token.refresh?.token === previous.replacedBy) : undefined);
  if (!holder?.refresh || isPast(sandbox, holder.refresh.expiresAt)) return refused;
  installation.tokens = installation.tokens.filter((token) => token !== holder);
  if (current) installation.rotated = installation.rotated.filter((entry) => entry.replacedBy !== given);
  const answer = offlineAnswer(sandbox, installation, true);
  const replacedBy = installation.tokens.at(-1)?.refresh?.token ?? '';
  installation.rotated = installation.rotated.filter((entry) => entry.token !== given);
  installation.rotated.push({ token: given, replacedBy });
  return answer;
}

function redeemCode(
  sandbox: Sandbox,
  shop: Shop,
  installation: Installation,
  body: Record<string, string>,
): SandboxResponse {
  const known = codes.get(sandbox);
  const code = known?.get(body['code'] ?? '');
  known?.delete(body['code'] ?? '');
  if (!code || code.shop !== shop.domain || code.expiresAt < realMs())
    return json(400, {
      error: 'invalid_request',
      error_description: 'The authorization code was not found or was already used',
    });
  const user = shop.staff.find((candidate) => candidate.id === code.userId);
  if (user) return onlineAnswer(sandbox, installation, user);
  return offlineAnswer(sandbox, installation, body['expiring'] === '1');
}

function offlineAnswer(sandbox: Sandbox, installation: Installation, expiring: boolean): SandboxResponse {
  const token = addToken(installation, {
    token: `shpat_${randomBytes(16).toString('hex')}`,
    kind: 'offline',
    scopes: [...installation.scopes],
    userId: null,
    expiresAt: expiring ? later(sandbox, OFFLINE_LIFETIME_S) : null,
    refresh: expiring
      ? { token: `shprt_${randomBytes(16).toString('hex')}`, expiresAt: later(sandbox, REFRESH_LIFETIME_S) }
      : null,
  });
  return json(200, {
    access_token: token.token,
    scope: token.scopes.join(','),
    ...(token.refresh
      ? {
          expires_in: OFFLINE_LIFETIME_S,
          refresh_token: token.refresh.token,
          refresh_token_expires_in: REFRESH_LIFETIME_S,
        }
      : {}),
  });
}

function addToken(installation: Installation, token: AccessToken): AccessToken {
  installation.tokens.push(token);
  if (installation.tokens.length > 200) installation.tokens = installation.tokens.slice(-200);
  return token;
}

/**
 * The merchant's consent is implied: a shop that has not got the app yet installs it here. Sends the browser back with a
 * code; where the app asks for a token of the person (`grant_options[]=per-user`), the code is that of `user`, by default the
 * account owner's.
 */
export function authorize(
  sandbox: Sandbox,
  request: SandboxRequest,
  at?: { shop: Shop; user: StaffUser },
): SandboxResponse {
  const shop = at?.shop ?? findShop(sandbox, request.query.get('shop') ?? request.host);
  if (!shop || request.query.get('client_id') !== sandbox.config.apiKey)
    return text(400, 'Unknown shop or client_id.\n');
  const target = request.query.get('redirect_uri') ?? '';
  if (!target.startsWith(`${sandbox.config.appUrl}/`)) return text(400, 'redirect_uri is not whitelisted.\n');
  // A second app for sellers asks for its scopes here, as the authorization code grant of the platform does
  // (shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant).
  const isForShop = !request.query.getAll('grant_options[]').includes('per-user');
  const wanted = isForShop ? (request.query.get('scope') ?? '').split(',') : [];
  installApp(sandbox, shop, wanted);
  grantOptional(sandbox, shop, wanted);
  const isPerUser = request.query.getAll('grant_options[]').includes('per-user');
  const user = at?.user ?? shop.staff.find((candidate) => candidate.accountOwner);
  const code = randomBytes(16).toString('hex');
  const known = codes.get(sandbox) ?? new Map<string, Code>();
  const userId = isPerUser ? (user?.id ?? null) : null;
  codes.set(sandbox, known.set(code, { shop: shop.domain, userId, expiresAt: realMs() + 60_000 }));
  const host = Buffer.from(`${new URL(sandbox.config.publicUrl).host}/admin/store/${shop.handle}`).toString(
    'base64url',
  );
  const query = signAppQuery(sandbox, {
    code,
    host,
    shop: shop.domain,
    state: request.query.get('state') ?? '',
    timestamp: String(Math.floor(sandbox.clock.now().getTime() / 1000)),
  });
  return redirect(`${target}${target.includes('?') ? '&' : '?'}${query.toString()}`, 302);
}

function readSessionToken(sandbox: Sandbox, shop: Shop, jwt: string): number | null {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  if (
    !sameText(signature, createHmac('sha256', sandbox.config.apiSecret).update(`${head}.${body}`).digest('base64url'))
  )
    return null;
  try {
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
    const now = sandbox.clock.now().getTime() / 1000;
    const origin = `https://${shop.domain}`;
    if (claims['iss'] !== `${origin}/admin` || claims['dest'] !== origin || claims['aud'] !== sandbox.config.apiKey)
      return null;
    return Number(claims['exp']) > now - 10 && Number(claims['nbf']) < now + 10 ? Number(claims['sub']) : null;
  } catch {
    return null;
  }
}

function readParameters(request: SandboxRequest): Record<string, string> {
  const isForm = (request.headers['content-type'] ?? '').includes('x-www-form-urlencoded');
  const raw = isForm ? Object.fromEntries(new URLSearchParams(request.body.toString('utf8'))) : readJson(request);
  if (typeof raw !== 'object' || raw === null) return {};
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function encodePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function later(sandbox: Sandbox, seconds: number): string {
  return new Date(sandbox.clock.now().getTime() + seconds * 1000).toISOString();
}

function isPast(sandbox: Sandbox, iso: string | null): boolean {
  return iso !== null && iso <= sandbox.clock.iso();
}

function logged(sandbox: Sandbox, request: SandboxRequest, response: SandboxResponse): SandboxResponse {
  const grant = /"grant_type":"([^"]*)"/.exec(request.body.toString('utf8'))?.[1]?.split(':').at(-1) ?? 'code';
  // The body holds the secret and tokens: it is not kept.
  sandbox.log.add({
    at: sandbox.clock.iso(),
    target: 'oauth',
    method: 'POST',
    path: `${request.host}${request.url.pathname}`,
    operation: grant,
    body: '',
    status: response.status,
    durationMs: 0,
    contract: 'ok',
  });
  return response;
}
