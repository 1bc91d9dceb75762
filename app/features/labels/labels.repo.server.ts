import type { LabelRate, Prisma, ShippingLabel } from '@prisma/client';
import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { scoped, scopedSql } from '#app/server/scoped.server.ts';
import type { FulfillmentState, LabelStatus, LabelTracking, LabelUnits } from './label.ts';

export type RateRow = Omit<LabelRate, 'units' | 'attributes'> & { units: LabelUnits[]; attributes: string[] };
export type LabelRow = Omit<
  ShippingLabel,
  'units' | 'status' | 'fulfillmentState' | 'trackingStatus' | 'boughtBy' | 'voidedBy'
> & {
  units: LabelUnits[];
  status: LabelStatus;
  fulfillmentState: FulfillmentState;
  trackingStatus: LabelTracking;
  boughtBy: Actor;
  voidedBy: Actor | null;
};

const toLabel = (row: ShippingLabel): LabelRow => row as unknown as LabelRow;
const toRate = (row: LabelRate): RateRow => row as unknown as RateRow;

/** Keeps quoted rates. What the provider named before is left as it is. */
export async function insertRates(tx: Tx, rates: readonly RateRow[]): Promise<void> {
  const data = rates.map((rate) => ({ ...rate, units: [...rate.units], attributes: [...rate.attributes] }));
  await tx.orm.labelRate.createMany({ data, skipDuplicates: true });
}

/** Deletes the rates of a vendor that can be bought no more. */
export async function deleteStaleRates(tx: Tx, vendorId: bigint, quotedBefore: Date): Promise<void> {
  await tx.orm.labelRate.deleteMany({
    where: { AND: [scoped(tx.scope), { vendorId, quotedAt: { lt: quotedBefore } }] },
  });
}

/** A rate within the scope. */
export async function findRate(tx: Tx, rateId: string): Promise<RateRow | undefined> {
  const row = await tx.orm.labelRate.findFirst({ where: { AND: [scoped(tx.scope), { rateId }] } });
  return row ? toRate(row) : undefined;
}

/** A label within the scope; with `lock` nobody else changes it until commit. */
export async function findLabel(tx: Tx, labelId: bigint, o: { lock?: true } = {}): Promise<LabelRow | undefined> {
  if (o.lock) {
    const filter = scopedSql(tx.scope, 'l', 2);
    await tx.query(`SELECT 1 FROM shipping_labels l WHERE l.id = $1 AND ${filter.text} FOR UPDATE`, [
      labelId,
      ...filter.values,
    ]);
  }
  const row = await tx.orm.shippingLabel.findFirst({ where: { AND: [scoped(tx.scope), { id: labelId }] } });
  return row ? toLabel(row) : undefined;
}

/** The bought label of a reported package: by its purchase, else the newest with its tracking number, which carriers use again. */
export async function findReportedLabel(
  tx: Tx,
  { transactionId, tracking }: { transactionId: string; tracking: string },
): Promise<LabelRow | undefined> {
  const named = [...(transactionId ? [{ transactionId }] : []), ...(tracking ? [{ tracking }] : [])];
  for (const one of named) {
    const row = await tx.orm.shippingLabel.findFirst({
      where: { AND: [scoped(tx.scope), one, { status: { in: ['bought', 'voiding'] } }] },
      orderBy: { id: 'desc' },
    });
    if (row) return toLabel(row);
  }
  return undefined;
}

/** The labels of an order within the scope, newest first. */
export async function listLabels(tx: Tx, orderId: bigint): Promise<LabelRow[]> {
  const rows = await tx.orm.shippingLabel.findMany({
    where: { AND: [scoped(tx.scope), { orderId }] },
    orderBy: { id: 'desc' },
  });
  return rows.map(toLabel);
}

/** How many labels of the scope's store are being bought. */
export async function countOpenLabels(tx: Tx): Promise<number> {
  return tx.orm.shippingLabel.count({
    where: { AND: [scoped(tx.scope), { status: 'buying' }] },
  });
}

export type NewLabel = Pick<
  LabelRow,
  | 'vendorId'
  | 'orderId'
  | 'rateId'
  | 'carrier'
  | 'service'
  | 'amount'
  | 'currency'
  | 'chargedMinor'
  | 'chargedCurrency'
  | 'isTest'
  | 'units'
  | 'notify'
  | 'turn'
  | 'workingUntil'
  | 'boughtBy'
  | 'createdAt'
  | 'batchId'
  | 'isReturn'
  | 'packageCount'
>;

