import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import {
  listShippableParts,
  listShippedVendors,
  requireShippablePart,
  type ShippablePart,
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
    const parts = await listShippableParts(tx, orderId);
    const { isSet, isTest } = await readLabelMode(tx);
    const isOn = isSet && (await readSwitches(tx)).delivery;
    const nameOf = new Map(parts.map((part) => [part.vendorId, part.vendorName]));
    const labels = await repo.listLabels(tx, orderId);
    const packages = await listPackagesOf(tx, labels);
    const shipped = await listShippedVendors(tx, orderId);
    const described: OrderLabelsDto['parts'] = [];
    for (const part of parts) {
      const shipFrom = await findShipFromOf(tx, part.vendorId);
      const isBuying = labels.some((label) => label.vendorId === part.vendorId && label.status === 'buying');
      const isOpen = isOn && mayWrite && !isBuying;
      described.push({
        ...describePart(part, shipFrom, isOpen),
        canBuyReturn: isOpen && shipped.includes(part.vendorId),
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
        }),
      ),
    };
  });
}

function describePart(
  part: ShippablePart,
  { shipFromAddress, defaultPackage }: Pick<ShipFromDto, 'shipFromAddress' | 'defaultPackage'>,
  isOpen: boolean,
): Omit<OrderLabelsDto['parts'][number], 'canBuyReturn'> {
  const hasDestination = toShippoAddress(part.address) !== undefined;
  return {
    vendor: { id: String(part.vendorId), name: part.vendorName },
    hasShipFrom: shipFromAddress !== null,
    hasDestination,
    package: suggestPackage(packedLines(part), defaultPackage),
    units: part.lines.map(({ id, title, left }) => ({ lineId: String(id), title, quantity: left })),
    canBuy: isOpen && part.lines.length > 0,
  };
}

const packedLines = (part: ShippablePart): PackedLine[] =>
  part.lines.map(({ left, weight, weightUnit, dimensions }) => {
    const unit = PACKAGE_LENGTH_UNITS.find((one) => one === dimensions?.dimUnit);
    return { quantity: left, weight, weightUnit, size: dimensions && unit ? { ...dimensions, unit } : null };
  });

/** The package of all that is left to ship of a part within the scope; any other part is not_found (404). */
export async function readSuggestedPackage(
  tx: Tx,
  { orderId, vendorId }: { orderId: bigint; vendorId: bigint },
): Promise<SuggestedPackage> {
  const part = await requireShippablePart(tx, orderId, vendorId);
  if (part.lines.length === 0) throw stateRefuses('label_nothing_left');
  return suggestPackage(packedLines(part), (await findShipFromOf(tx, vendorId)).defaultPackage);
}

/** One label within the viewer's scope; any other is not_found (404). */
export async function readLabelDto(ctx: Ctx, labelId: bigint): Promise<LabelDto> {
  return ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    const label = await repo.findLabel(tx, labelId);
    if (!label) throw new AppError('not_found');
    const parts = await listShippableParts(tx, label.orderId);
    const { isTest } = await readLabelMode(tx);
    const name = parts.find((part) => part.vendorId === label.vendorId)?.vendorName ?? '';
    const packages = await listPackages(tx, label);
    return toLabelDto(label, name, { mayWrite: can(ctx.viewer, 'write_orders'), isTest, packages });
  });
}

type Shown = { mayWrite: boolean; isTest: boolean; packages: readonly LabelPackage[] };

const toCharge = ({ chargedCurrency }: repo.LabelRow, amountMinor: bigint) =>
  amountMinor === 0n ? null : toDto(money(amountMinor, asCurrency(chargedCurrency)));

const canVoidSome = (packages: readonly LabelPackage[]): boolean => packages.length < 2 || packages.some(isVoidable);

function toLabelDto(label: repo.LabelRow, vendorName: string, o: Shown): LabelDto {
  const isThere = label.status === 'bought' || label.status === 'voiding';
  const shares = label.chargedMinor === null ? [] : splitCharge(label.chargedMinor, o.packages.length);
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
    createdAt: label.createdAt.toISOString(),
    boughtAt: label.boughtAt?.toISOString() ?? null,
    allowedActions: [
      ...(isThere ? (['print'] as const) : []),
      ...(mayVoid && isUnused(label.trackingStatus) && canVoidSome(o.packages) ? (['void'] as const) : []),
    ],
  };
}
