import type { Actor } from '#app/core/viewer.ts';

/** As whom the workflows of a store act: for the marketplace, and as nobody in particular. */
export const WORKFLOW_ACTOR: Actor = { kind: 'system', id: 'flow', name: 'Flow', role: 'admin' };

export const isWorkflow = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): boolean =>
  kind === WORKFLOW_ACTOR.kind && id === WORKFLOW_ACTOR.id;