/** Records a label that is about to be bought. */
export async function insertLabel(tx: Tx, label: NewLabel): Promise<LabelRow> {
  const row = await tx.orm.shippingLabel.create({
    data: {
      ...label,
      storeId: tx.scope.storeId,
      units: [...label.units],
      boughtBy: label.boughtBy,
      status: 'buying',
      fulfillmentState: label.isReturn ? 'none' : 'open',
      trackingStatus: 'unknown',
    },
  });
  return toLabel(row);
}

/** Changes a label that still stands as it was read. False where it does not. */
export async function updateLabel(
  tx: Tx,
  o: {
    labelId: bigint;
    from: readonly LabelStatus[];
    turn?: string;
    fulfillmentState?: FulfillmentState;
    refundId?: null;
  },
  data: Prisma.ShippingLabelUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await tx.orm.shippingLabel.updateMany({
    where: {
      AND: [
        scoped(tx.scope),
        { id: o.labelId, status: { in: [...o.from] } },
        ...(o.turn === undefined ? [] : [{ turn: o.turn }]),
        ...(o.fulfillmentState === undefined ? [] : [{ fulfillmentState: o.fulfillmentState }]),
        ...(o.refundId === undefined ? [] : [{ refundId: o.refundId }]),
      ],
    },
    data,
  });
  return count === 1;
}

/** Keeps the sealed file of a label; one that is kept already stays. Nothing is kept for a buyer who was erased. */
export async function saveFile(tx: Tx, label: LabelRow, encrypted: Buffer): Promise<void> {
  const { storeId, vendorId, orderId } = label;
  await tx.query(
    `INSERT INTO shipping_label_files (store_id, vendor_id, order_id, label_id, encrypted)
     SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
       SELECT 1 FROM order_buyers b WHERE b.store_id = $1 AND b.order_id = $3 AND b.redacted)
     ON CONFLICT (store_id, label_id) DO NOTHING`,
    [storeId, vendorId, orderId, label.id, encrypted],
  );
}

/** The sealed file of a label within the scope. */
export async function findFile(tx: Tx, labelId: bigint): Promise<Uint8Array | undefined> {
  const row = await tx.orm.shippingLabelFile.findFirst({ where: { AND: [scoped(tx.scope), { labelId }] } });
  return row?.encrypted;
}

/** Whether the buyer of an order was erased: its labels are not shown again. */
export async function isBuyerErased(tx: SqlTx, orderId: bigint): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM order_buyers WHERE store_id = $1 AND order_id = $2 AND redacted', [
    tx.scope.storeId,
    orderId,
  ]);
  return rows.length > 0;
}

/** How long delivered packages took from their label, on average by vendor, of orders of a time; samples do not count. */
export async function averageDeliverySeconds(
  tx: SqlTx,
  { from, to }: { from: Date; to: Date },
): Promise<{ vendorId: bigint; seconds: number }[]> {
  const scope = scopedSql(tx.scope, 'l', 3);
  return tx.query(
    `SELECT l.vendor_id AS "vendorId", avg(extract(epoch FROM l.delivered_at - l.bought_at))::float8 AS seconds
     FROM shipping_labels l
     JOIN vendor_orders v ON v.store_id = l.store_id AND v.order_id = l.order_id AND v.vendor_id = l.vendor_id
     WHERE l.delivered_at IS NOT NULL AND NOT l.is_test AND NOT l.is_return AND v.ordered_at >= $1 AND v.ordered_at < $2 AND ${scope.text}
     GROUP BY 1`,
    [from, to, ...scope.values],
  );
}

/** The labels of a batch that can be printed, within the scope, in the order of the batch. */
export async function listPrintableOfBatch(tx: SqlTx, batchId: bigint): Promise<bigint[]> {
  const scope = scopedSql(tx.scope, 'l', 2);
  const rows = await tx.query<{ id: bigint }>(
    `SELECT l.id FROM shipping_labels l
     LEFT JOIN batch_items i ON i.store_id = l.store_id AND i.batch_id = l.batch_id AND i.subject_id = l.order_id AND i.order_vendor_id = l.vendor_id
     WHERE l.batch_id = $1 AND l.status IN ('bought', 'voiding') AND ${scope.text}
       AND NOT EXISTS (SELECT 1 FROM order_buyers b WHERE b.store_id = l.store_id AND b.order_id = l.order_id AND b.redacted)
     ORDER BY i.position, l.id`,
    [batchId, ...scope.values],
  );
  return rows.map(({ id }) => id);
}

/** The services that were quoted within the scope since a moment, each once. */
export async function listQuotedServices(tx: SqlTx, since: Date): Promise<{ carrier: string; service: string }[]> {
  const scope = scopedSql(tx.scope, 'r', 2);
  return tx.query(
    `SELECT r.carrier, r.service FROM label_rates r
     WHERE r.quoted_at > $1 AND r.service <> '' AND ${scope.text} GROUP BY r.carrier, r.service`,
    [since, ...scope.values],
  );
}
