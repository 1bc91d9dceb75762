import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findRequester, requirePermissions } from '#app/features/batches/requester.service.server.ts';
import { recordNotices } from '#app/platform/notices/record-notices.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { isDatabaseAway, type SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { listVariants } from '../products.repo.server.ts';
import { requireProduct, shownVersion } from '../products.service.server.ts';
import { runProductAction } from '../review/decide-product.service.server.ts';
import * as repo from './decisions.repo.server.ts';
import type { ScheduledDecision } from './scheduled-decision.ts';

/**
 * Carries a scheduled decision out as whoever decided it, with what they may now. May run twice: what was begun is gone on with,
 * and the decision ends in the transaction that writes what it decided. What is refused ends it, and admins get a notice.
 */
export async function executeDecision(
  services: Services,
  storeId: StoreId,
  decisionId: bigint,
): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(storeId);
  const decision = await services.db.fast(scope, (tx) => repo.findDecision(tx, decisionId));
  if (!decision || !['scheduled', 'executing'].includes(decision.state)) return undefined;
  const { productId, action, note } = decision;
  try {
    const ctx = await actingCtx(services, storeId, decision);
    const started = await services.db.fast(scope, (tx) => start(ctx, tx, decisionId));
    if (started === 'ended') return undefined;
    await runProductAction(ctx, {
      productId,
      action,
      note,
      decision: { id: decisionId, isRepeated: started === 'again' },
    });
    return undefined;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const at = services.clock.now();
    const reason = error instanceof AppError ? (error.reason ?? error.code) : 'internal';
    if (!(error instanceof AppError)) services.log.error({ err: error, decisionId }, 'a decision was not carried out');
    return (tx) => endFailed(tx, services, decision, { reason, at });
  }
}

/** The context of whoever decided. Throws not_found (404) for a store that is gone, and for who lost the right to decide. */
async function actingCtx(services: Services, storeId: StoreId, decision: ScheduledDecision): Promise<Ctx> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) throw new AppError('store_uninstalled');
  const requested = { requester: decision.decidedBy, vendorId: decision.actingVendorId };
  const viewer = await findRequester(services, store, requested);
  requirePermissions(viewer, ['write_products']);
  return { ...services, viewer };
}

/** Begins a decision once its product is as it was looked at. What was begun before was checked then. */
async function start(ctx: Ctx, tx: SqlTx, id: bigint): Promise<'first' | 'again' | 'ended'> {
  const decision = await repo.findDecision(tx, id, { lock: true });
  if (decision?.state === 'executing') return 'again';
  if (decision?.state !== 'scheduled') return 'ended';
  const product = await requireProduct(tx, decision.productId);
  const version = await shownVersion(tx, ctx.viewer, product, await listVariants(tx, product.id));
  if (version !== decision.seen) throw new AppError('conflict');
  await repo.markExecuting(tx, id);
  return 'first';
}

/** Where nothing is left to do, nobody is told: the product or the store is gone, or the product went live elsewhere. */
const NOTHING_LEFT = ['not_found', 'store_uninstalled', 'product_approved'];

/** Ends a decision that was not carried out, and tells the admins. */
async function endFailed(
  tx: SqlTx,
  services: Services,
  { id, productId, action, decidedBy }: ScheduledDecision,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  if (!(await repo.endDecision(tx, id, { state: 'failed', at }))) return;
  if (NOTHING_LEFT.includes(reason)) return;
  await recordAudit(tx, [
    {
      subject: 'product',
      subjectId: String(productId),
      vendorId: null,
      action: action === 'approve' ? 'approval_failed' : 'send_back_failed',
      actor: decidedBy,
      detail: { reason },
      at,
    },
  ]);
  const kind = reason === 'conflict' ? 'decisionOutdated' : 'decisionFailed';
  await recordNotices(tx, services, [{ vendorId: null, kind, subjectId: productId, dedupeKey: `decision:${id}`, at }]);
}
