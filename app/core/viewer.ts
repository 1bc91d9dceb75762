import { AppError } from './errors.ts';
import type { StoreId, VendorId } from './ids.ts';
import type { KeyScope } from './key-scopes.ts';

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
