import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, invalidInput, stateRefuses, type Refusal } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { toIssues } from '#app/core/issues.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { changeTracking } from '#app/features/orders/fulfillment/change-fulfillment.service.server.ts';
import { fulfillBodySchema, trackingBodySchema } from '#app/features/orders/fulfillment/fulfill.contract.ts';
import { fulfillOrder } from '#app/features/orders/fulfillment/fulfill.service.server.ts';
import { findSoldLines, type SoldLine } from '#app/features/orders/read-models/sold-lines.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { groupBy, MAX_TRACKING_ROWS, readTracking, type SheetTable, type TrackingRow } from './sheet.ts';
import * as repo from './sheets.repo.server.ts';
import { PASSING_CODES, toStoredRefusal } from './sync-refusals.ts';

/** Fulfillments that one run makes; the next run goes on with the others. */
const MAX_SHIPMENTS_A_RUN = 40;
const RETRY_REFUSED_MS = 50 * MINUTE_MS;

export type TrackingRun = { isWhole: boolean; results: Map<number, repo.StoredTracking> };
type TrackingRequest = { row: TrackingRow; key: string; hash: string; before: repo.StoredTracking | undefined };

const buildKey = (order: string, sku: string): string => `${order.toLowerCase()}\n${sku.toLowerCase()}`;
const computeHash = ({ tracking, carrier, url }: TrackingRow): string =>
  createHash('sha256')
    .update(JSON.stringify([tracking, carrier, url]))
    .digest('base64url');

/**
 * Ships what rows of tracking name, each order number and SKU once for each value; another value of a row that shipped changes
 * the tracking of its fulfillment. Rows of one order with the same value are one fulfillment. The viewer is the vendor.
 */
export async function syncTracking(ctx: Ctx, vendorId: bigint, table: SheetTable): Promise<TrackingRun> {
  const scope = scopeOf(ctx.viewer);
  const rows = readTracking(table).slice(0, MAX_TRACKING_ROWS);
  const stored = await ctx.db.fast(scope, (tx) => repo.listTracking(tx, vendorId));
  const known = new Map(stored.map((one) => [buildKey(one.orderName, one.sku), one]));
  const retryBefore = ctx.clock.now().getTime() - RETRY_REFUSED_MS;
  const open = rows.flatMap((row): TrackingRequest[] => {
    const key = buildKey(row.order, row.sku);
    const before = known.get(key);
    const hash = computeHash(row);
    const isSame = before?.valueHash === hash;
    const isEnded = before?.state === 'done' || (before?.state === 'refused' && before.at.getTime() > retryBefore);
    return isSame && isEnded ? [] : [{ row, key, hash, before }];
  });
  const lines = groupBy(
    open.length === 0 ? [] : await findSoldLines(ctx, [...new Set(open.map(({ row }) => row.order.toLowerCase()))]),
    ({ orderName }) => orderName.replace(/^#/, '').toLowerCase(),
  );
  let left = MAX_SHIPMENTS_A_RUN;
  let isWhole = true;
  for (const group of groupBy(open, ({ row, hash }) => `${row.order.toLowerCase()}\n${hash}`).values()) {
    if (left === 0) {
      isWhole = false;
      break;
    }
    left -= 1;
    const [first] = group;
    const sold = first ? (lines.get(first.row.order.toLowerCase()) ?? []) : [];
    for (const one of await shipGroup(ctx, vendorId, group, sold)) known.set(buildKey(one.orderName, one.sku), one);
  }
  const results = new Map<number, repo.StoredTracking>();
  for (const { line, order, sku } of rows) {
    const result = known.get(buildKey(order, sku));
    if (result) results.set(line, result);
  }
  return { isWhole, results };
}

/** Ships the rows of one order with one value, each noted as begun before. */
async function shipGroup(
  ctx: Ctx,
  vendorId: bigint,
  group: readonly TrackingRequest[],
  sold: readonly SoldLine[],
): Promise<repo.StoredTracking[]> {
  const orderId = sold[0]?.orderId ?? null;
  const record = async (
    one: TrackingRequest,
    o: { state: repo.StoredTracking['state']; fulfillmentIds?: bigint[]; refusal?: Refusal },
  ): Promise<repo.StoredTracking> => {
    const kept = {
      orderName: one.row.order.slice(0, 100),
      sku: one.row.sku.slice(0, 255).toLowerCase(),
      line: one.row.line,
      valueHash: one.hash,
      state: o.state,
      orderId,
      fulfillmentIds: o.fulfillmentIds ?? [],
      refusal: o.refusal ?? null,
      at: ctx.clock.now(),
    };
    await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.saveTracking(tx, vendorId, kept));
    return { ...kept, fulfillmentIds: o.fulfillmentIds ?? one.before?.fulfillmentIds ?? [] };
  };
  const results: repo.StoredTracking[] = [];
  const named: TrackingRequest[] = [];
  for (const one of group) {
    const { fault } = one.row;
    if (fault) {
      const broken = fault === 'error' ? 'error_cell' : 'code_as_number';
      const params = { value: one.row.tracking.slice(0, 50) };
      const issue = { path: 'tracking', rule: broken, message: rule(broken, params), params };
      results.push(await record(one, { state: 'refused', refusal: toStoredRefusal(invalidInput([issue])) }));
      continue;
    }
    const isSold = sold.some(({ sku }) => sku.trim().toLowerCase() === one.row.sku.toLowerCase());
    const refusal = toStoredRefusal(stateRefuses(orderId === null ? 'sheet_order_unknown' : 'sheet_sku_unknown'));
    if (orderId === null || !isSold) results.push(await record(one, { state: 'refused', refusal }));
    else named.push(one);
  }
  if (orderId === null || named.length === 0) return results;
  for (const one of named) await record(one, { state: 'begun' });
  try {
    const fulfillmentIds = await ship(ctx, orderId, named, sold);
    for (const one of named) results.push(await record(one, { state: 'done', fulfillmentIds }));
  } catch (error) {
    if (!(error instanceof AppError) || PASSING_CODES.has(error.code)) throw error;
    const refusal = toStoredRefusal(error);
    for (const one of named) results.push(await record(one, { state: 'refused', refusal }));
  }
  return results;
}

