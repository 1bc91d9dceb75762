import { ShippoProblem, type ShippoClient } from '#app/adapters/shippo/shippo.server.ts';
import { stateRefuses } from '#app/core/errors.ts';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { reverseLabelPrice } from '#app/features/adjustments/book-label-price.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { planRefundJob } from '../label-job.service.server.ts';
import * as repo from '../labels.repo.server.ts';
import { askRefund, endLabel, FIRST_POLL_MS, NEXT_POLL_MS, type RequestedRefund } from '../refund.service.server.ts';
import { formatPackageName } from '../settle-label.service.server.ts';
import { toRefusal } from '../shippo-key.service.server.ts';
import { notifyOfLabel } from '../tell-of-label.service.server.ts';
import { isVoidable, statusByRefunds } from './package-states.ts';
import {
  listPackages,
  markRefundRequested,
  markVoiding,
  saveRefund,
  type LabelPackage,
} from './packages.repo.server.ts';

/**
 * Asks the money of one package of a label back, or of all that can be. Recorded before Shippo is asked. Throws invalid_state (409)
 * where there is none, and where the carrier refuses each; what Shippo keeps from being asked for the first throws as it does for
 * a label. What keeps the others from it is left to their jobs.
 */
export async function voidPackages(
  ctx: Ctx,
  client: ShippoClient,
  { labelId, position }: { labelId: bigint; position?: number },
): Promise<void> {
  const { label, packages } = await claim(ctx, labelId, position);
  const outcomes: RequestedRefund['refundStatus'][] = [];
  for (const one of packages) {
    try {
      const mark = () => markPackage(ctx, label, one);
      const requested = await askRefund(client, { ...one, refundId: null }, { wasRequested: false, mark });
      if (!requested) continue;
      await recordRefund(ctx, label, one, requested);
      outcomes.push(requested.refundStatus);
    } catch (error) {
      if (!(error instanceof ShippoProblem)) throw error;
      if (error.reason === 'refused') {
        await recordRefund(ctx, label, one, REFUSED);
        outcomes.push('refused');
        continue;
      }
      // Nobody knows whether it was asked for, or the first was: the jobs of the packages go on.
      if (error.reason === 'lost' || outcomes.length > 0) return;
      for (const claimed of packages) await recordRefund(ctx, label, claimed, { refundId: null, refundStatus: null });
      throw toRefusal(error);
    }
  }
  if (outcomes.length > 0 && outcomes.every((outcome) => outcome === 'refused'))
    throw stateRefuses('label_void_refused');
}

/** Notes that the money of a package is asked back now, where it still is to be. */
const markPackage = (services: Services, label: repo.LabelRow, { position }: LabelPackage): Promise<boolean> =>
  services.db.unit(marketplaceScope(asStoreId(label.storeId)), (tx) =>
    markRefundRequested(tx, label.id, { position, at: services.clock.now() }),
  );

const REFUSED: RequestedRefund = { refundId: null, refundStatus: 'refused' };

type Claimed = { label: repo.LabelRow; packages: LabelPackage[] };

/** Takes the packages that can be voided, so that nobody else asks for them. */
async function claim(ctx: Ctx, labelId: bigint, position: number | undefined): Promise<Claimed> {
  const { store, actor } = ctx.viewer;
  const dueAt = new Date(ctx.clock.now().getTime() + FIRST_POLL_MS);
  return ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const label = await repo.findLabel(tx, labelId, { lock: true });
    const all = label?.status === 'bought' ? await listPackages(tx, label) : [];
    const packages = all.filter((one) => isVoidable(one) && (position === undefined || one.position === position));
    if (!label || packages.length === 0) throw stateRefuses('label_not_voidable');
    const positions = packages.map((one) => one.position);
    await markVoiding(tx, labelId, { positions, voidedBy: actor });
    await saveStatus(tx, label);
    for (const one of positions) await planRefundJob(tx, { labelId, position: one, dueAt });
    return { label, packages: packages.map((one) => ({ ...one, voidedBy: actor })) };
  });
}

/**
 * Finds out what became of the refund of a package, and asks for it where nobody did. May run twice; nothing happens once it is
 * decided. Throws what Shippo refuses to tell.
 */
export async function settlePackage(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
  position: number,
): Promise<void> {
  const scope = marketplaceScope(asStoreId(label.storeId));
  const packages = await services.db.unit(scope, (tx) => listPackages(tx, label));
  const one = packages.find((known) => known.position === position);
  if (one?.refundStatus !== 'open') return;
  const mark = () => markPackage(services, label, one);
  const requested = await askRefund(client, one, { wasRequested: true, mark }).catch((error: unknown) => {
    if (error instanceof ShippoProblem && error.reason === 'refused') return REFUSED;
    throw error;
  });
  if (!requested) return;
  await recordRefund(services, label, one, requested);
  if (requested.refundStatus !== 'open') return;
  const dueAt = new Date(services.clock.now().getTime() + NEXT_POLL_MS);
  await services.db.unit(scope, (tx) => planRefundJob(tx, { labelId: label.id, position, dueAt }));
}

type Refund = Pick<LabelPackage, 'refundId' | 'refundStatus'>;

/** Writes what is known of a package's refund. Its share of the charge comes back with the word that its money does, once. */
async function recordRefund(
  services: Services,
  label: repo.LabelRow,
  one: LabelPackage,
  { refundId, refundStatus }: Refund,
): Promise<void> {
  const at = services.clock.now();
  await services.db.unit(marketplaceScope(asStoreId(label.storeId)), async (tx) => {
    const known = await repo.findLabel(tx, label.id, { lock: true });
    if (!known || !(await saveRefund(tx, label.id, { position: one.position, refundId, refundStatus }))) return;
    // A package of a return may have been charged since it was read.
    const current = (await listPackages(tx, known)).find(({ position }) => position === one.position) ?? one;
    if (refundStatus === 'done') await recordReturned(tx, known, current, at);
    if (refundStatus === 'refused') await notifyOfLabel(tx, services, known, 'refused');
    await saveStatus(tx, known, { one, at });
  });
}

/** The money of a package came back. The timeline tells of it where the rest of the label stands. */
async function recordReturned(tx: Tx, label: repo.LabelRow, one: LabelPackage, at: Date): Promise<void> {
  const { orderId, vendorId } = label;
  const actor = one.voidedBy ?? label.boughtBy;
  if (one.adjustmentId !== null) {
    const note = formatPackageName(label, one.position);
    await reverseLabelPrice(tx, { orderId, adjustmentId: one.adjustmentId, note, actor, at });
  }
  if (label.status !== 'bought') return;
  await recordAudit(tx, [
    {
      subject: 'order',
      subjectId: String(orderId),
      vendorId,
      action: 'label.package_voided',
      actor,
      at,
      detail: { label: String(label.id), package: one.position },
    },
  ]);
}

/** Keeps a label as its packages stand, and ends it with the last of them. */
async function saveStatus(tx: Tx, label: repo.LabelRow, last?: { one: LabelPackage; at: Date }): Promise<void> {
  const packages = await listPackages(tx, label);
  const status = statusByRefunds(packages.map(({ refundStatus }) => refundStatus));
  if (status === 'voided' && last) {
    await endLabel(tx, label, { refundId: null, actor: last.one.voidedBy ?? label.boughtBy, at: last.at });
    return;
  }
  await repo.updateLabel(tx, { labelId: label.id, from: ['bought', 'voiding'] }, { status, problem: null });
}
