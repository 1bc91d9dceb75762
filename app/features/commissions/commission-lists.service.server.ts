import { AppError, invalidInput } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { asCurrency, plainAmount, type Currency } from '#app/core/money/money.ts';
import { marketplaceScope, scopeOf, type Locale } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { assertMayDecideMoney } from '#app/platform/payout-rights/workflow-rights.service.server.ts';
import { requireVendor, resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { VendorRef } from '#app/platform/vendors/vendor.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isUniqueViolation } from '#app/server/db.server.ts';
import type { CommissionLine } from './commission.ts';
import { parseCommissionLines, type CommissionLineInput } from './commission-input.ts';
import { linesToDto, type CommissionLineDto } from './commission-dto.ts';
import type { ListDto, VersionDto } from './commissions.contract.ts';
import * as repo from './commissions.repo.server.ts';

export type SavedList = { ok: true; commissions: CommissionLineDto[]; version: number };
type ListInput = { commissions: readonly CommissionLineInput[]; version?: number | undefined };

/** Saves the store's default list. Throws invalid_input (422) in the specification's words, conflict (409) over another's save. */
export async function saveDefaultList(ctx: Ctx, input: ListInput): Promise<SavedList> {
  await assertMayPayOut(ctx);
  return saveList(ctx, null, input);
}

/**
 * Saves a vendor's own list; an empty one returns the vendor to the default. `field` names the list in the issues of a refused one.
 * An unknown vendor is not_found (404), a workflow that was not allowed to decide about money invalid_state (409).
 */
export async function saveVendorList(
  ctx: Ctx,
  input: ListInput & { vendor: string; field?: string },
): Promise<SavedList> {
  await assertMayDecideMoney(ctx);
  const vendor = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => resolveVendor(tx, input.vendor));
  return saveList(ctx, vendor, input);
}

/** The lines of a list as they were sent; a vendor's may be empty. Throws invalid_input (422) in the specification's words. */
export function readLines(
  currency: Currency,
  commissions: readonly CommissionLineInput[],
  o: { allowEmpty: boolean; field?: string },
): CommissionLine[] {
  const parsed = parseCommissionLines(commissions, currency, o);
  if (parsed.ok) return parsed.value;
  throw invalidInput(
    parsed.refusal.map((issue) => ({
      ...issue,
      path: [o.field ?? 'commissions', issue.path].filter(Boolean).join('.'),
    })),
  );
}

/** Lines as people typed them (`12,50`), with plain decimals. */
export function plainLines(lines: readonly CommissionLineInput[], locale: Locale): CommissionLineInput[] {
  const plain = (value: CommissionLineInput['max']) =>
    value === null || value === undefined ? value : plainAmount(value, locale);
  return lines.map((line) => ({
    ...line,
    min: plainAmount(line.min, locale),
    max: plain(line.max),
    flat: plain(line.flat),
    percentage: plainAmount(line.percentage, locale),
  }));
}

async function saveList(ctx: Ctx, vendor: VendorRef | null, input: ListInput & { field?: string }): Promise<SavedList> {
  try {
    return await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => writeList(ctx, tx, vendor, input));
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict');
    throw error;
  }
}

/**
 * Writes a list in the transaction of whoever saves more along with it; the caller checked the payout right. `field` names the
 * list in the issues of a refused one. Throws invalid_input (422), conflict (409).
 */
