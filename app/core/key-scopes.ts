import type { Permission } from './viewer.ts';

/** What an API key can be given. It never holds more than whoever made it may do at the moment of a call. */
export const KEY_SCOPES = [
  'products:read',
  'products:write',
  'orders:read',
  'orders:fulfill',
  'messages:read',
  'messages:write',
  'labels:buy',
  'offers:answer',
  'discounts:write',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scopes that spend or give away money: a key has them only where somebody chose them. */
export const MONEY_SCOPES: ReadonlySet<KeyScope> = new Set<KeyScope>([
  'labels:buy',
  'offers:answer',
  'discounts:write',
]);

/** What a key can do that was made before there were scopes, or without naming any: everything but what costs money. */
export const DEFAULT_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => !MONEY_SCOPES.has(scope));

/** Whoever may change something sees it. */
const NEEDS: Partial<Record<KeyScope, KeyScope>> = {
  'products:write': 'products:read',
  'orders:fulfill': 'orders:read',
  'messages:write': 'messages:read',
  'labels:buy': 'orders:read',
  'offers:answer': 'orders:read',
  'discounts:write': 'products:read',
};

const READS_PRODUCTS = ['read_products', 'read_integrations'] as const satisfies readonly Permission[];
const READS_ORDERS = ['read_orders'] as const satisfies readonly Permission[];
const WRITES_ORDERS = ['read_orders', 'write_orders'] as const satisfies readonly Permission[];

/** The permissions that a scope is made of: each call asks for a scope and a permission. */
export const SCOPE_PERMISSIONS: Readonly<Record<KeyScope, readonly Permission[]>> = {
  'products:read': READS_PRODUCTS,
  'products:write': [...READS_PRODUCTS, 'write_products'],
  'orders:read': READS_ORDERS,
  'orders:fulfill': WRITES_ORDERS,
  'messages:read': READS_ORDERS,
  'messages:write': WRITES_ORDERS,
  'labels:buy': WRITES_ORDERS,
  'offers:answer': WRITES_ORDERS,
  'discounts:write': ['read_products', 'write_products'],
};

/** What whoever gives a scope has to be allowed; reading integrations only widens what a key may look at. */
export const requiredPermissions = (scope: KeyScope): readonly Permission[] =>
  SCOPE_PERMISSIONS[scope].filter((permission) => permission !== 'read_integrations');

/** The scope that a call with a permission asks for, where it names none; undefined for what is no scope's. */
const SCOPE_OF_PERMISSION: Partial<Record<Permission, KeyScope>> = {
  read_products: 'products:read',
  read_integrations: 'products:read',
  write_products: 'products:write',
  read_orders: 'orders:read',
  write_orders: 'orders:fulfill',
};

/** The scope that a key needs for a call; undefined where no key can make it. */
export const scopeOfCall = (access: { permission: Permission; scope?: KeyScope }): KeyScope | undefined =>
  access.scope ?? SCOPE_OF_PERMISSION[access.permission];

/** The chosen scopes with those that they need, in their usual order. */
export function completeScopes(chosen: readonly KeyScope[]): KeyScope[] {
  const all = new Set<KeyScope>(chosen);
  for (const scope of chosen) {
    const needed = NEEDS[scope];
    if (needed) all.add(needed);
  }
  return KEY_SCOPES.filter((scope) => all.has(scope));
}

/** Those of some scopes that somebody with some permissions may give and use. */
export const allowedScopes = (scopes: readonly KeyScope[], permissions: ReadonlySet<Permission>): KeyScope[] =>
  scopes.filter((scope) => requiredPermissions(scope).every((permission) => permissions.has(permission)));

/** The permissions of some scopes together. */
export const permissionsOfScopes = (scopes: readonly KeyScope[]): ReadonlySet<Permission> =>
  new Set(scopes.flatMap((scope) => SCOPE_PERMISSIONS[scope]));
