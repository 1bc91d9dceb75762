import { redirect } from '@remix-run/node';
import { serialize } from 'cookie';
import { AppError } from '#app/core/errors.ts';
import { asStoreId, asVendorId } from '#app/core/ids.ts';
import {
  PERMISSIONS,
  withhold,
  type Locale,
  type Permission,
  type StoreView,
  type Viewer,
  allowedScopes,
  permissionsOfScopes,
} from '#app/core/viewer.ts';
import { readCustomerToken, readSessionToken } from '#app/adapters/shopify/app.server.ts';
import { KEY_ROLE } from '#app/features/api-keys/api-key.ts';
import { ASSISTANT_ROLE } from '#app/features/assistants/assistant.ts';
import { findHolderOfKey, findKeyHolder, type KeyHolder } from '#app/features/api-keys/api-keys.service.server.ts';
import { findKeyOfToken } from '#app/features/assistants/grants/tokens.service.server.ts';
import { countKeyCall } from '#app/features/api-keys/count-call.service.server.ts';
import { isApiKey } from '#app/features/api-keys/key-form.server.ts';
import { buildFlowViewer } from '#app/features/flow/flow-viewer.ts';
import { buildDelegatedViewer } from '#app/features/delegation/delegated-viewer.service.server.ts';
import { STAFF_SUBJECT } from '#app/platform/identity/auth/cookies.server.ts';
import { isEnded, isRevoked, safeNext } from '#app/platform/identity/auth/sign-in.ts';
import { findWithheld } from '#app/features/memberships/membership-access.service.server.ts';
import {
  findStoreByDomain,
  findStoreById,
  findStoreOfRequest,
  installStore,
  type Store,
} from '#app/platform/stores/stores.service.server.ts';
import { findStaff, recogniseStaff, type StaffMember } from '#app/platform/stores/store-staff.service.server.ts';
import { findMember, toPermissions, type Member } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx, RequestInfo, Services } from '#app/server/context.server.ts';
import type { IdentifiedCall } from '#app/server/http/api.server.ts';
import { bearerToken, VIEW_HEADER } from '#app/server/http/caller.server.ts';
import type { SignedShopper } from '#app/server/http/proxy.server.ts';
import { pageDatabase, type Database } from '#app/server/db.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import type { ScreenContext } from '#app/server/screen.server.ts';
import {
  FRAME_COOKIE,
  LOCALE_COOKIE,
  OAUTH_COOKIE,
  readCookie,
  REFRESH_COOKIE,
  RESUME_COOKIE,
  SESSION_COOKIE,
  SHOP_COOKIE,
  STEP_COOKIE,
  STORE_COOKIE,
} from '#app/server/session.server.ts';
import { SIGNED_OUT_HEADER } from '#app/ui/forms/answer.ts';
import { chooseLocale } from '#app/ui/i18n/locale.ts';
import { container, type Container } from './container.server.ts';

/** What the loaders of one page share before anybody knows who asks: its store, where it was looked up, and what was read for it. */
type SharedOnPage = { store: Store | undefined; db: Database };

/**
 * The context of a screen's loader or action: who asks, from the entry point that the address belongs to. The admin entry point asks the
 * platform's library, whose redirects and bounce pages are thrown as answers; the portal entry point asks our session, and sends
 * anybody else to sign in. The only code that knows credentials.
 */
export async function ctxFor(request: Request, page?: SharedOnPage): Promise<Ctx> {
  const { pathname } = new URL(request.url);
  if (pathname === '/admin' || pathname.startsWith('/admin/') || pathname.startsWith('/admin.'))
    return adminCtx(request, page);
  const ctx = await sessionCtx(readRequestInfo(request), page);
  if (ctx) return ctx;
  throw signInAnswer(request);
}

/** The services of a request: somebody waits for it, so that it need not leave to people what the platform allows. */
function requestServices({ services }: Pick<Container, 'services'>): Services {
  const { adapters } = services;
  return {
    ...services,
    adapters: { ...adapters, platform: (shop, priority = 'person') => services.adapters.platform(shop, priority) },
  };
}

