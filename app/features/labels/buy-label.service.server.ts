import { randomUUID } from 'node:crypto';
import { ShippoProblem, type ShippoClient, type ShippoTransaction } from '#app/adapters/shippo/shippo.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { lockOrder } from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import {
  requireShippableVendorOrder,
  type ShippableVendorOrder,
} from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import { assertNotOnHold } from '#app/platform/hold/hold.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { requireAllowedPrice, requireAllowedWeight, requireLabelLeft } from './check-limits.service.server.ts';
import { requireShippo, toRefusal, type ShippoAccess } from './shippo-key.service.server.ts';
import { requireShipping } from '#app/features/shipping/zones/shipping-settings.service.server.ts';
import { planLabelJob } from './label-job.service.server.ts';
import { findOwnPurchase, isRateFresh, buildReference } from './label.ts';
import type { BuyLabelInput, LabelDto } from './labels.contract.ts';
import * as repo from './labels.repo.server.ts';
import { readLabelDto } from './list-labels.service.server.ts';
import { hashAddress, toShippoAddress } from './quote.service.server.ts';
import { shipWithLabel, settlePurchase } from './settle-label.service.server.ts';

/** Longer than a purchase waits for its answer, so that whoever looks afterwards finds what was bought. */
export const TURN_MS = 120_000;

/**
 * Buys the label of a quoted rate, once: it is recorded before Shippo is asked, one request at a time buys for a vendor's part of
 * an order, and what was asked for before is looked up first. The same rate again answers the same label. Throws not_found (404)
 * for another vendor's rate or order, invalid_state (409) with its reason; `label_unknown` while nobody knows what
 * happened: the program finds out by itself. What a vendor may spend against the order is limited by the marketplace's settings.
 */
export async function buyLabelOf(
  ctx: Ctx,
  input: BuyLabelInput,
  { batchId = null }: { batchId?: bigint | null } = {},
): Promise<LabelDto> {
  const { rate, part: vendorOrder } = await readWanted(ctx, input);
  const access = await requireShippo(ctx);
  const started = await start(ctx, { rate, part: vendorOrder, access, notify: input.notify, batchId });
  if (started.isOurs) {
    const purchase = await buyOnce(ctx, access.client, started);
    await settlePurchase(ctx, access.client, started.label, purchase);
  }
  await shipWithLabel(ctx, ctx.viewer.store.id, started.label.id);
  const after = await readLabelDto(ctx, started.label.id);
  if (after.status === 'failed') throw stateRefuses('label_refused', { message: after.problem ?? '' });
  return after;
}

type Wanted = { rate: repo.RateRow; part: ShippableVendorOrder };

/** The rate and the part that it is bought for, both within the viewer's scope. */
async function readWanted(ctx: Ctx, { rateId, orderId }: BuyLabelInput): Promise<Wanted> {
  return ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    await requireShipping(tx);
    await assertNotOnHold(tx);
    const rate = await repo.findRate(tx, rateId);
    if (!rate || (rate.orderId !== null && rate.orderId !== orderId)) throw new AppError('not_found');
    const vendorOrder = await requireShippableVendorOrder(tx, orderId, rate.vendorId);
    if (rate.orderId !== null) return { rate, part: vendorOrder };
    // Asked for without an order: it is this order's where it goes to the same place.
    const address = toShippoAddress(vendorOrder.address);
    const isOwn = address !== undefined && hashAddress(address) === rate.destinationHash;
    if (!isOwn && !ctx.viewer.isAdmin) throw stateRefuses('label_of_other_address');
    return {
      part: vendorOrder,
      rate: { ...rate, units: vendorOrder.lines.map(({ id, left }) => ({ lineId: String(id), quantity: left })) },
    };
  });
}

type StartedPurchase = { label: repo.LabelRow; isOurs: boolean; wasRequested: boolean };

type Purchase = Wanted & { access: ShippoAccess; notify: boolean; batchId: bigint | null };