/** Ships what is left of the named SKUs, or changes the tracking of what they shipped before. Returns the fulfillments. */
async function ship(
  ctx: Ctx,
  orderId: bigint,
  named: readonly TrackingRequest[],
  sold: readonly SoldLine[],
): Promise<bigint[]> {
  const [first] = named;
  const { carrier = '', tracking = '', url = '' } = first?.row ?? {};
  const value = { carrier, tracking, url, notify: true };
  const made = [...new Set(named.flatMap(({ before }) => before?.fulfillmentIds ?? []))];
  if (made.length > 0) {
    const input = trackingBodySchema.safeParse(value);
    if (!input.success) throw invalidInput(toIssues(input.error));
    for (const fulfillmentId of made) await changeTracking(ctx, { orderId, fulfillmentId }, input.data);
  }
  const skus = new Set(named.map(({ row }) => row.sku.toLowerCase()));
  const lineItems = sold.flatMap(({ id, sku, left }) =>
    skus.has(sku.trim().toLowerCase()) && left > 0 ? [{ id: String(id), quantity: left }] : [],
  );
  if (lineItems.length === 0) {
    // What a run that was cut off has shipped is left to nobody.
    if (made.length > 0 || named.some(({ before }) => before?.state === 'begun')) return made;
    throw stateRefuses('part_shipped');
  }
  const input = fulfillBodySchema.safeParse({ ...value, lineItems });
  if (!input.success) throw invalidInput(toIssues(input.error));
  const { fulfillments, failed } = await fulfillOrder(ctx, orderId, input.data);
  const [refused] = failed;
  if (refused)
    throw new AppError(
      refused.code as AppError['code'],
      refused.params ?? {},
      [],
      refused.reason as AppError['reason'],
    );
  return [...made, ...fulfillments.flatMap((one) => one.fulfillments.map(BigInt))];
}