/**
 * What somebody without a session gets. A page of a stranger goes to sign in. Where a refresh cookie may still open a
 * session (it is not sent here, a marker tells of it), the page is empty (401) and refreshes once before it is shown; a
 * script's request for data is told the same, refreshes once and repeats.
 */
function signInAnswer(request: Request): Response {
  const isPage = request.headers.get('accept')?.includes('text/html') ?? false;
  if (isPage && readCookie(request.headers, RESUME_COOKIE) === undefined) {
    // A link of a mail names its store, which signing in has to know too; afterwards it goes on to the page that was wanted.
    const { store } = readRequestInfo(request);
    const { pathname, search } = new URL(request.url);
    const next = safeNext(`${pathname}${search}`);
    const query = new URLSearchParams({ ...(store ? { store } : {}), ...(next === '/app' ? {} : { next }) });
    return redirect(query.size > 0 ? `/app/login?${query.toString()}` : '/app/login');
  }
  return new Response(null, { status: 401, statusText: 'Unauthorized', headers: { [SIGNED_OUT_HEADER]: '1' } });
}

/** The context of a portal page, or undefined when nobody is signed in. */
export async function sessionCtx(info: RequestInfo, page?: SharedOnPage): Promise<Ctx | undefined> {
  const current = container();
  const token = readCookie(info.headers, SESSION_COOKIE) ?? readCookie(info.headers, FRAME_COOKIE);
  const claims = token && (await current.sessions.verify(token));
  if (!claims) return undefined;
  const storeId = asStoreId(BigInt(claims.storeId));
  const isStaff = claims.sub.startsWith(STAFF_SUBJECT);
  const [store, member] = await Promise.all([
    page?.store?.id === storeId ? page.store : findStoreById(current.services, storeId),
    isStaff ? undefined : findMember(current.services, storeId, BigInt(claims.sub)),
  ]);
  if (!store || store.domain !== claims.store || store.uninstalledAt) return undefined;
  const issuedAt = new Date(claims.at);
  const isEmbedded = info.headers.get('x-souk-embedded') === '1';
  if (isStaff) {
    // Somebody of the store's staff who signed in on the web through the platform.
    const staff = await findStaff(current.services, store, claims.sub.slice(STAFF_SUBJECT.length));
    if (!staff || isRevoked(issuedAt, staff) || isEnded(claims.sid, staff)) return undefined;
    return {
      ...requestServices(current),
      viewer: staffViewer(store, staff, info, { isEmbedded, sessionId: claims.sid }),
    };
  }
  if (!member || isRevoked(issuedAt, member) || isEnded(claims.sid, member)) return undefined;
  // Admins, and vendors that the marketplace manages itself, work without a membership.
  const withheld =
    member.vendor && !member.isAdmin
      ? await findWithheld({ db: page?.db ?? current.services.db }, store.id, member.vendor.id)
      : ([] as const);
  const viewer = memberViewer(store, member, info, { isEmbedded, sessionId: claims.sid });
  return { ...requestServices(current), viewer: { ...viewer, ...withhold(viewer.permissions, withheld) } };
}

async function adminCtx(request: Request, page?: SharedOnPage): Promise<Ctx> {
  const current = container();
  requireShop(request);
  const { session, sessionToken } = await current.shopify.authenticateAdmin(request);
  // The loaders of a page run side by side: one of them may meet the access that another has just been given, before the
  // store itself was noted.
  const known = await findStoreByDomain(current.services, session.shop);
  const isInstalled = known !== undefined && !known.uninstalledAt;
  if (!isInstalled) await installStore(current.services, session.shop);
  const store = isInstalled ? known : await findStoreByDomain(current.services, session.shop);
  const token = bearerToken(request.headers) ?? new URL(request.url).searchParams.get('id_token');
  return staffCtx(
    store,
    { subjectId: sessionToken.sub, token: token ?? undefined },
    readRequestInfo(request),
    page?.db,
  );
}

