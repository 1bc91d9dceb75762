import type { Permission } from '#app/core/viewer.ts';

/** What may be done with several products at once; tags are the marketplace's, because collections may follow them. */
export const BATCH_ACTIONS = ['approve', 'unapprove', 'delete', 'add_tags', 'remove_tags'] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

export const MAX_IN_BATCH = 250;
export const MAX_TAGS = 20;

/** What somebody needs who does something with several products: vendors delete, the marketplace does all of it. */
export function permissionsFor(action: BatchAction): Permission[] {
  return action === 'delete' ? ['write_products'] : ['write_products', 'switch_vendor'];
}

/** The batch actions that somebody with these permissions may ask for, in the order of their buttons. */
export function allowedBatches(permissions: ReadonlySet<Permission>): BatchAction[] {
  return BATCH_ACTIONS.filter((action) => permissionsFor(action).every((permission) => permissions.has(permission)));
}
