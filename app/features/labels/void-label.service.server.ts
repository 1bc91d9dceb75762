import { ShippoProblem, type ShippoClient, type ShippoRefund } from '#app/adapters/shippo/shippo.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { reverseLabelCharge } from '#app/features/adjustments/label-cost.service.server.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { requireShippo, toRefusal } from './shippo-key.service.server.ts';
import { requireShipping } from '#app/features/shipping/zones/shipping-settings.service.server.ts';
import { planLabelJob } from './label-job.service.server.ts';
import { isUnused } from './label.ts';
import type { LabelDto } from './labels.contract.ts';
import * as repo from './labels.repo.server.ts';
import { joinRefunds, type RefundState } from './packages/package-states.ts';
import { forgetRefused, listPackages, saveRefund, type LabelPackage } from './packages/packages.repo.server.ts';
import { readLabelDto } from './list-labels.service.server.ts';
import { nameOf } from './settle-label.service.server.ts';

const FIRST_LOOK_MS = 120_000;
/** Carriers take days to say whether a label was unused. */
const NEXT_LOOK_MS = 6 * 3_600_000;

/**
 * Asks the money of an unused label back. Recorded before Shippo is asked; the charge of a vendor comes back once Shippo confirms.
 * Throws not_found (404), invalid_state (409) for a label that cannot be voided now or whose void the carrier refuses.
 */
export async function voidLabelOf(ctx: Ctx, labelId: bigint): Promise<LabelDto> {
  const { viewer } = ctx;
  const label = await ctx.db.unit(scopeOf(viewer), async (tx) => {
    await requireShipping(tx);
    return repo.findLabel(tx, labelId);
  });
  if (!label) throw new AppError('not_found');
  const { client, isTest } = await requireShippo(ctx);
  if (label.isTest !== isTest) throw stateRefuses('label_mode_changed');
  if (!isUnused(label.trackingStatus)) throw stateRefuses('label_not_voidable');
  const now = ctx.clock.now();
  const isOurs = await ctx.db.unit(marketplaceScope(viewer.store.id), async (tx) => {
    const change = { status: 'voiding', voidedBy: viewer.actor, problem: null };
    if (!(await repo.updateLabel(tx, { labelId, from: ['bought'] }, change))) return false;
    await forgetRefused(tx, labelId);
    await planLabelJob(tx, labelId, new Date(now.getTime() + FIRST_LOOK_MS));
    return true;
  });
  if (!isOurs) throw stateRefuses('label_not_voidable');
  try {
    await settleRefunds(ctx, client, { ...label, status: 'voiding', voidedBy: viewer.actor }, { wasAsked: false });
  } catch (error) {
    if (!(error instanceof ShippoProblem)) throw error;
    // Nobody knows whether it was asked for: it stands as being voided, and the job looks.
    if (error.reason === 'lost') return readLabelDto(ctx, labelId);
    await reopen(ctx, label);
    throw error.reason === 'refused' ? stateRefuses('label_void_refused') : toRefusal(error);
  }
  const after = await readLabelDto(ctx, labelId);
  if (after.status === 'bought') throw stateRefuses('label_void_refused');
  return after;
}

/** A refund by what is known of it: its id is not where the purchase alone tells of it. */
type AskedRefund = { refundId: string | null; status: ShippoRefund['status'] };

/** Asks for the money of a package, or finds that it was asked for. */
async function askRefund(
  client: ShippoClient,
  { transactionId, refundId }: LabelPackage,
  { wasAsked }: { wasAsked: boolean },
): Promise<AskedRefund> {
  if (refundId) return client.readRefund(refundId);
  if (wasAsked) {
    // Its answer was lost: the purchase itself says whether its money was asked for.
    const status = REFUND_OF[(await client.readPurchase(transactionId)).status];
    if (status) return { refundId: null, status };
  }
  return client.refund(transactionId);
}

const REFUND_OF: Readonly<Record<string, ShippoRefund['status']>> = {
  REFUNDPENDING: 'PENDING',
  REFUNDED: 'SUCCESS',
  REFUNDREJECTED: 'ERROR',
};

const stateOf = (status: ShippoRefund['status']): RefundState =>
  status === 'SUCCESS' ? 'done' : status === 'ERROR' ? 'refused' : 'open';

/**
 * Asks the money of each package of a label back, or what became of it, and writes what is known. The charge comes back once,
 * with Shippo's word that the money of all of them does. Throws what Shippo refuses; where some packages were asked for before
 * that, the label stays as being voided and the job goes on.
 */
export async function settleRefunds(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
  { wasAsked }: { wasAsked: boolean },
): Promise<void> {
  const scope = marketplaceScope(asStoreId(label.storeId));
  const packages = await services.db.unit(scope, (tx) => listPackages(tx, label));
  const states: RefundState[] = [];
  for (const one of packages) {
    const known = one.refundStatus === 'open' ? null : one.refundStatus;
    const asked = known ? undefined : await askOne(one, states.length > 0);
    const refundStatus = known ?? (asked ? stateOf(asked.status) : 'open');
    states.push(refundStatus);
    if (asked && packages.length > 1) {
      await services.db.unit(scope, (tx) =>
        saveRefund(tx, label, { position: one.position, refundId: asked.refundId, refundStatus }),
      );
    }
    if (packages.length === 1)
      await recordRefund(services, label, { outcome: refundStatus, refundId: asked?.refundId ?? null });
  }
  if (packages.length > 1) await recordRefund(services, label, { outcome: joinRefunds(states), refundId: null });

  /** Once the first of several was asked for, what keeps another from it is found out later. */
  async function askOne(one: LabelPackage, isLater: boolean): Promise<AskedRefund | undefined> {
    try {
      return await askRefund(client, one, { wasAsked });
    } catch (error) {
      if (!(error instanceof ShippoProblem) || packages.length === 1) throw error;
      if (error.reason === 'refused') return { refundId: null, status: 'ERROR' };
      if (!isLater) throw error;
      return undefined;
    }
  }
}

type RefundWord = { outcome: RefundState; refundId: string | null };

async function recordRefund(
  services: Services,
  label: repo.LabelRow,
  { outcome, refundId }: RefundWord,
): Promise<void> {
  const at = services.clock.now();
  const { orderId, vendorId, adjustmentId } = label;
  const actor = label.voidedBy ?? label.boughtBy;
  if (outcome === 'refused') return reopen(services, label);
  await services.db.unit(marketplaceScope(asStoreId(label.storeId)), async (tx) => {
    if (outcome === 'open') {
      await repo.updateLabel(tx, { labelId: label.id, from: ['voiding'] }, { refundId });
      await planLabelJob(tx, label.id, new Date(at.getTime() + NEXT_LOOK_MS));
      return;
    }
    const change = { status: 'voided', refundId, voidedAt: at };
    if (!(await repo.updateLabel(tx, { labelId: label.id, from: ['voiding'] }, change))) return;
    if (adjustmentId !== null) await reverseLabelCharge(tx, { orderId, adjustmentId, note: nameOf(label), actor, at });
    await recordAudit(tx, [
      {
        ...{ subject: 'order', subjectId: String(orderId), vendorId, action: 'label.voided', actor, at },
        detail: { carrier: label.carrier, service: label.service, label: String(label.id) },
      },
    ]);
  });
}

/** The carrier refused the void: the label stands as before. */
async function reopen(services: Services, label: repo.LabelRow): Promise<void> {
  await services.db.unit(marketplaceScope(asStoreId(label.storeId)), (tx) =>
    repo.updateLabel(tx, { labelId: label.id, from: ['voiding'] }, { status: 'bought', refundId: null }),
  );
}
