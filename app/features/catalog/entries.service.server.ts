import sanitizeHtml from 'sanitize-html';
import { AppError, invalidInput, stateRefuses, type Issue } from '#app/core/errors.ts';
import { amountIssue, asCurrency, formatAmount, readAmount } from '#app/core/money/money.ts';
import { countPages, type Cursor, cutPage, decodeCursor } from '#app/core/paging.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { KIND_TEXTS } from '#app/core/issues.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { keyOfAddress } from '#app/platform/uploads/upload.ts';
import { attachUploads, listUploads } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { MAX_ENTRIES, formatSearchText } from './catalog.ts';
import type { EntriesQuery, EntryInput, EntryDto } from './catalog.contract.ts';
import { requireCatalog } from './catalog-settings.service.server.ts';
import * as repo from './catalog.repo.server.ts';
import { planShowing } from './plan-showing.service.server.ts';

/** What may stand in the description of an entry: words with their form, links and lists, nothing that runs or reaches out. */
const TAGS = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'a'];

/** A page of entries, the last changed first, with the counts of the views. Throws feature_disabled (404). */
export async function listEntries(ctx: Ctx, query: EntriesQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireCatalog(tx);
    const found = await repo.listPage(tx, query, { page: query.page, after });
    const { rows, cursor } = cutPage(found, (row) => row.updatedAt);
    const counts = await repo.countEntries(tx, query.q);
    return {
      entries: rows.map((row) => toDto(ctx, row, row.offers)),
      counts,
      count: counts[query.view],
      pageCount: countPages(counts[query.view]),
      cursor,
    };
  });
}

/** One entry. Throws not_found (404), feature_disabled (404). */
export async function readEntry(ctx: Ctx, entryId: bigint): Promise<{ entry: EntryDto }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireCatalog(tx);
    return { entry: await describe(ctx, tx, entryId) };
  });
}

/** Makes an entry. Throws invalid_input (422), invalid_state (409) when the catalogue is full. */
export async function createEntry(ctx: Ctx, input: EntryInput): Promise<{ entry: EntryDto }> {
  const content = computeContent(ctx, input);
  const at = ctx.clock.now();
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireCatalog(tx);
    if ((await repo.countEntries(tx, '')).all >= MAX_ENTRIES) {
      throw stateRefuses('catalog_full', { entries: MAX_ENTRIES });
    }
    const id = await repo.insertEntry(tx, { ...content, searchText: formatSearchText(content), at });
    await finish(ctx, tx, {
      id,
      version: 1,
      content,
      action: 'catalog_entry.created',
      detail: { title: content.title },
    });
    return { entry: await describe(ctx, tx, id) };
  });
}

/** Changes an entry, or archives it. Throws not_found (404), conflict (409) over another's change, invalid_input (422). */
export async function saveEntry(ctx: Ctx, entryId: bigint, input: EntryInput): Promise<{ entry: EntryDto }> {
  const content = computeContent(ctx, input);
  const at = ctx.clock.now();
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireCatalog(tx);
    const before = await repo.findEntry(tx, entryId, { lock: true });
    if (!before) throw new AppError('not_found');
    if (input.version !== undefined && input.version !== before.version) throw new AppError('conflict');
    const detail = differences(before, content);
    if (Object.keys(detail).length === 0) return { entry: await describe(ctx, tx, entryId) };
    await repo.updateEntry(tx, entryId, { ...content, searchText: formatSearchText(content), at });
    const action = before.active && !content.active ? 'catalog_entry.archived' : 'catalog_entry.saved';
    await finish(ctx, tx, { id: entryId, version: before.version + 1, content, action, detail });
    return { entry: await describe(ctx, tx, entryId) };
  });
}

/** An entry as other features show it. */
export type ShownRow = repo.EntryRow;

