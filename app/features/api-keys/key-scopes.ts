import { KEY_SCOPES, type KeyScope } from '#app/core/viewer.ts';

/** What only keys of the marketplace can be given. */
const MARKETPLACE_ONLY: ReadonlySet<KeyScope> = new Set<KeyScope>(['vendors:read', 'reconciliation:read']);
/** What is a vendor's own to spend or to answer, and never a key's of the marketplace. */
const VENDOR_ONLY: ReadonlySet<KeyScope> = new Set<KeyScope>(['labels:buy', 'offers:answer', 'discounts:write']);

/** The scopes that keys of a vendor can be given, or those of the marketplace (null). */
export const listScopes = (vendorId: bigint | null): KeyScope[] =>
  KEY_SCOPES.filter((scope) => !(vendorId === null ? VENDOR_ONLY : MARKETPLACE_ONLY).has(scope));

/** What a key of a vendor can do that was made before there were scopes, or without naming any: everything but what is about money. */
export const DEFAULT_SCOPES: readonly KeyScope[] = [
  'products:read',
  'products:write',
  'stock:write',
  'orders:read',
  'orders:fulfill',
  'messages:read',
  'messages:write',
];
/** The same of a key of the marketplace: it reads, but no money. */
const MARKETPLACE_DEFAULT_SCOPES: readonly KeyScope[] = [
  'products:read',
  'orders:read',
  'messages:read',
  'vendors:read',
];

/** What a key can do that is made without naming any scope. */
export const defaultScopes = (vendorId: bigint | null): readonly KeyScope[] =>
  vendorId === null ? MARKETPLACE_DEFAULT_SCOPES : DEFAULT_SCOPES;
