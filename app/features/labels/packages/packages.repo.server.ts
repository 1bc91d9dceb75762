import type { ShippingLabelPackage } from '@prisma/client';
import type { Tx } from '#app/server/db.server.ts';
import { scoped } from '#app/server/scoped.server.ts';
import type { LabelTracking } from '../label.ts';
import { updateLabel, type LabelRow } from '../labels.repo.server.ts';
import type { RefundState } from './package-states.ts';

/** A package of a label. A label for one package has no row of it: it stands in the label itself. */
export type LabelPackage = Pick<ShippingLabelPackage, 'position' | 'transactionId' | 'tracking' | 'trackingUrl'> & {
  trackingStatus: LabelTracking;
  refundId: string | null;
  refundStatus: RefundState | null;
};

const toPackage = (row: ShippingLabelPackage): LabelPackage => row as unknown as LabelPackage;

const ownPackageOf = (label: LabelRow): LabelPackage => ({
  ...{ position: 1, transactionId: label.transactionId ?? '', tracking: label.tracking },
  ...{ trackingUrl: label.trackingUrl, trackingStatus: label.trackingStatus },
  ...{ refundId: label.refundId, refundStatus: null },
});

/** The packages of a label within the scope, in order: at least one. */
export async function listPackages(tx: Tx, label: LabelRow): Promise<LabelPackage[]> {
  if (label.packageCount === 1) return [ownPackageOf(label)];
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
      return [label.id, own.length === 0 ? [ownPackageOf(label)] : own];
    }),
  );
}

/** Keeps the packages of a label that was bought for several. */
export async function insertPackages(
  tx: Tx,
  { storeId, vendorId, orderId, id: labelId }: LabelRow,
  packages: readonly Pick<LabelPackage, 'transactionId' | 'tracking' | 'trackingUrl'>[],
): Promise<void> {
  await tx.orm.shippingLabelPackage.createMany({
    data: packages.map((one, at) => ({
      ...{ ...one, storeId, vendorId, orderId, labelId, position: at + 1, trackingStatus: 'unknown' },
    })),
  });
}

/** Records what is known of the refund of a package. */
export async function saveRefund(
  tx: Tx,
  label: LabelRow,
  { position, refundId, refundStatus }: Pick<LabelPackage, 'position' | 'refundId' | 'refundStatus'>,
): Promise<void> {
  const { count } = await tx.orm.shippingLabelPackage.updateMany({
    where: { AND: [scoped(tx.scope), { labelId: label.id, position }] },
    data: { refundId, refundStatus },
  });
  if (count === 0) await updateLabel(tx, { labelId: label.id, from: ['voiding'] }, { refundId });
}

/** Forgets the refunds that a carrier refused, so that they can be asked for again. */
export async function forgetRefused(tx: Tx, labelId: bigint): Promise<void> {
  await tx.orm.shippingLabelPackage.updateMany({
    where: { AND: [scoped(tx.scope), { labelId, refundStatus: 'refused' }] },
    data: { refundId: null, refundStatus: null },
  });
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
