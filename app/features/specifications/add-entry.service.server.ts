import { createHash } from 'node:crypto';
import {
  addStoreEntry,
  findStoreEntry,
  type KindField,
  type StoreEntry,
  type StoreKind,
} from '#app/adapters/shopify/metaobjects/entries.server.ts';
import { idOfGid, type PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, invalidInput, stateRefuses, type Issue } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { fileOfUpload, ownsFile } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { nameEntries, recordNames, openKind, requireEntrySpecification } from './entries.service.server.ts';
import type { EntryInput, EntryDto, Place } from './entries.contract.ts';
import * as repo from './entries.repo.server.ts';
import { ENTRY_TYPES } from './entry-value.ts';
import { FILE_TYPES, isStoreFile } from './file-value.ts';
import { isFillable, listIn, type Specification } from './specification.ts';
import { checkValue } from './specification-value.ts';

const GONE = { rule: 'file_gone', message: rule('file_expired') };

/** A specification whose entries the viewer may add. Throws not_found (404) for others, feature_disabled (404) where it may not. */
async function requireAddable(ctx: Ctx, place: Place): Promise<Specification> {
  const specification = await requireEntrySpecification(ctx, place);
  if (!ctx.viewer.isAdmin && !specification.entries?.add) throw new AppError('feature_disabled');
  return specification;
}

/** The fields that an entry is added with, in the form of specifications: every one that people fill in. */
export async function readEntryForm(ctx: Ctx, place: Place): Promise<{ name: string; fields: Specification[] }> {
  const { kind } = await openKind(ctx, await requireAddable(ctx, place), { adds: true });
  return { name: kind.name, fields: toFields(kind) };
}

/** Throws invalid_state (409) for a kind with a required field that nobody fills in here. */
function toFields(kind: StoreKind): Specification[] {
  const own = kind.fields.filter(isFilledIn);
  if (kind.fields.some((field) => field.required && !isFilledIn(field))) throw stateRefuses('entries_added_elsewhere');
  return own.map((field) => ({
    owner: 'PRODUCT',
    namespace: 'entry',
    upload: false,
    show: true,
    showWhen: null,
    ...field,
  }));
}

const isFilledIn = ({ type }: KindField): boolean => isFillable(type) && !ENTRY_TYPES.includes(type);

/**
 * Adds an active entry. The same request again answers with the entry that it made. Throws invalid_input (422) by field,
 * invalid_state (409) without the store's access.
 */
export async function addEntry(ctx: Ctx, { requestId, values, ...place }: EntryInput): Promise<{ entry: EntryDto }> {
  const specification = await requireAddable(ctx, place);
  const { platform, kind } = await openKind(ctx, specification, { adds: true });
  const handle = buildHandle(ctx, requestId, kind);
  const made = await findStoreEntry(platform, { type: kind.type, handle });
  if (made) return { entry: await finish(ctx, specification, made) };
  const checked = checkEntryValues(ctx, toFields(kind), values);
  const filled = await withFiles(ctx, platform, checked);
  const { vendorScope } = ctx.viewer;
  const isOwn = specification.entries?.own === true && vendorScope !== '*';
  const { type } = kind;
  if (isOwn) {
    const at = ctx.clock.now();
    await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.takeHandle(tx, { type, handle, vendorId: vendorScope, at }));
  }
  const added = await addStoreEntry(platform, kind, { handle, values: filled });
  if ('refused' in added) {
    throw invalidInput(
      added.refused.map(({ key, message }) => ({ path: `values.${key ?? ''}`, rule: 'platform', message })),
    );
  }
  return { entry: await finish(ctx, specification, added.entry) };
}

/** Names the entry after who asked and the request, so that asking again finds it. */
function buildHandle(ctx: Ctx, requestId: string, { type }: StoreKind): string {
  const { vendorScope, actor } = ctx.viewer;
  const who = vendorScope === '*' ? `${actor.kind}:${actor.id}` : String(vendorScope);
  const digest = createHash('sha256')
    .update(JSON.stringify([who, type, requestId]))
    .digest('hex');
  return `entry-${digest.slice(0, 24)}`;
}

/** The values as the platform keeps them, by the keys of their fields; empty ones are left out. */
function checkEntryValues(
  ctx: Ctx,
  fields: readonly Specification[],
  values: EntryInput['values'],
): Map<Specification, string> {
  const given = new Map(values.map(({ key, value }) => [key, value]));
  const issues: Issue[] = [...given.keys()]
    .filter((key) => !fields.some((field) => field.key === key))
    .map((key) => ({ path: `values.${key}`, rule: 'unknown_field', message: rule('unknown_field') }));
  const filled = new Map<Specification, string>();
  for (const field of fields) {
    const { key, name, required } = field;
    const path = `values.${key}`;
    const checked = checkValue(field, given.get(key) ?? '', ctx.viewer.store.currency);
    if (!checked.ok) {
      issues.push({ path, rule: checked.rule, message: checked.message, params: { ...checked.params, name } });
    } else if (checked.value !== '') filled.set(field, checked.value);
    else if (required) issues.push({ path, rule: 'required', message: rule('required'), params: { name } });
  }
  if (issues.length === 0 && filled.size === 0) {
    const [first] = fields;
    issues.push({ path: `values.${first?.key ?? ''}`, rule: 'required', message: rule('required') });
  }
  if (issues.length > 0) throw invalidInput(issues);
  return filled;
}

/** Values by key with references of files of the store in the place of uploads. Throws invalid_input (422) for another's. */
async function withFiles(
  ctx: Ctx,
  platform: PlatformClient,
  values: ReadonlyMap<Specification, string>,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const [{ key, type }, value] of values) {
    if (!FILE_TYPES.includes(type)) {
      filled[key] = value;
      continue;
    }
    const isList = type.startsWith('list.');
    const files: string[] = [];
    for (const item of isList ? listIn(value) : [value])
      files.push(await fetchFile(ctx, platform, item, `values.${key}`));
    filled[key] = isList ? JSON.stringify(files) : (files[0] ?? '');
  }
  return filled;
}

async function fetchFile(ctx: Ctx, platform: PlatformClient, item: string, path: string): Promise<string> {
  if (isStoreFile(item)) {
    if (ctx.viewer.vendorScope === '*' || (await ownsFile(ctx, item))) return item;
    throw invalidInput([{ path, ...GONE }]);
  }
  try {
    return await fileOfUpload(ctx, platform, item);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw invalidInput([{ path, ...GONE }]);
    throw error;
  }
}

/** Notes an entry that was added, once: whose it is, how it is called, and that somebody added it. */
async function finish(ctx: Ctx, specification: Specification, entry: StoreEntry): Promise<EntryDto> {
  const { vendorScope, actor } = ctx.viewer;
  const { id, name, image, type, handle } = entry;
  const known = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => nameEntries(tx, [id]));
  if (!known.has(id)) {
    await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
      await repo.recordEntry(tx, { type, handle, id: idOfGid(id) });
      await recordAudit(tx, [
        {
          subject: 'settings',
          subjectId: 'specifications',
          vendorId: vendorScope === '*' ? null : vendorScope,
          action: 'specification.entry_added',
          actor,
          at: ctx.clock.now(),
          detail: { field: `${specification.namespace}.${specification.key}`, entry: id, name },
        },
      ]);
    });
    await recordNames(ctx, [entry]);
  }
  return { id, name, image };
}
