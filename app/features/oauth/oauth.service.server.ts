import { isFromPlatform, redeemForShop, redeemForStaff, authorizationUrl } from '#app/adapters/shopify/oauth.server.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { requirePermissions } from '#app/features/batches/requester.service.server.ts';
import { findRightsOf, type Rights } from '#app/features/delegation/delegated-viewer.service.server.ts';
import { connectShop } from '#app/features/integrations/connections/connections.service.server.ts';
import {
  CONNECT_PERMISSIONS,
  openSeller,
  sealSeller,
  SELLER_SECONDS,
  type Seller,
} from '#app/features/integrations/connections/seller-token.service.server.ts';
import { ORDER_PERMISSIONS } from '#app/features/integrations/store-orders/schedule-orders.service.server.ts';
import { recordStaff } from '#app/platform/stores/store-staff.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import { equalBytes, randomToken } from '#app/server/crypto.server.ts';
import { listApiSecrets } from '#app/server/env.server.ts';
import type { Headers } from '#app/platform/identity/auth/cookies.server.ts';
import { issueToken, staffHeaders } from '#app/platform/identity/auth/sessions.service.server.ts';
import { findSessionHolder } from '#app/platform/identity/auth/session-holder.server.ts';
import { safeNext } from '#app/platform/identity/auth/sign-in.ts';
import { forgetFlow, readFlow, rememberFlow, type OAuthFlow } from './oauth-flow.server.ts';
import type { StartOAuthInput, FLOW_NAMES } from './oauth.contract.ts';

type FlowName = (typeof FLOW_NAMES)[number];

const toApp = ({ env }: Ctx) => ({ apiKey: env.SHOPIFY_API_KEY, apiSecret: env.SHOPIFY_API_SECRET });

