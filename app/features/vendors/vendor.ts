/** The longest name that the platform takes for a vendor. */
export const VENDOR_NAME_MAX = 255;
/** The marketplace view's name among vendors; no vendor may be called so. */
export const MARKETPLACE_NAME = '*';

/** `active`: an admin created it and its people may sign in. `known`: its name was seen on products or orders only. */
export const VENDOR_STATUSES = ['active', 'known'] as const;
export type VendorStatus = (typeof VENDOR_STATUSES)[number];

/** A vendor as other features need it. */
export type VendorRef = { id: bigint; name: string; handle: string };

/** By which a name is compared: trimmed and case-folded, so that "Kiln & Co " and "KILN & CO" are one vendor. */
export function vendorKey(name: string): string {
  // Upper case first, because it unfolds letters such as ß that lower case alone would leave apart.
  return name.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC');
}

/** Whether a text can be the name of a vendor: not empty, not the marketplace's own, not too long. */
export function isVendorName(name: string): boolean {
  const trimmed = name.trim();
  return trimmed !== '' && trimmed !== MARKETPLACE_NAME && trimmed.length <= VENDOR_NAME_MAX;
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
    .slice(0, HANDLE_MAX)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'vendor' : slug;
}

/** The first of `kiln`, `kiln-2`, `kiln-3`, … that is not taken. */
export function freeHandle(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
