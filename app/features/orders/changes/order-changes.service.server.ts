import { invalidInput, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { findRestoredAt } from '#app/platform/hold/hold.service.server.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { toRowDto } from '../read-models/list-orders.service.server.ts';
import type { OrderChangesDto, OrderChangesInput } from './order-changes.contract.ts';
import { decodePlace, encodePlace, MAX_CHANGES } from './order-changes.ts';
import * as repo from './order-changes.repo.server.ts';

/**
 * A vendor's orders that changed since a cursor, in the order of their last change. Throws invalid_input (422) for a marketplace view
 * that names no vendor, not_found (404) for an unknown one, invalid_state (409) for a cursor from before the database was restored.
 */
export function listOrderChanges(ctx: Ctx, { cursor, vendor }: OrderChangesInput): Promise<OrderChangesDto> {
  const place = cursor === undefined ? undefined : decodePlace(cursor);
  const seesMoney = can(ctx.viewer, 'read_finance');
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendorId = await findVendorId(ctx, tx, vendor);
    const epoch = String((await findRestoredAt(tx))?.getTime() ?? 0);
    if (place && place.epoch !== epoch) throw stateRefuses('changes_cursor_expired');
    const after = place ?? { changedIn: 0n, id: 0n };
    const found = await repo.listChangedOrders(tx, { vendorId, after, limit: MAX_CHANGES + 1 });
    const rows = found.slice(0, MAX_CHANGES);
    const { changedIn, id } = rows.at(-1) ?? after;
    return {
      orders: rows.map((row) => toRowDto(row, seesMoney)),
      cursor: encodePlace({ epoch, changedIn, id }),
      hasMore: found.length > MAX_CHANGES,
    };
  });
}

async function findVendorId({ viewer }: Ctx, tx: SqlTx, name: string | undefined): Promise<bigint> {
  const { vendorScope } = viewer;
  if (name) return (await resolvePastVendor(tx, name)).id;
  if (vendorScope === '*') throw invalidInput([{ path: 'vendor', rule: 'required', message: rule('required') }]);
  return vendorScope;
}

/** Marks orders as changed by what is no row of theirs: a return, a hold. */
export const markChanged = (tx: SqlTx, orderIds: readonly bigint[]): Promise<void> => repo.markChanged(tx, orderIds);

/** After the database was restored: every order counts as changed before all else, and cursors from before are refused. */
export const forgetChanges = (tx: SqlTx): Promise<void> => repo.forgetChanges(tx);