/** A token that names the vendor that asks, for a page without a session. An admin has to act for a vendor first (409). */
export function makeSellerToken(ctx: Ctx): string {
  const { vendorScope, actor, store } = ctx.viewer;
  if (vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  requirePermissions(ctx.viewer, CONNECT_PERMISSIONS);
  return sealSeller(ctx, store.id, { vendorId: String(vendorScope), actor });
}

/**
 * Begins a way: the platform's address, and the cookie that the way back needs. A seller's is begun by the member who asked for its
 * token. Throws not_signed_in (401) without that member's session or a token, way_refused (403) for anybody else.
 */
export async function startOAuth(
  ctx: Ctx,
  name: FlowName,
  requested: StartOAuthInput,
  info: RequestInfo,
): Promise<{ url: string; headers: Headers }> {
  const { store } = ctx.viewer;
  const seller = name === 'seller' ? readSeller(ctx, requested) : undefined;
  if (seller) await requireSeller(ctx, seller, info);
  const shop = name === 'seller' ? readSellerShop(ctx, requested) : store.domain;
  const state = randomToken();
  const flow = { state, name, shop, next: safeNext(requested.next), ...(seller ? { seller } : {}) };
  const url = authorizationUrl(toApp(ctx), {
    shop,
    state,
    scopes: name === 'seller' ? ctx.env.SELLER_SCOPES : ctx.env.SCOPES,
    back: new URL(`/api/auth/${name}/confirm`, ctx.env.SHOPIFY_APP_URL).toString(),
    perUser: name === 'marketplace',
  });
  return { url, headers: [rememberFlow(ctx, store.id, flow, info)] };
}

function readSeller(ctx: Ctx, { token }: StartOAuthInput): Seller {
  const seller = token === undefined ? undefined : openSeller(ctx, ctx.viewer.store.id, token);
  if (!seller) throw new AppError('not_signed_in');
  return seller;
}

/**
 * Throws unless whoever asked to connect the store is signed in here, and may still do so for that vendor: a link of somebody else
 * connects nothing, and neither does one whose sender is gone.
 */
async function requireSeller(ctx: Ctx, { vendorId, actor }: Seller, info: RequestInfo): Promise<Rights> {
  const holder = await findSessionHolder(ctx, info);
  if (!holder) throw new AppError('not_signed_in');
  if (holder.kind !== actor.kind || holder.id !== actor.id) throw new AppError('way_refused');
  const rights = await findRightsOf(ctx, ctx.viewer.store, { maker: holder, vendorId: BigInt(vendorId) });
  if (!rights || !CONNECT_PERMISSIONS.every((one) => rights.permissions.has(one))) throw new AppError('way_refused');
  return rights;
}

function readSellerShop(ctx: Ctx, { shop }: StartOAuthInput): string {
  if (shop === undefined) throw invalidInput([{ path: 'shop', rule: 'required', message: rule('required_field') }]);
  if (shop === ctx.viewer.store.domain) {
    throw invalidInput([{ path: 'shop', rule: 'own', message: rule('own_store') }]);
  }
  return shop;
}

/**
 * The way back: this browser began it (state and cookie), the platform itself sends it now (signature and time), for the shop
 * that was meant, and a seller's by the member who began it, once. Only then is the code exchanged. Where to go on, and the cookies.
 * Throws way_refused (403), not_signed_in (401).
 */
export async function finishOAuth(
  ctx: Ctx,
  name: FlowName,
  query: Readonly<Record<string, unknown>>,
  info: RequestInfo,
): Promise<{ url: string; headers: Headers }> {
  const sent = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const flow = readFlow(ctx, ctx.viewer.store.id, info);
  const { state = '', shop = '', code = '' } = sent;
  const isStartedHere = flow?.name === name && equalBytes(Buffer.from(flow.state), Buffer.from(state));
  if (
    !flow ||
    !isStartedHere ||
    flow.shop !== shop ||
    !isFromPlatform(listApiSecrets(ctx.env), sent, ctx.clock.now())
  ) {
    throw new AppError('way_refused');
  }
  const { seller } = flow;
  const rights = seller && (await requireSeller(ctx, seller, info));
  if (rights) await spendState(ctx, flow.state);
  const headers = rights
    ? await connect(ctx, flow, { seller, rights }, code)
    : await signStaffIn(ctx, flow, code, info);
  return { url: flow.next, headers: [...headers, forgetFlow(info)] };
}

/** Lets a state be used once: a way back that was walked is refused (403). */
async function spendState({ limits }: Ctx, state: string): Promise<void> {
  try {
    await limits.hit(`oauth-state|${state}`, 1, SELLER_SECONDS);
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') throw new AppError('way_refused');
    throw error;
  }
}

/** Signs a member of the store's staff in on the web, for a day. */
async function signStaffIn(ctx: Ctx, flow: OAuthFlow, code: string, info: RequestInfo): Promise<Headers> {
  const { store } = ctx.viewer;
  const identity = await redeemForStaff(toApp(ctx), { shop: flow.shop, code });
  const at = ctx.clock.now();
  const { staff, refresh } = await ctx.db.unit(marketplaceScope(store.id), async (tx) => ({
    staff: await recordStaff(tx, identity, at),
    refresh: await issueToken(ctx, tx, { staffId: identity.subjectId }, info),
  }));
  return staffHeaders(ctx, staff, refresh, at, info);
}

async function connect(
  ctx: Ctx,
  flow: OAuthFlow,
  { seller, rights }: { seller: Seller; rights: Rights },
  code: string,
): Promise<Headers> {
  const access = await redeemForShop(toApp(ctx), { shop: flow.shop, code, now: ctx.clock.now() });
  const vendor = asVendorId(BigInt(seller.vendorId));
  await ctx.db.fast({ storeId: ctx.viewer.store.id, vendor }, (tx) =>
    connectShop(ctx, tx, {
      vendorId: vendor,
      shop: flow.shop,
      access,
      actor: seller.actor,
      locale: ctx.viewer.locale,
      canShip: ORDER_PERMISSIONS.every((one) => rights.permissions.has(one)),
    }),
  );
  return [];
}
