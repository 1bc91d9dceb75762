import type { ShippingLabelPackage } from '@prisma/client';
import type { Actor } from '#app/core/viewer.ts';
import type { Tx } from '#app/server/db.server.ts';
import { scoped } from '#app/server/scoped.server.ts';
import type { LabelTracking } from '../label.ts';
import type { LabelRow } from '../labels.repo.server.ts';
import type { RefundState } from './package-states.ts';

/** A package of a label. A label for one package has no row of it: it stands in the label itself. */
export type LabelPackage = Pick<ShippingLabelPackage, 'position' | 'transactionId' | 'tracking' | 'trackingUrl'> & {
  trackingStatus: LabelTracking;
  refundId: string | null;
  refundStatus: RefundState | null;
  adjustmentId: bigint | null;
  voidedBy: Actor | null;
};

const toPackage = (row: ShippingLabelPackage): LabelPackage => row as unknown as LabelPackage;

const toOwnPackage = (label: LabelRow): LabelPackage => ({
  position: 1,
  transactionId: label.transactionId ?? '',
  tracking: label.tracking,
  trackingUrl: label.trackingUrl,
  trackingStatus: label.trackingStatus,
  refundId: label.refundId,
  refundStatus: null,
  adjustmentId: label.adjustmentId,
  voidedBy: label.voidedBy,
});

/** The packages of a label within the scope, in order: at least one. */
export async function listPackages(tx: Tx, label: LabelRow): Promise<LabelPackage[]> {
  if (label.packageCount === 1) return [toOwnPackage(label)];
  return (await listPackagesOf(tx, [label])).get(label.id) ?? [];
}

/** The packages of several labels within the scope, by label. */
export async function listPackagesOf(tx: Tx, labels: readonly LabelRow[]): Promise<Map<bigint, LabelPackage[]>> {
  const several = labels.filter(({ packageCount }) => packageCount > 1).map(({ id }) => id);
  const rows =
    several.length === 0
      ? []
      : await tx.orm.shippingLabelPackage.findMany({
          where: { AND: [scoped(tx.scope), { labelId: { in: several } }] },
          orderBy: [{ labelId: 'asc' }, { position: 'asc' }],
        });
  return new Map(
    labels.map((label) => {
      const own = rows.filter(({ labelId }) => labelId === label.id).map(toPackage);
      return [label.id, own.length === 0 ? [toOwnPackage(label)] : own];
    }),
  );
}

/** Keeps the packages of a label that was bought for several. */
export async function insertPackages(
  tx: Tx,
  { storeId, vendorId, orderId, id: labelId }: LabelRow,
  packages: readonly Pick<LabelPackage, 'transactionId' | 'tracking' | 'trackingUrl' | 'adjustmentId'>[],
): Promise<void> {
  await tx.orm.shippingLabelPackage.createMany({
    data: packages.map((one, at) => ({
      ...one,
      storeId,
      vendorId,
      orderId,
      labelId,
      position: at + 1,
      trackingStatus: 'unknown',
    })),
  });
}

/** Records that the money of packages is asked back, and by whom. */
export async function markVoiding(
  tx: Tx,
  labelId: bigint,
  o: { positions: readonly number[]; voidedBy: Actor },
): Promise<void> {
  await tx.orm.shippingLabelPackage.updateMany({
    where: { AND: [scoped(tx.scope), { labelId, position: { in: [...o.positions] } }] },
    data: { refundId: null, refundStatus: 'open', voidedBy: o.voidedBy },
  });
}

/** Notes that the money of a package is asked back now. False where it is not open any more, or known to be asked for. */
export async function markRefundRequested(
  tx: Tx,
  labelId: bigint,
  o: { position: number; at: Date },
): Promise<boolean> {
  const { count } = await tx.orm.shippingLabelPackage.updateMany({
    where: {
      AND: [scoped(tx.scope), { labelId, position: o.position, refundStatus: 'open', refundId: null }],
    },
    data: { refundRequestedAt: o.at },
  });
  return count === 1;
}

/** Records what is known of the refund of a package that is open. False where it is decided. */
export async function saveRefund(
  tx: Tx,
  labelId: bigint,
  { position, refundId, refundStatus }: Pick<LabelPackage, 'position' | 'refundId' | 'refundStatus'>,
): Promise<boolean> {
  const { count } = await tx.orm.shippingLabelPackage.updateMany({
    where: { AND: [scoped(tx.scope), { labelId, position, refundStatus: 'open' }] },
    data: { refundId, refundStatus },
  });
  return count === 1;
}

/** Records where a package of several is. */
export async function saveTracking(
  tx: Tx,
  labelId: bigint,
  { position, trackingStatus }: Pick<LabelPackage, 'position' | 'trackingStatus'>,
): Promise<void> {
  await tx.orm.shippingLabelPackage.updateMany({
    where: { AND: [scoped(tx.scope), { labelId, position }] },
    data: { trackingStatus },
  });
}

/** Records by which adjustment a package of several is charged. */
export async function saveCharge(
  tx: Tx,
  labelId: bigint,
  { position, adjustmentId }: { position: number; adjustmentId: bigint },
): Promise<void> {
  await tx.orm.shippingLabelPackage.updateMany({
    where: { AND: [scoped(tx.scope), { labelId, position }] },
    data: { adjustmentId },
  });
}

/** The label within the scope of whose packages one has this purchase or tracking number. */
export async function findLabelOfPackage(
  tx: Tx,
  one: { transactionId: string } | { tracking: string },
): Promise<bigint | undefined> {
  const row = await tx.orm.shippingLabelPackage.findFirst({
    where: { AND: [scoped(tx.scope), one] },
    orderBy: { labelId: 'desc' },
  });
  return row?.labelId;
}
