import { AppError, stateRefuses, managersOnly } from '#app/core/errors.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { requireShipping } from '../zones/shipping-settings.service.server.ts';
import { findPickupPlace } from './pickup-place.repo.server.ts';
import { shipFromDto, type ShipFromDto, type ShipFromInput } from './ship-from.contract.ts';
import * as repo from './ship-from.repo.server.ts';

const NOWHERE: Omit<ShipFromDto, 'offersPickup'> = {
  shipFromAddress: null,
  defaultPackage: null,
  defaultLocalPickup: { enabled: false, hours: '' },
  version: 0,
};

/**
 * Where the vendor that the viewer acts for ships from. Throws feature_disabled (404), and invalid_state (409) in the marketplace
 * view, which is no vendor.
 */
export async function readShipFrom(ctx: Ctx): Promise<ShipFromDto> {
  const vendorId = requireVendorView(ctx);
  return ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    const { enableLocalPickup } = await requireShipping(tx);
    return { ...(await findShipFrom(tx, vendorId)), offersPickup: enableLocalPickup };
  });
}

/**
 * Sets it, and notes who did. Throws feature_disabled (404), missing_permission (403) for staff of a vendor, conflict (409) over
 * another's save, invalid_state (409) in the marketplace view.
 */
export async function saveShipFrom(ctx: Ctx, input: ShipFromInput): Promise<ShipFromDto> {
  const { viewer } = ctx;
  const vendorId = requireVendorView(ctx);
  if (!mayWriteShipFrom(ctx)) throw managersOnly();
  const at = ctx.clock.now();
  return ctx.db.unit(scopeOf(viewer), async (tx) => {
    const { enableLocalPickup: offersPickup } = await requireShipping(tx);
    const before = await findShipFrom(tx, vendorId);
    if (input.version !== undefined && input.version !== before.version) throw new AppError('conflict');
    const fields = listChanged(before, input);
    if (fields.length === 0) return { ...before, offersPickup };
    const written = await repo.saveShipFrom(tx, {
      vendorId,
      address: input.shipFromAddress,
      package: input.defaultPackage,
      localPickup: input.defaultLocalPickup.enabled,
      pickupHours: input.defaultLocalPickup.hours,
      over: before.version,
      at,
    });
    if (!written) throw new AppError('conflict');
    // Which fields changed, and not to what: an address may be somebody's home.
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(vendorId),
        vendorId,
        action: 'vendor.ship_from.saved',
        actor: viewer.actor,
        detail: { fields },
        at,
      },
    ]);
    return { ...(await findShipFrom(tx, vendorId)), offersPickup };
  });
}

/** Whether a vendor has said where it ships from. */
export const hasShipFrom = (tx: SqlTx, vendorId: bigint): Promise<boolean> => repo.existsShipFrom(tx, vendorId);

/** Where a vendor's buyers collect, as lines of an address, and when; undefined where it has stated none. */
export const readPickupPlace = (tx: SqlTx, vendorId: bigint) => findPickupPlace(tx, vendorId);

/** Where a vendor of the scope ships from, for labels of its orders. */
export const findShipFromOf = (tx: Tx, vendorId: bigint): Promise<typeof NOWHERE> => findShipFrom(tx, vendorId);

async function findShipFrom(tx: Tx, vendorId: bigint): Promise<typeof NOWHERE> {
  const row = await repo.findShipFrom(tx, vendorId);
  if (!row) return NOWHERE;
  return shipFromDto.omit({ offersPickup: true }).parse({
    shipFromAddress: row.address,
    defaultPackage: row.package,
    defaultLocalPickup: { enabled: row.localPickup, hours: row.pickupHours },
    version: row.version,
  });
}

/** Whether the viewer leads the vendor, or is an admin who acts for it. */
export const mayWriteShipFrom = ({ viewer }: Ctx): boolean =>
  can(viewer, 'switch_vendor') || viewer.actor.role === 'manager';

function requireVendorView({ viewer }: Ctx): bigint {
  if (viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return viewer.vendorScope;
}

const FIELDS = ['shipFromAddress', 'defaultPackage', 'defaultLocalPickup'] as const;

/** Which parts differ; the members of each stand in the order of the contract in both. */
function listChanged(before: typeof NOWHERE, after: ShipFromInput): string[] {
  const text = (value: object | null): string => JSON.stringify(value && Object.entries(value).sort());
  return FIELDS.filter((field) => text(before[field]) !== text(after[field]));
}
