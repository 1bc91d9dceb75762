import {
  findStoreKind,
  listStoreKinds,
  mayAddEntries,
  mayReadEntries,
  readStoreEntries,
  searchStoreEntries,
  entryGid,
  type StoreEntry,
  type StoreKind,
} from '#app/adapters/shopify/metaobjects/entries.server.ts';
import { idOfGid, type PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { AppError, invalidInput, stateRefuses, type Issue } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ChosenQuery, ChosenDto, EntriesQuery, EntryDto, KindsDto, Place } from './entries.contract.ts';
import * as repo from './entries.repo.server.ts';
import { ENTRY_TYPES, entriesIn, kindOfEntries } from './entry-value.ts';
import type { Field } from './product-fields.ts';
import { idOf, type Owner, type Specification } from './specification.ts';
import { editorSpecifications } from './specifications.service.server.ts';

const PAGE = 20;
/** Entries read of the platform at once, and how often for one page: those that are not offered are read past. */
const READ_AT_ONCE = 50;
const MAX_READINGS = 5;

/** The kinds of entries of the store, for admins; none while the store has not granted their reading. */
export async function readKinds(ctx: Ctx): Promise<KindsDto> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const scopes = await listGrantedScopes(platform);
  if (!mayReadEntries(scopes)) return { granted: false, kinds: [] };
  const kinds = (await listStoreKinds(platform)).map(({ id, type, name }) => ({ id, type, name }));
  return {
    granted: mayAddEntries(scopes),
    kinds: kinds.sort((one, other) => one.name.localeCompare(other.name, 'en')),
  };
}

/** A specification of entries that the viewer fills in. Throws not_found (404) for any other. */
export async function requireEntrySpecification(ctx: Ctx, { owner, namespace, key }: Place): Promise<Specification> {
  const { specifications } = await editorSpecifications(ctx);
  const found = specifications.find(
    (one) => one.owner === owner && one.namespace === namespace && one.key === key && ENTRY_TYPES.includes(one.type),
  );
  if (!found) throw new AppError('not_found');
  return found;
}

/** The platform with the kind of a specification's entries. Throws invalid_state (409) without the store's access or the kind. */
export async function openKind(
  ctx: Ctx,
  specification: Specification,
  o: { adds?: boolean } = {},
): Promise<{ platform: PlatformClient; kind: StoreKind }> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  await requireAccess(platform, o);
  const kind = await findStoreKind(platform, kindOfEntries(specification));
  if (!kind) throw stateRefuses('entries_kind_gone');
  return { platform, kind };
}

async function requireAccess(platform: PlatformClient, o: { adds?: boolean } = {}): Promise<void> {
  const scopes = await listGrantedScopes(platform);
  if (!(o.adds ? mayAddEntries(scopes) : mayReadEntries(scopes))) throw stateRefuses('entries_not_granted');
}

/** A page of the active entries that the viewer may choose. Throws invalid_input (422) for a cursor that is none. */
export async function searchEntries(
  ctx: Ctx,
  { q, after, ...place }: EntriesQuery,
): Promise<{ entries: EntryDto[]; cursor: string | null }> {
  const { platform, kind } = await openKind(ctx, await requireEntrySpecification(ctx, place));
  const entries: EntryDto[] = [];
  let at = after;
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const page = await readPage(platform, { type: kind.type, q, after: at });
    const foreign = await findForeignEntries(ctx, kind.type, page.entries);
    for (const [index, entry] of page.entries.entries()) {
      at = entry.cursor;
      if (entry.isActive && !foreign.has(entry.id)) entries.push(toDto(entry));
      const isLast = index === page.entries.length - 1 && !page.hasMore;
      if (entries.length === PAGE) return { entries, cursor: isLast ? null : at };
    }
    if (!page.hasMore) return { entries, cursor: null };
  }
  return { entries, cursor: at ?? null };
}

async function readPage(platform: PlatformClient, o: { type: string; q: string; after: string | undefined }) {
  try {
    return await searchStoreEntries(platform, { ...o, first: READ_AT_ONCE });
  } catch (error) {
    // Only the platform can read its cursors: what it refuses with one that somebody sent is not ours to answer for.
    if (error instanceof AppError || o.after === undefined) throw error;
    throw invalidInput([{ path: 'after', rule: 'cursor', message: rule('cursor_of_list') }]);
  }
}

const toDto = ({ id, name, image }: StoreEntry): EntryDto => ({ id, name, image });

/** The ids of those entries that other vendors added for themselves; the marketplace's own people see them all. */
async function findForeignEntries(
  ctx: Ctx,
  type: string,
  entries: readonly StoreEntry[],
): Promise<ReadonlySet<string>> {
  const { vendorScope, store } = ctx.viewer;
  if (vendorScope === '*' || entries.length === 0) return new Set();
  const reported = entries.map(({ id, handle }) => ({ id: idOfGid(id), handle }));
  const rows = await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    repo.listForeign(tx, { type, entries: reported, vendorId: vendorScope }),
  );
  const ids = new Set(rows.map(({ id }) => id));
  const handles = new Set(rows.map(({ handle }) => handle));
  const foreign = reported.flatMap(({ id, handle }) => (ids.has(id) || handles.has(handle) ? [entryGid(id)] : []));
  return new Set(foreign);
}

