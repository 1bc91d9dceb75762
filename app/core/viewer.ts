import { AppError } from './errors.ts';
import type { StoreId, VendorId } from './ids.ts';

/** The specification's eight permissions of everybody who signed in, and the one that makes an admin. */
export const VENDOR_PERMISSIONS = [
  'read_settings',
  'read_orders',
  'write_orders',
  'read_products',
  'write_products',
  'read_integrations',
  'write_integrations',
  'read_finance',
] as const;
export const PERMISSIONS = [...VENDOR_PERMISSIONS, 'switch_vendor'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Whose rows a piece of work may touch: one store, and in it one vendor or the whole marketplace. */
export type Scope = { readonly storeId: StoreId; readonly vendor: '*' | VendorId };

export type ActorKind = 'person' | 'staff' | 'platform' | 'system' | 'buyer';

/** Who did something, as it is written into audit rows: never a credential, never a buyer's name. */
export type Actor = { readonly kind: ActorKind; readonly id: string; readonly name: string; readonly role: string };

export const LOCALES = ['en', 'nl', 'de', 'fr', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

/** The one description of who asks. Screens and services ask it what is allowed, never who it is. */
export type Viewer = {
  readonly store: StoreView;
  readonly vendorScope: '*' | VendorId;
  /** The name of the vendor that the viewer acts for; the wildcard in the marketplace view. */
  readonly vendorName: string;
  readonly isAdmin: boolean;
  readonly isEmbedded: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** What the viewer was given and cannot do now because its vendor has no membership. */
  readonly withheld?: ReadonlySet<Permission>;
  /** What the API key of a program may be used for; undefined for people, whom permissions alone bind. */
  readonly scopes?: ReadonlySet<KeyScope>;
  readonly locale: Locale;
  readonly email: string;
  readonly actor: Actor;
  /** The store's customer whom the platform vouches for; undefined for whoever else asks, also for a buyer by a link. */
  readonly customerId?: bigint;
  /** Which sign-in on the web this is; undefined behind the platform's own sign-in. */
  readonly sessionId?: string | undefined;
};

export type StoreView = {
  readonly id: StoreId;
  readonly domain: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
};

export function scopeOf(viewer: Viewer): Scope {
  return { storeId: viewer.store.id, vendor: viewer.vendorScope };
}

export function can(viewer: Viewer, permission: Permission): boolean {
  return viewer.permissions.has(permission);
}

/** The refusal of somebody who lacks a permission: a membership would give it back, or nobody gave it (both 403). */
export function permissionRefusal(viewer: Viewer, permission: Permission): AppError {
  return viewer.withheld?.has(permission)
    ? new AppError('membership_required')
    : new AppError('missing_permission', { permission });
}

/** Permissions in two: those that are left, and those of them that are withheld. */
export function withhold(
  permissions: ReadonlySet<Permission>,
  withheld: readonly Permission[],
): Pick<Viewer, 'permissions' | 'withheld'> {
  if (withheld.length === 0) return { permissions };
  return {
    permissions: new Set([...permissions].filter((one) => !withheld.includes(one))),
    withheld: new Set(withheld.filter((one) => permissions.has(one))),
  };
}

/** The scope of the whole store: for work that the marketplace does itself, whoever asked for it. */
export function marketplaceScope(storeId: StoreId): Scope {
  return { storeId, vendor: '*' };
}

/** What an API key can be given. It never holds more than whoever made it may do at the moment of a call. */
export const KEY_SCOPES = [
  'products:read',
  'products:write',
  'stock:write',
  'orders:read',
  'orders:fulfill',
  'messages:read',
  'messages:write',
  'labels:buy',
  'offers:answer',
  'discounts:write',
  'money:read',
  'vendors:read',
  'reconciliation:read',
  'webhooks',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Whoever may change something sees it. */
const NEEDS: Partial<Record<KeyScope, KeyScope>> = {
  'products:write': 'products:read',
  'stock:write': 'products:read',
  'orders:fulfill': 'orders:read',
  'messages:write': 'messages:read',
  'labels:buy': 'orders:read',
  'offers:answer': 'orders:read',
  'discounts:write': 'products:read',
};

const READS_PRODUCTS = ['read_products', 'read_integrations'] as const satisfies readonly Permission[];
const READS_ORDERS = ['read_orders'] as const satisfies readonly Permission[];
const READS_MARKETPLACE = ['switch_vendor'] as const satisfies readonly Permission[];
const WRITES_ORDERS = ['read_orders', 'write_orders'] as const satisfies readonly Permission[];

/** The permissions that a scope is made of: each call asks for a scope and a permission. */
export const SCOPE_PERMISSIONS: Readonly<Record<KeyScope, readonly Permission[]>> = {
  'products:read': READS_PRODUCTS,
  'products:write': [...READS_PRODUCTS, 'write_products'],
  'stock:write': [...READS_PRODUCTS, 'write_products'],
  'orders:read': READS_ORDERS,
  'orders:fulfill': WRITES_ORDERS,
  'messages:read': READS_ORDERS,
  'messages:write': WRITES_ORDERS,
  'labels:buy': WRITES_ORDERS,
  'offers:answer': WRITES_ORDERS,
  'discounts:write': ['read_products', 'write_products'],
  'money:read': ['read_finance'],
  'vendors:read': READS_MARKETPLACE,
  'reconciliation:read': READS_MARKETPLACE,
  webhooks: ['read_integrations', 'write_integrations'],
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

/** A call of vendors' members, or of the marketplace's admins alone. */
type CallAccess = { kind: 'vendor'; permission: Permission; scope?: KeyScope } | { kind: 'admin'; scope?: KeyScope };

/** The scope that a key needs for a call; undefined where no key can make it. */
export const scopeOfCall = (access: CallAccess): KeyScope | undefined =>
  access.scope ?? (access.kind === 'vendor' ? SCOPE_OF_PERMISSION[access.permission] : undefined);

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
