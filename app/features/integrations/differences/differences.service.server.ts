import { asCurrency } from '#app/core/money/money.ts';
import { AppError } from '#app/core/errors.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { DEFAULT_SETTINGS, type SyncSettings } from '../connections/connection.ts';
import { findSettings } from '../connections/connections.repo.server.ts';
import { requireIntegrations, requireVendor } from '../connections/integration-keys.service.server.ts';
import { agreeOn, listDifferences, listKept } from './difference.ts';
import type { DifferencesDto, DifferencesQuery, DifferingProductDto } from './differences.contract.ts';
import * as repo from './differences.repo.server.ts';

const PAGE = 25;
const MAX_FIELDS = 20;

/** A page of the products of the scope's vendors that differ from their own stores. Throws feature_disabled (404). */
export function listDifferingProducts(ctx: Ctx, { after }: DifferencesQuery): Promise<DifferencesDto> {
  const { viewer } = ctx;
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireIntegrations(tx);
    const rows = await repo.listDiffering(tx, { after: readPlace(after), limit: PAGE + 1 });
    const shown = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? shown.at(-1) : undefined;
    return {
      products: await toDtos(ctx, tx, shown),
      currency: viewer.store.currency,
      next: last ? `${last.vendorId}-${last.sourceId}` : null,
      canDecide: viewer.vendorScope !== '*' && can(viewer, 'write_products'),
    };
  });
}

function readPlace(after: string | undefined): repo.Place | undefined {
  const [vendorId, sourceId] = (after ?? '').split('-');
  return vendorId && sourceId ? { vendorId: BigInt(vendorId), sourceId: BigInt(sourceId) } : undefined;
}

async function toDtos(ctx: Ctx, tx: SqlTx, rows: readonly repo.DifferingProduct[]): Promise<DifferingProductDto[]> {
  const vendorIds = [...new Set(rows.map(({ vendorId }) => vendorId))];
  const names = await findVendorNames(tx, vendorIds);
  const settings = new Map<bigint, SyncSettings>();
  for (const vendorId of vendorIds) settings.set(vendorId, await readSettings(ctx, tx, vendorId));
  return rows.flatMap((row) => {
    const own = settings.get(row.vendorId);
    const fields = own ? listDifferences(row, own) : [];
    // Settings that changed since the last look may leave none.
    if (fields.length === 0) return [];
    return [
      {
        id: String(row.sourceId),
        title: row.title,
        productId: row.productId === null ? null : String(row.productId),
        vendorId: String(row.vendorId),
        vendor: names.get(row.vendorId) ?? '',
        checkedAt: row.checkedAt?.toISOString() ?? null,
        fields: fields.slice(0, MAX_FIELDS),
        more: Math.max(0, fields.length - MAX_FIELDS),
      },
    ];
  });
}

const readSettings = async (ctx: Ctx, tx: SqlTx, vendorId: bigint): Promise<SyncSettings> =>
  (await findSettings(tx, vendorId)) ?? { ...DEFAULT_SETTINGS, currency: asCurrency(ctx.viewer.store.currency) };

/**
 * Leaves a product of the vendor as it is here: its differences of the moment are listed no longer, and its texts, pictures and prices
 * stay so until somebody takes them over. Throws not_found (404) for a product that is not kept in step, invalid_state (409) in the
 * marketplace view, feature_disabled (404).
 */
export function keepDifferences(ctx: Ctx, sourceId: bigint): Promise<{ ok: true }> {
  const vendorId = requireVendor(ctx);
  const { viewer } = ctx;
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireIntegrations(tx);
    const row = await repo.lockSynced(tx, { vendorId, sourceId });
    if (!row) throw new AppError('not_found');
    const settings = await readSettings(ctx, tx, vendorId);
    const fields = listDifferences(row, settings);
    if (fields.length === 0) return { ok: true };
    await repo.leaveDifferent(
      tx,
      { vendorId, sourceId },
      { agreed: agreeOn(row, settings), kept: listKept(row, settings) },
    );
    const names = [...new Set(fields.map(({ field }) => field))].join(', ');
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'own-store',
        vendorId,
        action: 'own_store.kept',
        actor: viewer.actor,
        at: ctx.clock.now(),
        detail: { settings: ['', `${row.title}: ${names}`] },
      },
    ]);
    return { ok: true };
  });
}