/** A page of the entries that may be offered, with how many there are; one row more where there is more. */
export async function listEntriesToOffer(
  tx: SqlTx,
  o: { q: string; page: number; after: Cursor | undefined },
): Promise<{ found: ShownRow[]; count: number }> {
  const found = await repo.listPage(tx, { view: 'active', q: o.q }, o);
  return { found, count: (await repo.countEntries(tx, o.q)).active };
}

/** An entry of the store, archived ones too; undefined for another store's and for none. */
export const findEntryToShow = (tx: SqlTx, id: bigint): Promise<ShownRow | undefined> => repo.findEntry(tx, id);

type Finished = { id: bigint; version: number; content: repo.EntryContent; action: string; detail: object };

/** What follows a write: the picture is kept, the store and the offers follow, the log says it. */
async function finish(ctx: Ctx, tx: SqlTx, o: Finished): Promise<void> {
  // The entry has the address of its picture; an upload is known by its key.
  const key = keyOfAddress(o.content.pictureUrl);
  const uploads = key === undefined ? [] : await listUploads(tx, [key]);
  await attachUploads(
    tx,
    ctx,
    uploads.map((upload) => upload.id),
    `catalog-entry:${o.id}`,
  );
  await planShowing(tx, ctx, { entryId: o.id, version: o.version });
  const { actor } = ctx.viewer;
  await recordAudit(tx, [
    {
      subject: 'catalog_entry',
      subjectId: String(o.id),
      vendorId: null,
      action: o.action,
      actor,
      detail: o.detail,
      at: ctx.clock.now(),
    },
  ]);
}

async function describe(ctx: Ctx, tx: SqlTx, id: bigint): Promise<EntryDto> {
  const entry = await repo.findEntry(tx, id);
  if (!entry) throw new AppError('not_found');
  return toDto(ctx, entry, await repo.countOffers(tx, id));
}

function differences(before: repo.EntryRow, after: repo.EntryContent): Record<string, [unknown, unknown]> {
  const plain = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
  const keys = Object.keys(after) as (keyof repo.EntryContent)[];
  return Object.fromEntries(
    keys.filter((key) => before[key] !== after[key]).map((key) => [key, [plain(before[key]), plain(after[key])]]),
  );
}

/** What was written, cleaned and in minor units. Throws invalid_input (422) with the field and its rule. */
function computeContent(ctx: Ctx, input: EntryInput): repo.EntryContent {
  const issues: Issue[] = [];
  const amount = (field: 'priceMin' | 'priceMax'): bigint | null => {
    if (input[field] === null) return null;
    const parsed = readAmount(input[field], asCurrency(ctx.viewer.store.currency), ctx.viewer.locale);
    if (parsed.ok) return parsed.value;
    issues.push(amountIssue(field, parsed.refusal));
    return null;
  };
  const [priceMinMinor, priceMaxMinor] = [amount('priceMin'), amount('priceMax')];
  if (priceMinMinor !== null && priceMaxMinor !== null && priceMaxMinor < priceMinMinor) {
    issues.push({ path: 'priceMax', rule: 'below_minimum', message: rule('below_minimum') });
  }
  if (input.pictureUrl !== '' && !isWebAddress(input.pictureUrl)) {
    issues.push({ path: 'pictureUrl', rule: 'invalid_url', message: KIND_TEXTS.invalid_url });
  }
  if (issues.length > 0) throw invalidInput(issues);
  const description = sanitizeHtml(input.description, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
  });
  const { title, pictureUrl, productType, barcode, active } = input;
  return { title, description, pictureUrl, productType, barcode, priceMinMinor, priceMaxMinor, active };
}

function toDto(ctx: Ctx, row: repo.EntryRow, offers: number): EntryDto {
  const currency = asCurrency(ctx.viewer.store.currency);
  const amount = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor, currency));
  const { title, description, pictureUrl, productType, barcode, active, version } = row;
  return {
    title,
    description,
    pictureUrl,
    productType,
    barcode,
    active,
    version,
    offers,
    id: String(row.id),
    priceMin: amount(row.priceMinMinor),
    priceMax: amount(row.priceMaxMinor),
    updatedAt: row.updatedAt.toISOString(),
  };
}
