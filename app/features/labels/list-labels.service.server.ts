import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import {
  listShippableVendorOrders,
  listShippedVendors,
  listTrackedFulfillments,
  requireShippableVendorOrder,
  type ShippableVendorOrder,
} from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { readLabelMode } from './shippo-key.service.server.ts';
import type { ShipFromDto } from '#app/features/shipping/ship-from/ship-from.contract.ts';
import { findShipFromOf } from '#app/features/shipping/ship-from/ship-from.service.server.ts';
import { PACKAGE_LENGTH_UNITS } from '#app/features/shipping/ship-from/ship-from.ts';
import { isUnused } from './label.ts';
import type { LabelDto, OrderLabelsDto } from './labels.contract.ts';
import * as repo from './labels.repo.server.ts';
import { isVoidable, splitCharge } from './packages/package-states.ts';
import { listPackages, listPackagesOf, type LabelPackage } from './packages/packages.repo.server.ts';
import { suggestPackage, type PackedLine, type SuggestedPackage } from '#app/features/shipping/ship-from/package.ts';
import { toShippoAddress } from './quote.service.server.ts';

/** The labels of an order within the viewer's scope, and the package that is left to send of each part. */
export async function listOrderLabelsOf(ctx: Ctx, orderId: bigint): Promise<OrderLabelsDto> {
  const mayWrite = can(ctx.viewer, 'write_orders');
  return ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    const vendorOrders = await listShippableVendorOrders(tx, orderId);
    const { isSet, isTest } = await readLabelMode(tx);
    const isOn = isSet && (await readSwitches(tx)).delivery;
    const nameOf = new Map(vendorOrders.map((vendorOrder) => [vendorOrder.vendorId, vendorOrder.vendorName]));
    const labels = await repo.listLabels(tx, orderId);
    const packages = await listPackagesOf(tx, labels);
    const shipped = await listShippedVendors(tx, orderId);
    const shipments = await listTrackedFulfillments(tx, orderId);
    const described: OrderLabelsDto['parts'] = [];
    for (const vendorOrder of vendorOrders) {
      const shipFrom = await findShipFromOf(tx, vendorOrder.vendorId);
      const isBuying = labels.some((label) => label.vendorId === vendorOrder.vendorId && label.status === 'buying');
      const isOpen = isOn && mayWrite && !isBuying;
      described.push({
        ...describeVendorOrder(vendorOrder, shipFrom, isOpen),
        canBuyReturn: isOpen && shipped.includes(vendorOrder.vendorId),
      });
    }
    return {
      isOn,
      isTest,
      parts: described,
      labels: labels.map((label) =>
        toLabelDto(label, nameOf.get(label.vendorId) ?? '', {
          mayWrite: mayWrite && isOn,
          isTest,
          packages: packages.get(label.id) ?? [],
          shipments,
        }),
      ),
    };
  });
}

function describeVendorOrder(
  vendorOrder: ShippableVendorOrder,
  { shipFromAddress, defaultPackage }: Pick<ShipFromDto, 'shipFromAddress' | 'defaultPackage'>,
  isOpen: boolean,
): Omit<OrderLabelsDto['parts'][number], 'canBuyReturn'> {
  const hasDestination = toShippoAddress(vendorOrder.address) !== undefined;
  return {
    vendor: { id: String(vendorOrder.vendorId), name: vendorOrder.vendorName },
    hasShipFrom: shipFromAddress !== null,
    hasDestination,
    package: suggestPackage(packedLines(vendorOrder), defaultPackage),
    units: vendorOrder.lines.map(({ id, title, left }) => ({ lineId: String(id), title, quantity: left })),
    canBuy: isOpen && vendorOrder.lines.length > 0,
  };
}

const packedLines = (vendorOrder: ShippableVendorOrder): PackedLine[] =>
  vendorOrder.lines.map(({ left, weight, weightUnit, dimensions }) => {
    const unit = PACKAGE_LENGTH_UNITS.find((one) => one === dimensions?.dimUnit);
    return { quantity: left, weight, weightUnit, size: dimensions && unit ? { ...dimensions, unit } : null };
  });

