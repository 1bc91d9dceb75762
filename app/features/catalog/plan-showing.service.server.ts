import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listUntriedKeys } from '#app/server/scheduled-jobs.server.ts';
import * as repo from './catalog.repo.server.ts';

/** The kind of job that brings an entry to the store and its texts to the products that offer it. */
export const SHOW_ENTRY = 'catalog.show';

export const showingSchema = z.object({
  entryId: z.string().transform(BigInt),
  version: z.number().int(),
  /** The last product that was done. */
  after: z.string().transform(BigInt).default(0n),
  tries: z.number().int().default(0),
  /** Why the same version is brought once more; done work is not planned again by the same key. */
  again: z.string().default(''),
});
export type Showing = z.output<typeof showingSchema>;
type PlanServices = Pick<Services, 'jobs' | 'clock'>;

/** Plans bringing the present version of an entry to the store and to its offers, in the transaction of what changed it. */
export function planShowing(
  tx: SqlTx,
  services: PlanServices,
  o: { entryId: bigint; version: number; again?: string },
): Promise<void> {
  return planStep(tx, services, { again: '', ...o, after: 0n, tries: 0 }, services.clock.now());
}

/** Plans what did not reach the store and all offers, as what came due while the catalogue was off, unless it waits already. */
export async function planUnshown(tx: SqlTx, services: PlanServices): Promise<void> {
  const again = `on-${services.clock.now().toISOString()}`;
  const waiting = new Set((await listUntriedKeys(tx, SHOW_ENTRY)).map((key) => key.split(':', 2).join(':')));
  for (const { id, version } of await repo.listUnshown(tx)) {
    if (waiting.has(`${id}:${version}`)) continue;
    await planShowing(tx, services, { entryId: id, version, again });
  }
}

/** Plans one step for a moment. */
export async function planStep(tx: SqlTx, services: PlanServices, o: Showing, dueAt: Date): Promise<void> {
  await services.jobs.schedule(tx, {
    kind: SHOW_ENTRY,
    key: `${o.entryId}:${o.version}:${o.after}:${o.tries}${o.again === '' ? '' : `:${o.again}`}`,
    payload: { ...o, entryId: String(o.entryId), after: String(o.after) },
    dueAt,
  });
}