/** The library's own pages, which talk to the host: the bounce for a new session token, the way out of the frame. */
export async function answerForHost(request: Request): Promise<void> {
  await container().shopify.authenticateAdmin(request);
}

/** The cookie by which the frame knows its store again. The frame's own partition keeps it, where other cookies are blocked. */
export function shopCookie(shop: string): string {
  const kept = { httpOnly: true, secure: true, sameSite: 'none', partitioned: true, path: '/admin' } as const;
  return serialize(SHOP_COOKIE, shop, kept);
}

/**
 * A page that is opened inside the frame without the host's parameters (reloaded deep inside, or before its scripts ran) is
 * opened again with them, so that the library can ask the host for a token. Outside of a frame, the portal is the entry point.
 */
function requireShop(request: Request): void {
  const url = new URL(request.url);
  const isPage = request.headers.get('accept')?.includes('text/html') ?? false;
  if (!isPage || bearerToken(request.headers) || url.searchParams.has('shop')) return;
  const shop = readCookie(request.headers, SHOP_COOKIE);
  // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
  if (!shop || !/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(shop)) throw redirect('/app');
  const handle = shop.slice(0, shop.indexOf('.'));
  url.searchParams.set('shop', shop);
  url.searchParams.set('host', Buffer.from(`admin.shopify.com/store/${handle}`).toString('base64').replaceAll('=', ''));
  url.searchParams.set('embedded', '1');
  // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
  throw redirect(`${url.pathname}${url.search}`);
}

async function staffCtx(
  store: Store | undefined,
  { subjectId, token }: { subjectId: string; token: string | undefined },
  info: RequestInfo,
  pageDb?: Database,
): Promise<Ctx> {
  const current = container();
  if (!store || store.uninstalledAt) throw new AppError('store_uninstalled');
  const services = pageDb ? { ...current.services, db: pageDb } : current.services;
  const staff = await recogniseStaff(services, current.shopify, store, { subjectId, sessionToken: token });
  return { ...requestServices(current), viewer: staffViewer(store, staff, info, { isEmbedded: true }) };
}

type SessionContext = { isEmbedded: boolean; sessionId?: string | undefined };

function staffViewer(store: Store, staff: StaffMember, info: RequestInfo, sessionContext: SessionContext): Viewer {
  return {
    store: toView(store),
    vendorScope: staff.activeVendor ? asVendorId(staff.activeVendor.id) : '*',
    vendorName: staff.activeVendor?.name ?? '*',
    isAdmin: true,
    permissions: new Set<Permission>(PERMISSIONS),
    locale: resolveLocale(info, staff.locale),
    email: staff.email,
    actor: { kind: 'staff', id: staff.subjectId, name: staff.name, role: 'admin' },
    ...sessionContext,
  };
}

/**
 * A program with a vendor's API key: it acts for that vendor by the scopes of the key, as far as whoever made it may now and the
 * vendor's membership leaves. Throws maker_removed (403) where its maker is gone, rate_limited (429).
 */
async function keyCtx(
  holder: KeyHolder | undefined,
  info: RequestInfo,
  { call, role }: { call: IdentifiedCall; role: string },
): Promise<Ctx> {
  const current = container();
  if (holder) await countKeyCall(current.services, holder, call.setHeader);
  const store = holder && (await findStoreById(current.services, holder.storeId));
  if (!store || store.uninstalledAt) throw new AppError('not_signed_in');
  const { vendorId, maker, id, name } = holder;
  const viewer = await buildDelegatedViewer(current.services, store, {
    vendorId,
    maker,
    wanted: permissionsOfScopes(holder.scopes),
    actor: { kind: 'system', id: `key:${id}`, name, role },
    locale: resolveLocale(info),
  });
  if (!viewer) throw new AppError('maker_removed');
  // A scope whose permission is withheld stays: the call is then refused for want of the membership.
  const given = new Set([...viewer.permissions, ...(viewer.withheld ?? [])]);
  return { ...requestServices(current), viewer: { ...viewer, scopes: new Set(allowedScopes(holder.scopes, given)) } };
}