export async function writeList(
  ctx: Ctx,
  tx: SqlTx,
  vendor: VendorRef | null,
  input: ListInput & { field?: string },
): Promise<SavedList> {
  const currency = asCurrency(ctx.viewer.store.currency);
  const { actor, locale } = ctx.viewer;
  const lines = readLines(currency, plainLines(input.commissions, locale), {
    allowEmpty: vendor !== null,
    ...(input.field === undefined ? {} : { field: input.field }),
  });
  const vendorId = vendor?.id ?? null;
  await repo.lockList(tx, vendorId);
  const before = await findList(tx, vendorId);
  const version = before?.version ?? 0;
  if (input.version !== undefined && input.version !== version) throw new AppError('conflict');
  const [old, commissions] = [
    linesToDto(before?.lines ?? [], chooseCurrency(before, currency)),
    linesToDto(lines, currency),
  ];
  // Saving twice writes one version and one audit row.
  const isSameCurrency = chooseCurrency(before, currency) === currency;
  if (isSameCurrency && JSON.stringify(old) === JSON.stringify(commissions)) return { ok: true, commissions, version };
  const at = ctx.clock.now();
  await repo.insertList(tx, { vendorId, version: version + 1, lines, currency, at, by: actor.name });
  await recordAudit(tx, [
    {
      subject: 'commission',
      subjectId: vendorId === null ? 'default' : String(vendorId),
      vendorId,
      action: vendorId === null ? 'commission.default.saved' : 'commission.vendor.saved',
      actor,
      detail: { version: version + 1, commissions: [old, commissions] },
      at,
    },
  ]);
  return { ok: true, commissions, version: version + 1 };
}

/** The default list in the scope's store as it holds now, lines as the API writes them. */
export async function readDefaultLines(tx: SqlTx, currency: Currency): Promise<CommissionLineDto[]> {
  const list = await findList(tx, null);
  return linesToDto(list?.lines ?? [], chooseCurrency(list, currency));
}

/** The default list and, where asked for, a vendor's own, as the settings screens show them. */
export async function readLists(
  ctx: Ctx,
  vendorId: VendorId | null,
): Promise<{ fallback: ListDto; own: ListDto | null; vendor: VendorRef | null }> {
  const currency = asCurrency(ctx.viewer.store.currency);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendor = vendorId === null ? null : await requireVendor(tx, vendorId);
    const fallback = toDto(await findList(tx, null), currency);
    return { fallback, own: vendor && toDto(await findList(tx, vendor.id), currency), vendor };
  });
}

/** How many versions of a list the screens offer, newest first. */
const MAX_VERSIONS = 20;

/** The newest versions of the store's list (`vendorId` null) or of a vendor's, the one in force first. */
export async function listVersions(ctx: Ctx, vendorId: VendorId | null): Promise<VersionDto[]> {
  const currency = asCurrency(ctx.viewer.store.currency);
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listVersions(tx, vendorId, MAX_VERSIONS));
  return found.map((list) => ({
    version: list.version,
    commissions: linesToDto(list.lines, chooseCurrency(list, currency)),
    currency: chooseCurrency(list, currency),
    savedAt: list.createdAt.toISOString(),
    savedBy: list.createdBy,
  }));
}

const PAGE_SIZE = 25;

/** Vendors with how many lines their own list has, those with one first. Admins only; the caller checked it. */
export async function listVendorLists(ctx: Ctx, input: { q: string; page: number }) {
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.listVendorLists(tx, { q: input.q, limit: PAGE_SIZE, offset: (input.page - 1) * PAGE_SIZE }),
  );
  return {
    ...found,
    pageCount: Math.max(1, Math.ceil(found.count / PAGE_SIZE)),
    rows: found.rows.map((row) => ({ ...row, id: String(row.id), savedAt: row.savedAt?.toISOString() ?? null })),
  };
}

/** Whether a vendor has a commission list of its own rather than the store's default. */
export async function hasOwnList(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  return ((await findList(tx, vendorId))?.lines.length ?? 0) > 0;
}

async function findList(tx: SqlTx, vendorId: bigint | null): Promise<repo.ListVersion | undefined> {
  const lists = await repo.readCurrentLists(tx, vendorId === null ? [] : [vendorId]);
  return lists.find((list) => list.vendorId === vendorId);
}

/** The currency that a list states; the store's where it states none. */
const chooseCurrency = (list: repo.ListVersion | undefined, currency: Currency): Currency =>
  list?.currency ? asCurrency(list.currency) : currency;

function toDto(list: repo.ListVersion | undefined, currency: Currency): ListDto {
  return {
    commissions: linesToDto(list?.lines ?? [], chooseCurrency(list, currency)),
    currency: chooseCurrency(list, currency),
    version: list?.version ?? 0,
    savedAt: list?.createdAt.toISOString() ?? null,
    savedBy: list?.createdBy ?? null,
  };
}
