import { mergePdfs, UnreadablePdf } from '#app/adapters/pdf/join-pdf-files.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { batchesOf, type NamedItem } from '#app/features/batches/batches.service.server.ts';
import { listPartsOf } from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import { requireShipping } from '#app/features/shipping/zones/shipping-settings.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { RATE_LIFETIME_MS } from '../label.ts';
import { readLabelFileOf } from '../packages/read-label-file.service.server.ts';
import * as repo from '../labels.repo.server.ts';
import { readLabelMode, requireShippo } from '../shippo-key.service.server.ts';
import { buyLabels } from './buy-labels.service.server.ts';
import { MAX_LABELS_AT_ONCE } from './choose-rate.ts';
import type { LabelBatchDto, LabelBatchInput, LabelServiceDto } from './label-batch.contract.ts';

/** What one file may hold: it is put together in memory. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** The labels of the scope that were bought at once: reading, listing, retrying and putting away. */
export const labelBatches = batchesOf(buyLabels, ({ fields, failures }): LabelBatchDto => ({
  ...fields,
  failures: failures.map(({ subjectId, partId: vendorOrderId, name, refusal }) => ({
    orderId: String(subjectId),
    vendorId: String(vendorOrderId),
    name,
    ...refusal,
  })),
}));

/**
 * Begins to buy labels for several orders, of the viewer's own parts alone. An order or a vendor outside the scope refuses them
 * all: not_found (404). What cannot be bought is found out one by one and reported with its reason. Throws invalid_state (409)
 * without a key, for more parts than fit, and while too many batches run.
 */
export async function startLabelBatchOf(ctx: Ctx, { orders, ...input }: LabelBatchInput): Promise<LabelBatchDto> {
  await ctx.db.unit(scopeOf(ctx.viewer), requireShipping);
  await requireShippo(ctx);
  return labelBatches.start(ctx, input, (tx) => findChosen(tx, orders));
}

/** The parts that were named, each once. */
async function findChosen(tx: SqlTx, chosen: LabelBatchInput['orders']): Promise<NamedItem<Record<string, never>>[]> {
  const vendorOrders = await listPartsOf(
    tx,
    chosen.map(({ id }) => id),
  );
  const items = new Map<string, NamedItem<Record<string, never>>>();
  for (const { id, vendor } of chosen) {
    const own = vendorOrders.filter(
      (vendorOrder) => vendorOrder.orderId === id && (vendor === undefined || vendorOrder.vendorId === vendor),
    );
    if (own.length === 0) throw new AppError('not_found');
    for (const { vendorId, name } of own)
      items.set(`${String(id)}/${String(vendorId)}`, { subjectId: id, partId: vendorId, name, input: {} });
  }
  if (items.size > MAX_LABELS_AT_ONCE) throw stateRefuses('labels_too_many', { limit: MAX_LABELS_AT_ONCE });
  return [...items.values()];
}

/**
 * The labels of a batch in one PDF, in the order of the batch. Those that were voided are left out. Throws not_found (404) for
 * another scope's batch, invalid_state (409) where nothing is to print or a carrier's file cannot be joined with others.
 */
export async function readLabelBatchFileOf(ctx: Ctx, batchId: bigint): Promise<{ bytes: Buffer; filename: string }> {
  await labelBatches.read(ctx, batchId);
  const ids = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listPrintableOfBatch(tx, batchId));
  if (ids.length === 0) throw stateRefuses('label_not_there');
  const files: Buffer[] = [];
  let size = 0;
  for (const id of ids) {
    const { bytes } = await readLabelFileOf(ctx, id);
    size += bytes.length;
    if (size > MAX_FILE_BYTES) throw stateRefuses('labels_not_joined');
    files.push(bytes);
  }
  try {
    return { bytes: await mergePdfs(files), filename: `labels-${String(batchId)}.pdf` };
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error;
    throw Object.assign(stateRefuses('labels_not_joined'), { cause: error });
  }
}

/** The services that were quoted within the scope while their rates can be bought, by carrier and name. */
export async function listLabelServicesOf(ctx: Ctx): Promise<LabelServiceDto[]> {
  const since = new Date(ctx.clock.now().getTime() - RATE_LIFETIME_MS);
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listQuotedServices(tx, since));
  const formatService = ({ carrier, service }: LabelServiceDto): string => `${carrier} ${service}`;
  return found
    .sort((one, other) => formatService(one).localeCompare(formatService(other)))
    .slice(0, MAX_LABELS_AT_ONCE);
}

/** What the list of orders shows of labels: whether many can be bought at once, and the reports of those that were. */
export async function readLabelBatches(
  ctx: Ctx,
): Promise<{ mayBuy: boolean; isTest: boolean; reports: LabelBatchDto[] }> {
  const { isOn, isTest } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const mode = await readLabelMode(tx);
    return { isOn: mode.isSet && (await readSwitches(tx)).delivery, isTest: mode.isTest };
  });
  return { mayBuy: isOn && can(ctx.viewer, 'write_orders'), isTest, reports: await labelBatches.listShown(ctx) };
}
