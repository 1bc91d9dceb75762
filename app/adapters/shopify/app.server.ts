import '@shopify/shopify-app-remix/adapters/node';
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-remix/server';
import { LogSeverity, RequestedTokenType, shopifyApi } from '@shopify/shopify-api';
import type { PrismaClient } from '@prisma/client';
import type { Clock } from '#app/core/clock.ts';
import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { createAccess } from './access.server.ts';
import { readCustomerClaims, readStaffClaims } from './session-claims.ts';
import { createSessionStorage, type TextVault } from './session-storage.server.ts';

/** A staff member of the store admin, as an online token names them. */
export type StaffIdentity = { subjectId: string; name: string; email: string; isOwner: boolean; locale: string };

type ShopifyOptions = {
  apiKey: string;
  /** The newest first; a second one only while the app's secret is changed at the platform. */
  apiSecrets: readonly string[];
  appUrl: string;
  scopes: string[];
  db: PrismaClient;
  vault: TextVault;
  clock: Clock;
  onInstalled: (shop: string) => Promise<void>;
};

/**
 * The platform's own library, configured once for each of the app's secrets: token exchange, expiring offline tokens, embedded
 * strategy. Whatever the platform is asked goes by the newest secret; what it signed is read by the one that it was signed with.
 * What the platform's template keeps in shopify.server.ts stands here.
 */
export function createShopify(o: ShopifyOptions) {
  const sessionStorage = createSessionStorage(o.db, o.vault, o.clock);
  const [newest, ...older] = o.apiSecrets.map((apiSecret) => openLibrary(o, apiSecret, sessionStorage));
  invariant(newest, 'the environment was checked');
  const { api } = newest;
  const access = createAccess({
    storage: sessionStorage,
    db: o.db,
    offlineId: (shop) => api.session.getOfflineId(shop),
    refresh: async (shop, refreshToken) => (await api.auth.refreshToken({ shop, refreshToken })).session,
  });
  const libraries = [newest, ...older];
  const authenticateAdmin = async (request: Request) => {
    const token = readToken(request);
    const signer = token === undefined ? undefined : await findSigner(libraries, token);
    // The library takes whatever the secret signed; a customer's token must not become somebody of the staff.
    if (signer && !readStaffClaims(signer.claims)) throw new AppError('not_signed_in');
    return (signer?.library ?? newest).app.authenticate.admin(withoutUserAgent(request));
  };
  return { ...newest.app, api, libraries, sessionStorage, access, authenticateAdmin };
}

function openLibrary(o: ShopifyOptions, apiSecretKey: string, sessionStorage: ReturnType<typeof createSessionStorage>) {
  const app = shopifyApp({
    apiKey: o.apiKey,
    apiSecretKey,
    apiVersion: ApiVersion.October26,
    scopes: o.scopes,
    appUrl: o.appUrl,
    authPathPrefix: '/auth',
    sessionStorage,
    logger: { level: LogSeverity.Error },
    distribution: AppDistribution.AppStore,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    hooks: {
      afterAuth: ({ session }) => o.onInstalled(session.shop),
    },
  });
  const api = shopifyApi({
    apiKey: o.apiKey,
    apiSecretKey,
    apiVersion: ApiVersion.October26,
    scopes: o.scopes,
    hostName: new URL(o.appUrl).host,
    isEmbeddedApp: true,
    logger: { level: LogSeverity.Error },
  });
  return { app, api };
}

type Library = ReturnType<typeof openLibrary>;

/** The session token of a request of the store admin, wherever it stands. */
function readToken(request: Request): string | undefined {
  const [, bearer] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  return bearer ?? new URL(request.url).searchParams.get('id_token') ?? undefined;
}

/** The library whose secret signed a session token, with what it says; undefined for one of nobody, or whose time is over. */
async function findSigner(libraries: readonly Library[], token: string) {
  for (const library of libraries) {
    const claims = await library.api.session.decodeSessionToken(token).catch(() => undefined);
    if (claims) return { library, claims };
  }
  return undefined;
}

export type Shopify = ReturnType<typeof createShopify>;

/**
 * The request without its body and without the name of its browser. The library answers 410 to whatever calls itself a bot, as
 * monitors and browsers without a window do; a page of the store admin proves itself by its session token, not by its name.
 */
function withoutUserAgent({ url, method, headers }: Request): Request {
  const copied = new Headers(headers);
  copied.delete('user-agent');
  return new Request(url, { method, headers: copied });
}

/** Who a session token speaks for, asked once from the platform with an online token that is not kept. */
export async function identifyStaff(shopify: Shopify, shop: string, sessionToken: string): Promise<StaffIdentity> {
  const { session } = await shopify.api.auth.tokenExchange({
    shop,
    sessionToken,
    requestedTokenType: RequestedTokenType.OnlineAccessToken,
  });
  const user = session.onlineAccessInfo?.associated_user;
  if (!user) throw new Error('The platform named nobody for an online token');
  return {
    subjectId: String(user.id),
    name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email,
    email: user.email,
    isOwner: user.account_owner,
    locale: user.locale,
  };
}

/**
 * What a session token of the store admin says, after its signature, audience and times were checked; else undefined. A customer's
 * token is none, though the same secret signs it.
 */
export async function readSessionToken(
  shopify: Shopify,
  token: string,
): Promise<{ shop: string; subjectId: string } | undefined> {
  const { claims } = (await findSigner(shopify.libraries, token)) ?? {};
  return claims && readStaffClaims(claims);
}

/**
 * What a session token of a customer's account says, checked alike; else undefined, also for one that names no customer because
 * none is signed in, and for one of the store admin.
 */
export async function readCustomerToken(
  shopify: Shopify,
  token: string,
): Promise<{ shop: string; customerId: bigint } | undefined> {
  const { claims } = (await findSigner(shopify.libraries, token)) ?? {};
  return claims && readCustomerClaims(claims);
}
