/** What may be done with several products at once; tags are the marketplace's, because collections may follow them. */
export const BATCH_ACTIONS = ['approve', 'unapprove', 'delete', 'add_tags', 'remove_tags'] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

export const MOST_IN_BATCH = 250;
export const MOST_TAGS = 20;

/** A product of a batch: still to be done, begun by a worker that may be gone, done, or refused. */
export type ItemState = 'waiting' | 'begun' | 'done' | 'failed';

/** The batch actions that a viewer may ask for, in the order of their buttons. */
export function allowedBatches(viewer: { isAdmin: boolean; mayWrite: boolean }): BatchAction[] {
  if (!viewer.mayWrite) return [];
  return viewer.isAdmin ? [...BATCH_ACTIONS] : ['delete'];
}