/** Who calls the API: a vendor's API key, the platform's session token, or our session cookie. Anonymous is undefined. */
export async function identifyCaller(info: RequestInfo, call: IdentifiedCall): Promise<Ctx | undefined> {
  const token = bearerToken(info.headers);
  if (!token) return sessionCtx(info);
  if (isApiKey(token)) {
    const use = { call: call.name, address: info.address };
    return keyCtx(await findKeyHolder(container().services, token, use), info, { call, role: KEY_ROLE });
  }
  const claims = await readSessionToken(container().shopify, token);
  if (!claims) throw new AppError('not_signed_in');
  const store = await findStoreByDomain(container().services, claims.shop);
  const ctx = await staffCtx(store, { subjectId: claims.subjectId, token }, info);
  if (info.headers.get(VIEW_HEADER) !== 'marketplace') return ctx;
  return { ...ctx, viewer: { ...ctx.viewer, vendorScope: '*', vendorName: '*' } };
}

/**
 * Which customer calls, by a session token of their account at the store and nothing else: no cookie, no key, no token of the store
 * admin. They hold no permission; what is theirs is found by their id. Throws not_signed_in (401).
 */
export async function identifyBuyer(info: RequestInfo): Promise<Ctx> {
  const current = container();
  const token = bearerToken(info.headers);
  const claims = token && !isApiKey(token) ? await readCustomerToken(current.shopify, token) : undefined;
  if (!claims) throw new AppError('not_signed_in');
  const store = await findStoreByDomain(current.services, claims.shop);
  if (!store || store.uninstalledAt) throw new AppError('store_uninstalled');
  const { customerId } = claims;
  return { ...requestServices(current), viewer: buyerViewer(store, resolveLocale(info), customerId) };
}

/** Who an assistant acts for: a key of a vendor, or a token that stands for one, and nobody by a session. Throws not_signed_in (401). */
export async function identifyAssistant(info: RequestInfo, setHeader: IdentifiedCall['setHeader']): Promise<Ctx> {
  const token = bearerToken(info.headers);
  if (!token || !isApiKey(token)) throw new AppError('not_signed_in');
  const { services } = container();
  const use = { call: ASSISTANT_CALL, address: info.address };
  const granted = await findKeyOfToken(services, token);
  const holder = granted ? await findHolderOfKey(services, granted, use) : await findKeyHolder(services, token, use);
  return keyCtx(holder, info, { call: { name: ASSISTANT_CALL, setHeader }, role: ASSISTANT_ROLE });
}

/** As what the last use of a key by an assistant is kept. */
const ASSISTANT_CALL = 'assistants.call';

/**
 * The context of a call that needs nobody: the store of the request and no permission at all. Throws store_uninstalled (409)
 * where the app was taken away, unless the page is one that says so.
 */
export async function anonymousCtx(info: RequestInfo, o: { evenClosed?: boolean } = {}): Promise<Ctx> {
  const current = container();
  const store =
    (await findStoreOfRequest(current.services, info, readCookie(info.headers, STORE_COOKIE))) ??
    (await storeOfOwnCookie(info));
  if (!store) throw new AppError('store_unknown');
  if (store.uninstalledAt && !o.evenClosed) throw new AppError('store_uninstalled');
  return { ...requestServices(current), viewer: anonymousViewer(store, resolveLocale(info)) };
}

/** The context of a shopper whom the platform sends on from a store's own address. Not installed there is not_found (404). */
export async function shopperCtx({ shop, customerId, language }: SignedShopper, info: RequestInfo): Promise<Ctx> {
  const current = container();
  const store = await findStoreByDomain(current.services, shop);
  if (!store || store.uninstalledAt) throw new AppError('not_found');
  const viewer = anonymousViewer(store, resolveLocale(info, language));
  return { ...requestServices(current), viewer: customerId === undefined ? viewer : { ...viewer, customerId } };
}