/** Entries that were chosen, in the order of the question, with what became of them. */
export async function readChosen(ctx: Ctx, { ids, ...place }: ChosenQuery): Promise<{ entries: ChosenDto[] }> {
  const { platform, kind } = await openKind(ctx, await requireEntrySpecification(ctx, place));
  const gids = ids.map((id) => entryGid(BigInt(id)));
  const read = (await readStoreEntries(platform, [...new Set(gids)])).filter((entry) => entry.type === kind.type);
  const foreign = await findForeignEntries(ctx, kind.type, read);
  const known = new Map(read.flatMap((entry) => (foreign.has(entry.id) ? [] : [[entry.id, entry] as const])));
  const names = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => nameEntries(tx, gids));
  return {
    entries: gids.map((id) => {
      const entry = known.get(id);
      if (!entry) return { id, name: names.get(id) ?? '', image: null, state: 'gone' };
      if (entry.isActive) return { ...toDto(entry), state: 'active' };
      // What a draft is called is the marketplace's to know, unless it was called so while it was active.
      const name = ctx.viewer.vendorScope === '*' ? entry.name : (names.get(id) ?? '');
      return { ...toDto(entry), name, state: 'inactive' };
    }),
  };
}

/** How entries were called when somebody chose them, for those whose names the scope may read. */
export async function nameEntries(tx: SqlTx, gids: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(gids)].map(idOfGid).filter((id) => id < 2n ** 63n);
  const rows = ids.length === 0 ? [] : await repo.listNames(tx, ids);
  return new Map(rows.map(({ id, name }) => [entryGid(id), name]));
}

/** What entries are called in the store now, by their ids; those that are gone are left out. */
export async function readEntryNames(ctx: Ctx, gids: readonly string[]): Promise<Map<string, string>> {
  if (gids.length === 0) return new Map();
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  await requireAccess(platform);
  const entries = await readStoreEntries(platform, [...new Set(gids)]);
  return new Map(entries.map(({ id, name }) => [id, asValue(name)]));
}

/** The active entries of a specification's kind that are called like this and were chosen before, by their names. */
export async function findEntriesCalled(
  ctx: Ctx,
  specification: Specification,
  names: readonly string[],
): Promise<Map<string, string>> {
  const ids = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listCalled(tx, names));
  if (ids.length === 0) return new Map();
  const { platform, kind } = await openKind(ctx, specification);
  const entries = await readStoreEntries(platform, ids.map(entryGid));
  const own = entries.filter(
    ({ type, isActive, name }) => type === kind.type && isActive && names.includes(asValue(name)),
  );
  return new Map(own.map(({ id, name }) => [asValue(name), id]));
}

/** A name as the value of an option has it. */
const asValue = (name: string): string => name.trim().slice(0, 255);

/** A field of a product or of a variant, where it stands in what is saved, and what stood there before. */
export type ChosenField = { owner: Owner; field: Field; path: string; before: string };

/**
 * What is wrong with the entries that a save chooses: each has to be there, and one that is chosen anew has to be active, of
 * the specification's kind and not another vendor's. The names of the others are noted. Throws invalid_state (409) without
 * the store's access.
 */
export async function checkEntries(
  ctx: Ctx,
  specifications: readonly Specification[],
  fields: readonly ChosenField[],
): Promise<Issue[]> {
  const changed = fields.filter(({ field, before }) => field.value !== before && toEntries(field).length > 0);
  if (changed.length === 0) return [];
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  await requireAccess(platform);
  const gids = [...new Set(changed.flatMap(({ field }) => toEntries(field)))];
  const found = new Map((await readStoreEntries(platform, gids)).map((entry) => [entry.id, entry]));
  const names = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => nameEntries(tx, gids));
  const kinds = new Map<string, StoreKind | undefined>();
  const issues: Issue[] = [];
  for (const { owner, field, path, before } of changed) {
    const specification = specifications.find((one) => one.owner === owner && idOf(one) === idOf(field));
    const kindId = specification ? kindOfEntries(specification) : '';
    if (!kinds.has(kindId)) kinds.set(kindId, kindId === '' ? undefined : await findStoreKind(platform, kindId));
    const type = kinds.get(kindId)?.type;
    const own = toEntries(field).flatMap((id) => found.get(id) ?? []);
    const foreign = type === undefined ? new Set() : await findForeignEntries(ctx, type, own);
    const stood = new Set(entriesIn(field.type, before));
    for (const id of toEntries(field)) {
      const entry = found.get(id);
      const isNew = !stood.has(id);
      const isOther = isNew && entry !== undefined && (entry.type !== type || foreign.has(id));
      if (!entry || isOther)
        issues.push({ path, ...GONE, params: { name: names.get(id) ?? `#${id.split('/').at(-1) ?? ''}` } });
      else if (isNew && !entry.isActive) issues.push({ path, ...INACTIVE, params: { name: names.get(id) ?? '' } });
    }
  }
  if (issues.length === 0) await recordNames(ctx, [...found.values()]);
  return issues;
}

const GONE = { rule: 'entry_gone', message: rule('entry_gone') };
const INACTIVE = { rule: 'entry_inactive', message: rule('entry_inactive') };
const toEntries = (field: Field): string[] => entriesIn(field.type, field.value);

/** Notes how entries are called, for logs and for the time when they are gone. */
export async function recordNames(ctx: Ctx, entries: readonly Pick<StoreEntry, 'id' | 'name'>[]): Promise<void> {
  const rows = entries.map(({ id, name }) => ({ id: idOfGid(id), name: name.slice(0, 500) }));
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.recordNames(tx, rows));
}