/** The package of all that is left to ship of a part within the scope; any other part is not_found (404). */
export async function readSuggestedPackage(
  tx: Tx,
  { orderId, vendorId }: { orderId: bigint; vendorId: bigint },
): Promise<SuggestedPackage> {
  const vendorOrder = await requireShippableVendorOrder(tx, orderId, vendorId);
  if (vendorOrder.lines.length === 0) throw stateRefuses('label_nothing_left');
  return suggestPackage(packedLines(vendorOrder), (await findShipFromOf(tx, vendorId)).defaultPackage);
}

/** One label within the viewer's scope; any other is not_found (404). */
export async function readLabelDto(ctx: Ctx, labelId: bigint): Promise<LabelDto> {
  return ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    const label = await repo.findLabel(tx, labelId);
    if (!label) throw new AppError('not_found');
    const vendorOrders = await listShippableVendorOrders(tx, label.orderId);
    const { isTest } = await readLabelMode(tx);
    const name = vendorOrders.find((vendorOrder) => vendorOrder.vendorId === label.vendorId)?.vendorName ?? '';
    const packages = await listPackages(tx, label);
    const shipments = await listTrackedFulfillments(tx, label.orderId);
    return toLabelDto(label, name, { mayWrite: can(ctx.viewer, 'write_orders'), isTest, packages, shipments });
  });
}

type Shown = {
  mayWrite: boolean;
  isTest: boolean;
  packages: readonly LabelPackage[];
  shipments: Awaited<ReturnType<typeof listTrackedFulfillments>>;
};

const toCharge = ({ chargedCurrency }: repo.LabelRow, amountMinor: bigint) =>
  amountMinor === 0n ? null : toDto(money(amountMinor, asCurrency(chargedCurrency)));

const canVoidSome = (packages: readonly LabelPackage[]): boolean => packages.length < 2 || packages.some(isVoidable);

function toLabelDto(label: repo.LabelRow, vendorName: string, o: Shown): LabelDto {
  // A label that is being voided must not be stuck on a package any more.
  const isThere = label.status === 'bought';
  const shares = label.chargedMinor === null ? [] : splitCharge(label.chargedMinor, o.packages.length);
  const shipment = o.shipments.find(
    ({ vendorId, tracking }) => !label.isReturn && vendorId === label.vendorId && tracking === label.tracking,
  );
  const mayVoid = label.status === 'bought' && o.mayWrite && label.isTest === o.isTest;
  return {
    id: String(label.id),
    orderId: String(label.orderId),
    vendor: { id: String(label.vendorId), name: vendorName },
    status: label.status,
    carrier: label.carrier,
    service: label.service,
    amount: { amount: label.amount, currency: label.currency },
    charged: toCharge(label, label.chargedMinor ?? 0n),
    isTest: label.isTest,
    isReturn: label.isReturn,
    tracking: label.tracking,
    trackingUrl: label.trackingUrl,
    trackingStatus: label.trackingStatus,
    packages:
      o.packages.length < 2
        ? []
        : o.packages.map((one, at) => ({
            position: one.position,
            tracking: one.tracking,
            trackingUrl: one.trackingUrl,
            trackingStatus: one.trackingStatus,
            refund: one.refundStatus,
            charged: toCharge(label, shares[at] ?? 0n),
            allowedActions: [
              ...(isThere && one.refundStatus !== 'done' ? (['print'] as const) : []),
              ...(mayVoid && isVoidable(one) ? (['void'] as const) : []),
            ],
          })),
    problem: label.problem,
    fulfillment: label.fulfillmentState,
    shipment: shipment ? String(shipment.id) : null,
    createdAt: label.createdAt.toISOString(),
    boughtAt: label.boughtAt?.toISOString() ?? null,
    allowedActions: [
      ...(isThere ? (['print'] as const) : []),
      ...(mayVoid && isUnused(label.trackingStatus) && canVoidSome(o.packages) ? (['void'] as const) : []),
    ],
  };
}
