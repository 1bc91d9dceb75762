import { createHash } from 'node:crypto';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { readStoreFile } from '#app/adapters/shopify/products/files.server.ts';
import { AppError } from '#app/core/errors.ts';
import { PAGE_SIZE } from '#app/core/paging.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { nameEntries } from '#app/features/specifications/entries.service.server.ts';
import { entriesNamed, withEntryNames } from '#app/features/specifications/entry-value.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { compareWithLive } from './apply-differences.ts';
import { toRows } from './change-rows.ts';
import type { Content, OfField } from './differences.ts';
import type { ChangeAction, WaitingField } from './product-change.ts';
import type { ChangeFieldDto, ChangeList, ChangesQuery, ChangeDto } from './product-changes.contract.ts';
import * as repo from './product-changes.repo.server.ts';
import type { StoredChange } from './product-changes.repo.server.ts';
import { toContent } from './product-content.ts';
import { readNames } from '../editing/product-specifications.service.server.ts';
import { listVariants, type StoredProduct } from '../products.repo.server.ts';
import { requireProduct, versionOf } from '../products.service.server.ts';

/** Decided changes are counted no further: they only grow. */
const MAX_COUNTED = 1_000;

/** One page of the changes of the scope. */
export async function listChanges(ctx: Ctx, query: ChangesQuery): Promise<ChangeList> {
  const [rows, counts] = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => [
    await repo.listChanges(tx, { state: query.state, after: query.after, limit: PAGE_SIZE + 1 }),
    await repo.countChanges(tx, MAX_COUNTED + 1),
  ]);
  const page = rows.slice(0, PAGE_SIZE);
  return {
    changes: page.map((row) => ({
      ...buildHead(row, { title: row.title, vendor: row.vendorName, imageUrl: row.imageUrl }),
      fields: [...new Set((row.state === 'open' ? row.fields : row.decided).map((one) => one.field))],
    })),
    counts: { ...counts, closed: Math.min(counts.closed, MAX_COUNTED), closedIsExact: counts.closed <= MAX_COUNTED },
    cursor: rows.length > PAGE_SIZE ? String(page.at(-1)?.id ?? '') : null,
  };
}

function buildHead(change: StoredChange, o: { title: string; vendor: string; imageUrl: string | null }) {
  return {
    id: String(change.id),
    productId: String(change.productId),
    ...o,
    state: change.state,
    openedAt: change.openedAt.toISOString(),
    changedAt: change.changedAt.toISOString(),
  };
}

/** A change of the scope with the product that it is about. Another's, and one of a product that is gone, is not_found (404). */
export async function requireChange(tx: SqlTx, ctx: Ctx, id: bigint): Promise<LookedAt> {
  const change = await repo.findChange(tx, id);
  if (!change) throw new AppError('not_found');
  const product = await requireProduct(tx, change.productId);
  const variants = await listVariants(tx, change.productId);
  return {
    change,
    product,
    live: toContent(product, variants, ctx.viewer.store.currency),
    seen: computeSeen(change, versionOf(product, variants)),
    names: await readNames(tx),
  };
}
type LookedAt = { change: StoredChange; product: StoredProduct; live: Content; seen: string; names: Names };
type Names = Awaited<ReturnType<typeof readNames>>;

/** Names a state of a change together with the live product, so that nobody decides on what they did not see. */
export function computeSeen(change: Pick<StoredChange, 'id' | 'revision'>, version: string): string {
  return createHash('sha256').update(`${change.id}:${change.revision}:${version}`).digest('base64url').slice(0, 22);
}

/** A change with the old, the wanted and the live value of each field. */
export async function readChange(ctx: Ctx, id: bigint): Promise<{ change: ChangeDto }> {
  const { change, product, live, seen, names } = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    requireChange(tx, ctx, id),
  );
  const imageUrl = product.media.find((medium) => medium.src !== null)?.src ?? null;
  const sources = await listSources(ctx, change.fields, product);
  const entries = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    nameEntries(tx, entriesNamed([change.fields, live.metafields, live.variants.map(({ metafields }) => metafields)])),
  );
  return {
    change: {
      ...buildHead(change, { title: product.title, vendor: product.vendorName, imageUrl }),
      fields: change.fields.map((one) => withNamedRows(toFieldDto(one, live, sources, names), entries)),
      decided: change.decided
        .map(({ field, outcome, note, decidedBy, decidedAt }) => ({
          field,
          outcome,
          note,
          by: { name: decidedBy.name, role: decidedBy.role },
          at: decidedAt,
        }))
        .reverse(),
      seen,
      allowedActions: change.fields.length === 0 ? [] : listActions(ctx.viewer),
    },
  };
}

function listActions(viewer: Viewer): ChangeAction[] {
  if (!can(viewer, 'write_products')) return [];
  return viewer.isAdmin ? ['apply', 'decline'] : ['withdraw'];
}

type Sources = ReadonlyMap<string, string | null>;

/** Where the media of a change are shown: the product's own we know, new ones are asked for. */
async function listSources(ctx: Ctx, fields: readonly WaitingField[], product: StoredProduct): Promise<Sources> {
  const sources = new Map(product.media.map((medium) => [medium.id, medium.src]));
  const media = fields.flatMap((one) => (one.field === 'media' ? [...one.old, ...one.new] : []));
  const unknown = [...new Set(media.flatMap(({ id }) => (id === undefined || sources.has(id) ? [] : [id])))];
  if (unknown.length === 0) return sources;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  for (const id of unknown) sources.set(id, await findSource(ctx, platform, id));
  return sources;
}

async function findSource(ctx: Ctx, platform: PlatformClient, id: string): Promise<string | null> {
  try {
    return (await readStoreFile(platform, id))?.src ?? null;
  } catch (error) {
    // A picture that cannot be shown now must not keep anybody from reading the rest.
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ err: error, file: id }, 'a medium of a change could not be read');
    return null;
  }
}

function toFieldDto(one: WaitingField, live: Content, sources: Sources, names: Names): ChangeFieldDto {
  return {
    field: one.field,
    rows: toRows(one, live, names),
    media: one.field === 'media' ? { old: mediaDto(one.old, sources), new: mediaDto(one.new, sources) } : null,
    by: { name: one.by.name, role: one.by.role },
    at: one.at,
    moved: compareWithLive(live, one) === 'moved',
  };
}

/** The same with the names of the store's entries in the place of their references. */
function withNamedRows(dto: ChangeFieldDto, entries: ReadonlyMap<string, string>): ChangeFieldDto {
  const named = (text: string | null): string | null => (text === null ? null : withEntryNames(text, entries));
  const rows = dto.rows.map((row) => ({ ...row, old: named(row.old), new: named(row.new), live: named(row.live) }));
  return { ...dto, rows };
}

function mediaDto(media: OfField<'media'>['new'], sources: Sources): NonNullable<ChangeFieldDto['media']>['new'] {
  return media.map(({ id, src, alt, contentType }) => ({
    id: id ?? '',
    src: id === undefined ? (src ?? null) : (sources.get(id) ?? null),
    alt,
    contentType,
  }));
}

/** How many changes of the scope wait. */
export function countOpenChanges(tx: SqlTx): Promise<number> {
  return repo.countOpen(tx);
}

/** Whether a change still waits for one of these fields: a mail that was overtaken is not sent. */
export async function isWaiting(tx: SqlTx, changeId: bigint): Promise<boolean> {
  return (await repo.findChange(tx, changeId))?.state === 'open';
}
