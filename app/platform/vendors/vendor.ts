import { trimSign } from '#app/core/text/markup.ts';
import { foldName } from '#app/core/text/folding.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';

/** The longest name that the platform takes for a vendor. */
export const VENDOR_NAME_MAX = 255;
/** The marketplace view's name among vendors; no vendor may be called so. */
export const MARKETPLACE_NAME = '*';

/** `active`: an admin created it and its people may sign in. `known`: its name was seen on products or orders only. */
export const VENDOR_STATUSES = ['active', 'known'] as const;
export type VendorStatus = (typeof VENDOR_STATUSES)[number];

/** A vendor as other features need it. */
export type VendorRef = { id: bigint; name: string; handle: string };

/** Signs that take no place at all: between letters they only make a name look like another. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** A name as it is kept: every kind of blank is a plain one, runs of them are one, and nothing invisible is in it. */
export function tidyName(name: string): string {
  return name.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** Whether a text can be the name of a vendor: not empty, not the marketplace's own, not too long. */
export function isVendorName(name: string): boolean {
  const tidy = tidyName(name);
  const key = foldName(tidy);
  return key !== '' && key !== MARKETPLACE_NAME && tidy.length <= VENDOR_NAME_MAX;
}

/** What somebody is allowed to name a vendor that exists: the vendor's own other spelling, or a name that nobody has. */
export function decideRename(
  vendor: { id: bigint; name: string },
  newName: string,
  holder: { id: bigint } | undefined,
): Result<'rename' | 'nothing', 'taken'> {
  if (holder && holder.id !== vendor.id) return refuse('taken');
  return ok(tidyName(newName) === vendor.name ? 'nothing' : 'rename');
}

/** The name that a deleted vendor keeps where somebody else has its own from now on: with the day of its end, and a number. */
export function releasedName(name: string, deletedAt: Date, number: number): string {
  const end = ` (${deletedAt.toISOString().slice(0, 10)}${number === 1 ? '' : `, ${number}`})`;
  return `${name.slice(0, VENDOR_NAME_MAX - end.length).trimEnd()}${end}`;
}

const HANDLE_MAX = 60;

/** The address part of a name: small letters, digits and single hyphens; `vendor` where nothing of the name is left. */
export function vendorHandle(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, HANDLE_MAX);
  return trimSign(slug, '-') || 'vendor';
}

/** The first of `kiln`, `kiln-2`, `kiln-3`, … that is not taken. */
export function freeHandle(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
