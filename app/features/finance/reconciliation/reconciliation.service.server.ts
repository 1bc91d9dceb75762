import { AppError } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { countPages, PAGE_SIZE } from '#app/core/paging.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { decideUnknown } from '#app/features/payouts/unknown/unknown-transfers.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { NO_DIFFERENCE } from './finding.ts';
import * as repo from './findings.repo.server.ts';
import type { FindingDto, ReconciliationQuery, ReconciliationDto, RunDto } from './reconciliation.contract.ts';
import { startRun } from './run.service.server.ts';
import { findLastDone, findLatestRun, type RunRow } from './runs.repo.server.ts';

/** How many findings nobody has dealt with. Needs the marketplace's scope. */
export const countOpenFindings = (tx: SqlTx): Promise<number> => repo.countOpen(tx);

/** When the books were last compared, and whether nothing that differs is open; null before the first time. */
export async function readAgreement(tx: SqlTx): Promise<{ checkedAt: string; balanced: boolean } | null> {
  const at = await findLastDone(tx);
  return at ? { checkedAt: at.toISOString(), balanced: (await repo.countOpen(tx, NO_DIFFERENCE)) === 0 } : null;
}

/** The newest comparison, and a page of what was found in a state. */
export async function readBooks(ctx: Ctx, { state, page }: ReconciliationQuery): Promise<ReconciliationDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const run = await findLatestRun(tx);
    const counts = await repo.countFindings(tx);
    const rows = await repo.listFindings(tx, { state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
    return {
      run: run ? toRunDto(run) : null,
      counts,
      pageCount: countPages(counts[state]),
      exceptions: rows.map(toFindingDto),
    };
  });
}

/** One finding as the list answers it. One that is not the store's is not_found (404). */
export async function readFinding(ctx: Ctx, id: bigint): Promise<FindingDto> {
  const row = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.findFinding(tx, id));
  if (!row) throw new AppError('not_found');
  return toFindingDto(row);
}

/** The comparison that an admin asked for: a new one, or the one that is at work. */
export async function runNow(ctx: Ctx): Promise<RunDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { run, isNew } = await startRun(ctx, tx, 'asked');
    if (isNew) await note(ctx, tx, { action: 'reconciliation.started', detail: {} });
    return toRunDto(run);
  });
}

/**
 * Notes that somebody looked at a finding, and why it is out of the way. Said again it is done already; a finding that is not
 * the store's is not_found (404).
 */
export async function setFindingAside(ctx: Ctx, id: bigint, input: { note: string }): Promise<{ ok: true }> {
  await assertMayDecide(ctx, id);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const found = await repo.lockFinding(tx, id);
    if (!found) throw new AppError('not_found');
    if (!found.isSetAside && !found.isResolved) {
      const { actor } = ctx.viewer;
      const at = ctx.clock.now();
      await repo.markSetAside(tx, id, { at, actor, note: input.note });
      await decideTransfer(tx, found, at);
      await note(ctx, tx, { action: 'reconciliation.set_aside', detail: toDetail(found), text: input.note, found });
    }
    return { ok: true as const };
  });
}

/** Puts a finding back among those to look at. Said again it is done already; one that is not the store's is not_found (404). */
export async function putFindingBack(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  await assertMayDecide(ctx, id);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const found = await repo.lockFinding(tx, id);
    if (!found) throw new AppError('not_found');
    if (found.isSetAside && !found.isResolved) {
      await repo.markSetAside(tx, id, null);
      await decideTransfer(tx, found, null);
      await note(ctx, tx, { action: 'reconciliation.put_back', detail: toDetail(found), found });
    }
    return { ok: true as const };
  });
}

/** Whoever decides about a payout that the provider holds and that is not here lets payouts go on: that needs the right to pay out. */
async function assertMayDecide(ctx: Ctx, id: bigint): Promise<void> {
  const found = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.lockFinding(tx, id));
  if (found?.kind === 'provider_unknown') await assertMayPayOut(ctx);
}

/** An unknown transfer that is out of the way stops the payouts of its vendor no more. */
async function decideTransfer(tx: SqlTx, { kind, reference }: repo.LockedFinding, at: Date | null): Promise<void> {
  if (kind !== 'provider_unknown') return;
  const [provider = '', ...ref] = reference.split('/');
  await decideUnknown(tx, provider, ref.join('/'), at);
}

const toDetail = ({ kind, reference }: repo.LockedFinding) => ({ kind, reference });

/** An audit row: with the order, where it is about one, so that a redaction of the order reaches its words. */
async function note(
  ctx: Ctx,
  tx: SqlTx,
  o: { action: string; detail: object; text?: string; found?: repo.LockedFinding },
): Promise<void> {
  const { store, actor } = ctx.viewer;
  const orderId = o.found?.orderId ?? null;
  await recordAudit(tx, [
    {
      subject: orderId === null ? 'store' : 'order',
      subjectId: String(orderId ?? store.id),
      // What the marketplace notes of its books is not the vendor's to read.
      vendorId: null,
      action: o.action,
      actor,
      detail: o.detail,
      note: o.text ?? null,
      at: ctx.clock.now(),
    },
  ]);
}

const toRunDto = (run: RunRow): RunDto => ({
  id: String(run.id),
  state: run.state,
  occasion: run.occasion,
  startedAt: run.startedAt.toISOString(),
  finishedAt: run.finishedAt?.toISOString() ?? null,
  checked: run.checked,
  total: run.total,
  skipped: run.skipped,
});

function toFindingDto(row: repo.FindingRow): FindingDto {
  const { vendorId, vendor, orderId, payoutId } = row;
  const amount = (minor: bigint | null): MoneyDto | null =>
    minor === null || row.currency === null ? null : toDto(money(minor, asCurrency(row.currency)));
  return {
    id: String(row.id),
    kind: row.kind,
    vendor: vendorId === null || vendor === null ? null : { id: String(vendorId), name: vendor },
    order: orderId === null ? null : { id: String(orderId), name: row.orderName },
    payoutId: payoutId === null ? null : String(payoutId),
    expected: amount(row.expectedMinor),
    found: amount(row.foundMinor),
    detail: row.detail,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    setAside:
      row.setAsideAt === null
        ? null
        : { at: row.setAsideAt.toISOString(), by: row.setAsideBy?.name ?? '', note: row.note ?? '' },
  };
}
