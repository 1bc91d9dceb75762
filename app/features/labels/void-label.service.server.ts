import { ShippoProblem, type ShippoClient } from '#app/adapters/shippo/shippo.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { cancelFulfillment } from '#app/features/orders/fulfillment/change-fulfillment.service.server.ts';
import { requireShipping } from '#app/features/shipping/zones/shipping-settings.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { planRefundJob } from './label-job.service.server.ts';
import { isUnused } from './label.ts';
import type { LabelDto } from './labels.contract.ts';
import * as repo from './labels.repo.server.ts';
import { readLabelDto } from './list-labels.service.server.ts';
import { listPackages } from './packages/packages.repo.server.ts';
import { voidPackages } from './packages/void-packages.service.server.ts';
import { askRefund, endLabel, FIRST_POLL_MS, NEXT_POLL_MS } from './refund.service.server.ts';
import { requireShippo, toRefusal } from './shippo-key.service.server.ts';
import { notifyOfLabel } from './tell-of-label.service.server.ts';

const FIRST_PACKAGE = { position: 1 };

/**
 * Asks the money of an unused label back. Recorded before Shippo is asked; the charge of a vendor comes back once Shippo confirms,
 * of a label for several packages package by package. Throws not_found (404), invalid_state (409) for a label that cannot be
 * voided now or whose void the carrier refuses. `cancelShipment` also takes the shipment back that was made with it, after the void.
 */
export async function voidLabelOf(
  ctx: Ctx,
  labelId: bigint,
  { cancelShipment }: { cancelShipment: boolean },
): Promise<LabelDto> {
  const { label, packages, client } = await requireLabel(ctx, labelId);
  if (!isUnused(label.trackingStatus)) throw stateRefuses('label_not_voidable');
  if (packages.length > 1) await voidPackages(ctx, client, { labelId });
  else await voidSingle(ctx, client, label);
  const voided = await readLabelDto(ctx, labelId);
  if (!cancelShipment || voided.shipment === null) return voided;
  await cancelFulfillment(ctx, { orderId: label.orderId, fulfillmentId: BigInt(voided.shipment) });
  return readLabelDto(ctx, labelId);
}

/**
 * Asks the money of one package of a label back that is for several: the others are sent as before. Throws not_found (404) also
 * for a package that the label has not, and otherwise as `voidLabelOf`.
 */
export async function voidPackageOf(
  ctx: Ctx,
  { labelId, position }: { labelId: bigint; position: number },
): Promise<LabelDto> {
  const { packages, client } = await requireLabel(ctx, labelId);
  if (packages.length < 2 || !packages.some((one) => one.position === position)) throw new AppError('not_found');
  await voidPackages(ctx, client, { labelId, position });
  return readLabelDto(ctx, labelId);
}

/** A label within the viewer's scope, and the access with which it was bought. */
async function requireLabel(ctx: Ctx, labelId: bigint) {
  const found = await ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    await requireShipping(tx);
    const label = await repo.findLabel(tx, labelId);
    return label && { label, packages: await listPackages(tx, label) };
  });
  if (!found) throw new AppError('not_found');
  const { client, isTest } = await requireShippo(ctx);
  if (found.label.isTest !== isTest) throw stateRefuses('label_mode_changed');
  return { ...found, client };
}

async function voidSingle(ctx: Ctx, client: ShippoClient, label: repo.LabelRow): Promise<void> {
  const { store, actor } = ctx.viewer;
  const now = ctx.clock.now();
  const isOurs = await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const change = { status: 'voiding', voidedBy: actor, problem: null };
    if (!(await repo.updateLabel(tx, { labelId: label.id, from: ['bought'] }, change))) return false;
    await planRefundJob(tx, { ...FIRST_PACKAGE, labelId: label.id, dueAt: new Date(now.getTime() + FIRST_POLL_MS) });
    return true;
  });
  if (!isOurs) throw stateRefuses('label_not_voidable');
  try {
    const requested = { ...label, status: 'voiding', voidedBy: actor } as const;
    const refundStatus = await settleRefund(ctx, client, requested, { wasRequested: false });
    if (refundStatus === 'refused') throw stateRefuses('label_void_refused');
  } catch (error) {
    if (!(error instanceof ShippoProblem)) throw error;
    // Nobody knows whether it was asked for: it stands as being voided, and the job looks.
    if (error.reason === 'lost') return;
    await reopen(ctx, label, { isTold: false });
    throw error.reason === 'refused' ? stateRefuses('label_void_refused') : toRefusal(error);
  }
}

/**
 * Asks the money of a label for a single package back, or what became of it, and writes what is known. The charge comes back
 * once, with Shippo's word. Throws what Shippo refuses.
 */
export async function settleRefund(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
  { wasRequested }: { wasRequested: boolean },
) {
  const purchase = { transactionId: label.transactionId ?? '', refundId: label.refundId };
  const scope = marketplaceScope(asStoreId(label.storeId));
  const mark = (): Promise<boolean> =>
    services.db.unit(scope, (tx) =>
      repo.updateLabel(
        tx,
        { labelId: label.id, from: ['voiding'], refundId: null },
        { refundRequestedAt: services.clock.now() },
      ),
    );
  const requested = await askRefund(client, purchase, { wasRequested, mark });
  if (!requested) return 'open';
  const { refundId, refundStatus } = requested;
  const at = services.clock.now();
  if (refundStatus === 'refused') await reopen(services, label, { isTold: true });
  else
    await services.db.unit(scope, async (tx) => {
      if (refundStatus === 'done')
        return endLabel(tx, label, { refundId, actor: label.voidedBy ?? label.boughtBy, at });
      await repo.updateLabel(tx, { labelId: label.id, from: ['voiding'] }, { refundId });
      await planRefundJob(tx, { ...FIRST_PACKAGE, labelId: label.id, dueAt: new Date(at.getTime() + NEXT_POLL_MS) });
    });
  return refundStatus;
}

/** The label stands as before. Where the carrier refused its refund, whoever pays for it is told. */
async function reopen(services: Services, label: repo.LabelRow, { isTold }: { isTold: boolean }): Promise<void> {
  await services.db.unit(marketplaceScope(asStoreId(label.storeId)), async (tx) => {
    const isReopened = await repo.updateLabel(
      tx,
      { labelId: label.id, from: ['voiding'] },
      { status: 'bought', refundId: null },
    );
    if (isReopened && isTold) await notifyOfLabel(tx, services, label, 'refused');
  });
}