/**
 * The context of a workflow of the store's Flow. Whoever built it is staff of the store and nobody that we know: it may what any
 * admin may, but for what needs the right to pay out. Not installed there is store_uninstalled (409).
 */
export async function flowCtx(shop: string): Promise<Ctx> {
  const current = container();
  const store = await findStoreByDomain(current.services, shop);
  if (!store || store.uninstalledAt) throw new AppError('store_uninstalled');
  return { ...requestServices(current), viewer: buildFlowViewer(toView(store), chooseLocale({})) };
}

function anonymousViewer(store: Store, locale: Locale): Viewer {
  return {
    store: toView(store),
    vendorScope: '*',
    vendorName: '*',
    isAdmin: false,
    isEmbedded: false,
    permissions: new Set(),
    locale,
    email: '',
    actor: { kind: 'buyer', id: 'anonymous', name: '', role: 'anonymous' },
  };
}

/** The cookies of a sign-in, of its second step and of a way over the platform name their store, where nothing else of a request does. */
async function storeOfOwnCookie(info: RequestInfo): Promise<Store | undefined> {
  const names = [REFRESH_COOKIE, STEP_COOKIE, OAUTH_COOKIE];
  const own = names.map((name) => readCookie(info.headers, name)).find(Boolean);
  const id = /^(\d{1,18})\./.exec(own ?? '')?.[1];
  return id ? findStoreById(container().services, asStoreId(BigInt(id))) : undefined;
}

/** A customer whom the platform vouches for. No permission is given: an id is all that a buyer's own things are found by. */
const buyerViewer = (store: Store, locale: Locale, customerId: bigint): Viewer => ({
  ...anonymousViewer(store, locale),
  customerId,
  actor: { kind: 'buyer', id: `customer:${customerId}`, name: '', role: 'buyer' },
});

function memberViewer(store: Store, member: Member, info: RequestInfo, sessionContext: SessionContext): Viewer {
  const active = member.vendor ?? member.activeVendor;
  return {
    store: toView(store),
    vendorScope: active ? asVendorId(active.id) : '*',
    vendorName: active?.name ?? '*',
    isAdmin: member.isAdmin,
    permissions: toPermissions(member),
    locale: resolveLocale(info, member.locale),
    email: member.email,
    actor: { kind: 'person', id: String(member.id), name: member.name, role: member.role },
    ...sessionContext,
  };
}

const toView = (store: Store): StoreView => ({
  id: store.id,
  domain: store.domain,
  name: store.name,
  currency: store.currency,
  timezone: store.timezone,
});

/** The language of somebody: what they chose in this browser, else what is kept with the person, else the browser's. */
function resolveLocale(info: RequestInfo, kept: string | null = null): Locale {
  return chooseLocale({
    chosen: readCookie(info.headers, LOCALE_COOKIE) ?? kept,
    acceptLanguage: info.headers.get('accept-language'),
    host: new URL(info.origin).host,
  });
}

/** What actions are given, and whoever shares nothing with other loaders. */
export const screenContext: ScreenContext = { ctxFor, anonymousCtx, sessionCtx };

/**
 * What loaders and actions are given, beside the nonce of their page. The loaders of a page that is only looked at share who asks
 * and the settings, which are read once; an action may change both, so that nothing is shared after one.
 */
export function screenContextFor(method: string | undefined, store: Store | undefined): ScreenContext {
  if (method !== 'GET') return screenContext;
  const page: SharedOnPage = { store, db: pageDatabase(container().services.db) };
  let shared: Promise<Ctx> | undefined;
  return {
    ...screenContext,
    ctxFor: (request) => {
      // A refusal is an answer that can be read once, so each loader gets one of its own.
      if (shared) return shared.catch(() => ctxFor(request));
      shared = ctxFor(request, page).then((ctx) => ({ ...ctx, db: page.db }));
      return shared;
    },
  };
}
