import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { foldName } from '#app/core/text/folding.ts';
import { asVendorId, type VendorId } from '#app/core/ids.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { freeHandle, isVendorName, tidyName, vendorHandle, type VendorRef, type VendorStatus } from './vendor.ts';
import * as repo from './vendors.repo.server.ts';
import { oncePerPage } from '#app/server/once-per-page.server.ts';

export type { VendorRow } from './vendors.repo.server.ts';

const MAX_VENDORS = 10_000;
const MAX_CHOICES = 2_000;

/** The vendor of a name (or of an older name) within the scope. Another vendor's or an unknown name is not_found (404). */
export async function resolveVendor(tx: SqlTx, name: string): Promise<VendorRef> {
  const vendor = await findVendorByName(tx, name);
  if (!vendor || vendor.deletedAt) throw new AppError('not_found');
  return vendor;
}

/** The same for what is past: a deleted vendor's orders and dues are still found under its name. */
export async function resolvePastVendor(tx: SqlTx, name: string): Promise<VendorRef> {
  const vendor = await findVendorByName(tx, name);
  if (!vendor) throw new AppError('not_found');
  return vendor;
}

/**
 * The vendor of a name within the scope, deleted ones too, or undefined. Two may share a name since names are folded as they are
 * now: the very spelling of one finds that one, so that it can be given another.
 */
export async function findVendorByName(tx: SqlTx, name: string): Promise<repo.VendorRow | undefined> {
  const key = foldName(name);
  const found = (await repo.findByKeys(tx, [key])).get(key);
  const spelled = tidyName(name);
  return found && found.name !== spelled ? ((await repo.findBySpelling(tx, spelled)) ?? found) : found;
}

/** The vendor of a handle that an admin let in and that is still there, or undefined. */
export function findActiveVendorByHandle(tx: SqlTx, handle: string): Promise<repo.VendorRow | undefined> {
  return repo.findActiveByHandle(tx, handle);
}

/** The vendor of an id within the scope. Another vendor's or an unknown id is not_found (404). */
export async function requireVendor(tx: SqlTx, id: bigint): Promise<VendorRef> {
  const vendor = await repo.findById(tx, id);
  if (!vendor || vendor.deletedAt) throw new AppError('not_found');
  return vendor;
}

/** The names of vendors of the scope by their ids, deleted ones too. */
export const findVendorNames = repo.findNames;

/**
 * The vendors of many keys (`foldName(name)`) at once, in one statement; creates nothing. Deleted vendors are found too,
 * because what they sold stays theirs. A key that nobody has is missing in the map.
 */
export async function vendorIdsByKeys(tx: SqlTx, keys: readonly string[]): Promise<Map<string, VendorId>> {
  const found = await repo.findByKeys(tx, [...new Set(keys)]);
  return new Map([...found].map(([key, row]) => [key, asVendorId(row.id)]));
}

/** The same with all that is known of them, for those who ask since when they are there. */
export const findVendorsByKeys = repo.findByKeys;

/**
 * The vendors of names that were seen on products or orders; a name that nobody has becomes a vendor without account.
 * Blank names and the marketplace's own are left out. Keyed by `foldName(name)`. Needs the marketplace's scope.
 */
export async function ensureVendors(tx: SqlTx, names: readonly string[], at: Date): Promise<Map<string, VendorId>> {
  const wanted = new Map<string, string>();
  for (const name of names) if (isVendorName(name)) wanted.set(foldName(name), tidyName(name));
  const known = await vendorIdsByKeys(tx, [...wanted.keys()]);
  // One order for all writers, so that two batches that bring the same new names cannot wait for each other.
  const missing = [...wanted].filter(([key]) => !known.has(key)).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, name] of missing) {
    known.set(key, (await addVendor(tx, { name, status: 'known', email: null, at })).id);
  }
  return known;
}

/** Adds a vendor under a free handle, or finds the one that somebody else added at the same moment. */
export async function addVendor(
  tx: SqlTx,
  o: { name: string; status: VendorStatus; email: string | null; at: Date },
): Promise<{ id: VendorId; added: boolean }> {
  const name = tidyName(o.name);
  const key = foldName(name);
  // An older name of somebody is theirs too, and the table of vendors alone does not know it.
  const holder = (await vendorIdsByKeys(tx, [key])).get(key);
  if (holder !== undefined) return { id: holder, added: false };
  for (let attempt = 0; attempt < 20; attempt++) {
    const base = vendorHandle(name);
    const handle = freeHandle(base, await repo.takenHandles(tx, base));
    const id = await repo.insertVendor(tx, { ...o, name, key, handle });
    if (id !== undefined) return { id: asVendorId(id), added: true };
    const other = (await vendorIdsByKeys(tx, [key])).get(key);
    if (other !== undefined) return { id: other, added: false };
  }
  invariant(false, 'a free handle is found within twenty tries');
}