/** Records the purchase, or finds the label that was bought already. */
async function start(ctx: Ctx, o: Purchase): Promise<StartedPurchase> {
  const { rate, part: vendorOrder, access } = o;
  const { store, actor } = ctx.viewer;
  const now = ctx.clock.now();
  const turn = randomUUID();
  const workingUntil = new Date(now.getTime() + TURN_MS);
  return ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    await lockOrder(tx, vendorOrder.orderId);
    const labels = await repo.listLabels(tx, vendorOrder.orderId);
    const known = labels.find((label) => label.rateId === rate.rateId);
    if (known && known.status !== 'buying' && known.status !== 'failed') {
      return { label: known, isOurs: false, wasRequested: true };
    }
    requireBuyable(o, now);
    const own = labels.filter((label) => label.vendorId === vendorOrder.vendorId);
    if (own.some((label) => label.status === 'buying' && (label.id !== known?.id || label.workingUntil > now))) {
      throw stateRefuses('label_in_progress');
    }
    // Who quoted before another label of this part was bought may be about to buy the same one twice.
    if (own.some((label) => label.boughtAt !== null && label.boughtAt >= rate.quotedAt)) {
      throw stateRefuses('label_quote_outdated');
    }
    if (!ctx.viewer.isAdmin && !rate.isTest)
      await requireWithinLimits(
        tx,
        o,
        own.filter(({ id }) => id !== known?.id),
      );
    const label = known ?? (await insert());
    if (known) {
      await repo.updateLabel(
        tx,
        { labelId: known.id, from: ['buying', 'failed'] },
        { status: 'buying', turn, workingUntil },
      );
    }
    await planLabelJob(tx, label.id, workingUntil);
    return { label: { ...label, turn, workingUntil }, isOurs: true, wasRequested: known !== undefined };

    function insert(): Promise<repo.LabelRow> {
      const isCharged = access.chargeVendor && !rate.isTest && !vendorOrder.historical;
      return repo.insertLabel(tx, {
        vendorId: vendorOrder.vendorId,
        orderId: vendorOrder.orderId,
        rateId: rate.rateId,
        carrier: rate.carrier,
        service: rate.service,
        amount: rate.amount,
        currency: rate.currency,
        chargedMinor: isCharged && rate.ownMinor !== 0n ? rate.ownMinor : null,
        chargedCurrency: vendorOrder.currency,
        isTest: rate.isTest,
        units: rate.units,
        notify: o.notify,
        isReturn: rate.isReturn,
        packageCount: rate.packageCount,
        turn,
        workingUntil,
        boughtBy: actor,
        createdAt: now,
        batchId: o.batchId,
      });
    }
  });
}

/** What the marketplace lets vendors spend of its money: price, weight and number of labels against the order. */
async function requireWithinLimits(
  tx: Tx,
  { rate, part: vendorOrder }: Wanted,
  own: readonly repo.LabelRow[],
): Promise<void> {
  const wanted = { part: vendorOrder, units: rate.units, isReturn: rate.isReturn };
  await requireLabelLeft(tx, wanted, own);
  if (rate.grams !== null) await requireAllowedWeight(tx, { ...wanted, grams: rate.grams });
  await requireAllowedPrice(tx, { ...wanted, ownMinor: rate.ownMinor });
}

/** What has to hold before money is spent. */
function requireBuyable({ rate, part: vendorOrder, access }: Wanted & { access: ShippoAccess }, now: Date): void {
  if (rate.isTest !== access.isTest) throw stateRefuses('label_mode_changed');
  if (!isRateFresh(rate.quotedAt, now)) throw stateRefuses('label_rate_expired');
  if (rate.isReturn && rate.packageCount !== 1) throw stateRefuses('label_one_package');
  const leftOf = new Map(vendorOrder.lines.map((line) => [String(line.id), line.left]));
  const isTooMuch = rate.units.some(({ lineId, quantity }) => quantity > (leftOf.get(lineId) ?? 0));
  if (!rate.isReturn && (rate.units.length === 0 || isTooMuch)) {
    throw stateRefuses('label_nothing_left');
  }
  if (access.chargeVendor && !rate.isTest && !vendorOrder.historical && rate.ownMinor === null) {
    throw stateRefuses('label_price_unknown', { currency: vendorOrder.currency });
  }
}

/**
 * Asks Shippo, or looks up what was asked for before. A certain refusal is recorded and thrown; after a lost answer the purchase
 * is looked up at once, and left to the job where it is not there yet.
 */
async function buyOnce(
  ctx: Ctx,
  client: ShippoClient,
  { label, wasRequested }: StartedPurchase,
): Promise<ShippoTransaction> {
  const reference = buildReference(ctx.viewer.store.id, label.id);
  try {
    if (wasRequested) {
      const found = findOwnPurchase(await client.listPurchases(label.rateId), reference);
      if (found) return found;
    }
    return await client.buy({ rateId: label.rateId, reference });
  } catch (error) {
    if (!(error instanceof ShippoProblem)) throw error;
    if (error.reason === 'lost') {
      const found = findOwnPurchase(await client.listPurchases(label.rateId).catch(() => []), reference);
      if (found) return found;
      throw Object.assign(stateRefuses('label_unknown'), { cause: error });
    }
    await ctx.db.unit(marketplaceScope(ctx.viewer.store.id), (tx) =>
      repo.updateLabel(
        tx,
        { labelId: label.id, from: ['buying'], turn: label.turn },
        { status: 'failed', problem: null },
      ),
    );
    throw toRefusal(error);
  }
}
