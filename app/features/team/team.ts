import { VENDOR_PERMISSIONS, type Permission } from '#app/core/viewer.ts';

/** What somebody of a vendor can be: one who leads it, with everything, or staff with what the former gave. */
export const STAFF_ROLES = ['manager', 'staff'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** How many people a vendor may have. */
export const MAX_TEAM = 200;

/** Without it no screen opens at all, so everybody has it. */
const LEAST: Permission = 'read_settings';
/** Whoever may change something sees it. */
const NEEDS: Partial<Record<Permission, Permission>> = {
  write_orders: 'read_orders',
  write_products: 'read_products',
  write_integrations: 'read_integrations',
};

/** The permissions that somebody gets: all for one who leads, else those chosen with what they need, in their usual order. */
export function permissionsFor(role: StaffRole, chosen: readonly Permission[]): Permission[] {
  if (role === 'manager') return [...VENDOR_PERMISSIONS];
  const wanted = new Set<Permission>([LEAST, ...chosen]);
  for (const permission of chosen) {
    const needed = NEEDS[permission];
    if (needed) wanted.add(needed);
  }
  return VENDOR_PERMISSIONS.filter((permission) => wanted.has(permission));
}

/** The permissions that can be given or withheld. */
export const GIVEN_PERMISSIONS = VENDOR_PERMISSIONS.filter((permission) => permission !== LEAST);