/** All vendors within the scope, deleted ones too, because what they sold is still theirs; by name, at most 10,000. */
export function listVendors(tx: SqlTx): Promise<repo.VendorRow[]> {
  return oncePerPage(tx, 'vendors', () => repo.listVendors(tx, MAX_VENDORS));
}

/** The names among which a list's vendor is chosen, by name, at most 2,000; none for who sees one vendor alone. */
export async function readVendorChoices(ctx: Pick<Ctx, 'db' | 'viewer'>): Promise<string[]> {
  if (ctx.viewer.vendorScope !== '*') return [];
  return ctx.db.once(scopeOf(ctx.viewer), (tx) => repo.listNames(tx, MAX_CHOICES));
}

/** Takes a vendor for the rest of the transaction, so that two who give it an account wait for each other. */
export function lockVendor(tx: SqlTx, id: bigint): Promise<void> {
  return repo.lockVendor(tx, id);
}

/** Makes a vendor one that sells here, with the address of its first person, where there is one, and the answers that it was created from (undefined keeps those it has). */
export function activateVendor(
  tx: SqlTx,
  o: { id: bigint; email: string | null; fields: readonly object[] | undefined },
): Promise<void> {
  return repo.activateVendor(tx, o);
}

/** A vendor of the scope with its settings, deleted ones too. Another vendor's or an unknown id is not_found (404). */
export async function requireVendorRow(tx: SqlTx, id: bigint): Promise<repo.VendorRow> {
  const vendor = await repo.findById(tx, id);
  if (!vendor) throw new AppError('not_found');
  return vendor;
}

/** The answers that a vendor has, by the stable keys of the store's fields. */
export async function readVendorFields(tx: SqlTx, id: bigint): Promise<StoredAnswer[]> {
  return (await repo.readFields(tx, id)) as StoredAnswer[];
}

/** The answers of all vendors of the scope, by vendor; those without any are missing. */
export async function listAllVendorFields(tx: SqlTx): Promise<Map<bigint, StoredAnswer[]>> {
  return new Map((await repo.readAllFields(tx)).map((row) => [row.id, row.fields as StoredAnswer[]]));
}

/** An answer as it is kept with a vendor. */
export type StoredAnswer = { key: string; name: string; value: string | boolean | string[] };

/** Writes the answers of a vendor over those it had. */
export function writeVendorFields(tx: SqlTx, id: bigint, fields: readonly StoredAnswer[]): Promise<void> {
  return repo.writeFields(tx, id, fields);
}

/** Sets how the marketplace treats a vendor; what is left out stays as it is. */
export function saveVendorSettings(
  tx: SqlTx,
  id: bigint,
  o: {
    autoApprove?: boolean | null | undefined;
    managedByMarketplace?: boolean | undefined;
    listingLimit?: number | null | undefined;
  },
): Promise<void> {
  const { autoApprove, managedByMarketplace, listingLimit } = o;
  return repo.writeSettings(tx, id, { autoApprove, managedByMarketplace, listingLimit });
}

/** How many products a vendor of the scope may offer; null without a limit. `lock` takes the vendor until the transaction ends. */
export function readListingLimit(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<number | null> {
  return repo.readListingLimit(tx, id, { lock: o.lock === true });
}

/** Whether a vendor's new products go live without anybody looking; null follows the marketplace. */
export async function readAutoApproval(tx: SqlTx, name: string): Promise<boolean | null> {
  const vendor = await resolveVendor(tx, name);
  return (await requireVendorRow(tx, vendor.id)).autoApprove;
}

/** Takes a vendor's account away. What it sold, and what it is owed, stays under its name. */
export function markVendorDeleted(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  return repo.markDeleted(tx, id, at);
}

/** Gives a vendor another name, which the caller found free; whatever still carries the old one finds it by an alias. */
export function giveName(tx: SqlTx, vendor: { id: bigint; name: string }, name: string): Promise<void> {
  return repo.renameVendor(tx, vendor.id, {
    name: tidyName(name),
    key: foldName(name),
    oldKey: foldName(vendor.name),
  });
}

/** Gives a deleted vendor another name, which the caller found free; nothing finds it by the one it had. */
export function releaseName(tx: SqlTx, id: bigint, name: string): Promise<void> {
  return repo.writeName(tx, id, { name, key: foldName(name) });
}

/** Takes an older name from a vendor, so that it can be somebody else's. */
export function forgetOldName(tx: SqlTx, id: bigint, name: string): Promise<void> {
  return repo.deleteAlias(tx, id, foldName(name));
}

/** 1 where somebody was made a vendor of the store and is still there, else 0. */
export const countAnyVendor = (tx: SqlTx): Promise<number> => repo.countAny(tx);

/** How many vendors the store has; names that were only seen on products are none. Needs the marketplace's scope. */
export const countActiveVendors = (tx: SqlTx): Promise<number> => repo.countActive(tx);
