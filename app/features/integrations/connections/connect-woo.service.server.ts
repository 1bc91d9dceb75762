import { createWooStore } from '#app/adapters/woocommerce/own-store.server.ts';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { OperationRefused } from '#app/core/operation-refused.ts';
import { rule, type RuleCode } from '#app/core/rules.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { requirePermissions } from '#app/features/batches/requester.service.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { ORDER_PERMISSIONS } from '../store-orders/schedule-orders.service.server.ts';
import type { ConnectWooInput } from './connect-store.ts';
import type { IntegrationKeysDto } from './connections.contract.ts';
import { connectStore, keepWooAccess } from './connections.service.server.ts';
import { readKeys, requireIntegrations, requireVendor } from './integration-keys.service.server.ts';
import { CONNECT_PERMISSIONS } from './seller-token.service.server.ts';
import { sealWooKeys } from './woo-keys.server.ts';
import { buildWooHookUrl } from './woo-hook-address.ts';

/** By what its reports are signed, in bytes. */
const SECRET_BYTES = 24;

/**
 * Connects a vendor's own store of WooCommerce: its keys are tried by having it report its changes to us, which needs keys that may read
 * and write. The same store again is connected anew. Throws invalid_input (422) for an address where no store answers and for keys that
 * it does not take, missing_permission (403), feature_disabled (404), invalid_state (409) in the marketplace view.
 */
export async function connectWooStore(ctx: Ctx, input: ConnectWooInput): Promise<IntegrationKeysDto> {
  const { viewer, vault } = ctx;
  const vendorId = requireVendor(ctx);
  requirePermissions(viewer, CONNECT_PERMISSIONS);
  const scope = scopeOf(viewer);
  const { address, ...keys } = input;
  await ctx.db.fast(scope, requireIntegrations);
  const secret = randomToken(SECRET_BYTES);
  await subscribeFirst(ctx, { ...input, vendorId, secret });
  await ctx.db.fast(scope, (tx) =>
    connectStore(ctx, tx, {
      vendorId,
      shop: address,
      access: keepWooAccess({ accessToken: sealWooKeys(vault, keys), hookSecret: vault.sealText(secret) }),
      actor: viewer.actor,
      locale: viewer.locale,
      canShip: ORDER_PERMISSIONS.every((permission) => can(viewer, permission)),
    }),
  );
  return readKeys(ctx);
}

/** Tries keys by having the store report its changes. Throws invalid_input (422) that names the field that does not fit. */
async function subscribeFirst(
  ctx: Ctx,
  { address, vendorId, secret, ...keys }: ConnectWooInput & { vendorId: bigint; secret: string },
): Promise<void> {
  const store = createWooStore({ address, ...keys }, ctx.adapters.webClient);
  const url = buildWooHookUrl(ctx.env.SHOPIFY_APP_URL, { storeId: ctx.viewer.store.id, vendorId });
  try {
    await store.subscribe?.({ url, secret });
  } catch (error) {
    const [path, name] = findFault(error);
    ctx.log.warn({ err: error, store: address }, 'a store of WooCommerce was not connected');
    throw invalidInput([{ path, rule: name, message: rule(name) }]);
  }
}

/** Which field does not fit, and why. What asks to slow down goes on as it is. */
function findFault(error: unknown): ['address' | 'consumerKey', RuleCode] {
  if (error instanceof OperationRefused && error.isAccessDenied) return ['consumerKey', 'woo_key_reads_only'];
  if (error instanceof AppError && error.code === 'shop_access_revoked') return ['consumerKey', 'woo_key_unknown'];
  const isPrivate = error instanceof Error && error.cause instanceof WebRefusal && error.cause.kind === 'host_private';
  if (isPrivate) return ['address', 'public_address'];
  if (error instanceof OperationRefused || (error instanceof AppError && error.code === 'platform_failed'))
    return ['address', 'woo_unanswered'];
  throw error;
}
