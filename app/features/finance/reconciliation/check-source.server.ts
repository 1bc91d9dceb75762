import type { StoreId } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Finding } from './finding.ts';

/**
 * What one step found, how many things it looked at, and after which of them the next begins; null after the last. `skipped`
 * says why the source could not be looked at: then nothing of it is resolved.
 */
export type SourceComparison = { findings: Finding[]; checked: number; after: string | null; skipped?: string };

/** The run that a step belongs to. */
export type RunOfStep = { id: bigint; startedAt: Date };

/**
 * A list of things that can be compared with what they should be, in steps. A step may be taken again. What a whole walk through
 * a source no longer finds is resolved.
 */
export type CheckSource = {
  name: string;
  count(tx: SqlTx): Promise<number>;
  /**
   * Begins a step: asks whoever is outside, with no transaction open. What it returns compares, in the transaction that also
   * writes what was found.
   */
  begin(
    storeId: StoreId,
    after: string | null,
    services: Services,
    run: RunOfStep,
  ): Promise<(tx: SqlTx) => Promise<SourceComparison>>;
};
