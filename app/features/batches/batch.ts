/** An item of a batch: still to be done, begun by a worker that may be gone, done, or refused. */
export const ITEM_STATES = ['waiting', 'begun', 'done', 'failed'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const BATCH_STATES = ['running', 'done'] as const;

/** Batches of one vendor, or of the marketplace, that run at once, of all kinds together. */
export const MAX_RUNNING = 10;
/** Reports that stand over a list at once. */
export const MAX_SHOWN = 3;

/** How a batch stands for who looks: one that is held up at the moment goes on by itself. */
export function readBatchStatus(batch: {
  state: (typeof BATCH_STATES)[number];
  trouble: string | null;
}): 'running' | 'trouble' | 'done' {
  if (batch.state === 'done') return 'done';
  return batch.trouble === null ? 'running' : 'trouble';
}
