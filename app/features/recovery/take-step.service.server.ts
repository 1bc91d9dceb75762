import { z } from 'zod';
import { invariant } from '#app/core/invariant.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { sweepDiscounts } from '#app/features/discounts/refresh-discounts.service.server.ts';
import { startRun } from '#app/features/finance/reconciliation/run.service.server.ts';
import type { UnknownLabel } from '#app/features/labels/unknown/unknown-label.ts';
import { listUnknownLabels } from '#app/features/labels/unknown/unknown-labels.service.server.ts';
import { refreshDrafts } from '#app/features/offers/offer-draft-order.service.server.ts';
import { readOrdersSince, readReturnsSince } from '#app/features/orders/recovery/orders-since.service.server.ts';
import { compareProducts } from '#app/features/products/mirror/sweep.service.server.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import {
  addCounts,
  MAX_LISTED_LABELS,
  nextPhase,
  NO_COUNTS,
  type Counts,
  type ReadPhase,
  type Skipped,
} from './recovery-read.ts';
import * as repo from './recovery.repo.server.ts';

/** The job that takes one step of a read. */
export const READ_STEP = 'recovery.step';

const stepSchema = z.object({ readId: z.string().transform((id) => BigInt(id)), step: z.number().int() });

/** What a page of a phase leads to, written in the transaction that records how far the read came. */
type Brought = {
  counts?: Partial<Counts>;
  labels?: readonly UnknownLabel[];
  comparisonId?: bigint;
};
type Page = {
  /** Where the phase goes on; null where it has ended. */
  next: string | null;
  skipped?: Skipped['reason'];
  write(tx: SqlTx): Promise<Brought>;
};

/** Plans a step of a read; each has a key of its own. */
export async function planReadStep(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  { readId, step }: { readId: bigint; step: number },
): Promise<void> {
  const payload = { readId: String(readId), step };
  await services.jobs.schedule(tx, { kind: READ_STEP, key: `${readId}:${step}`, payload, dueAt: services.clock.now() });
}

/**
 * One step of a read: a page of its phase. What it brought, how far the read came and the plan of the next step commit together, so
 * that a step whose worker is killed is taken again from where it began.
 */
export async function takeReadStep(
  services: Services,
  storeId: StoreId,
  payload: unknown,
): Promise<JobEnd | undefined> {
  const { readId, step } = stepSchema.parse(payload);
  const isCurrent = (one: repo.ReadRow | undefined): one is repo.ReadRow =>
    one?.state === 'running' && one.step === step;
  const read = await services.db.fast(marketplaceScope(storeId), (tx) => repo.lockRead(tx, readId));
  if (!isCurrent(read)) return undefined;
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt)
    return (tx) => repo.endRead(tx, readId, { state: 'stopped', at: services.clock.now() });
  const page = await readPage(services, store, read);
  return async (tx) => {
    if (isCurrent(await repo.lockRead(tx, readId))) await finishStep(services, tx, read, page);
  };
}

async function finishStep(services: Services, tx: SqlTx, read: repo.ReadRow, page: Page): Promise<void> {
  const brought = await page.write(tx);
  const phase = page.next === null ? nextPhase(read.phase) : read.phase;
  await repo.moveRead(tx, read.id, {
    phase: phase ?? read.phase,
    cursor: page.next,
    step: read.step + 1,
    comparisonId: brought.comparisonId ?? read.comparisonId,
    unknownLabels: [...read.unknownLabels, ...(brought.labels ?? [])].slice(0, MAX_LISTED_LABELS),
    skipped: [...read.skipped, ...(page.skipped ? [{ phase: read.phase, reason: page.skipped }] : [])],
    counts: addCounts({ ...NO_COUNTS, ...read.counts }, brought.counts ?? {}),
  });
  if (phase) await planReadStep(services, tx, { readId: read.id, step: read.step + 1 });
  else await repo.endRead(tx, read.id, { state: 'done', at: services.clock.now() });
}

type ReadPhasePage = (services: Services, store: Store, read: repo.ReadRow) => Promise<Page>;

const readPage: ReadPhasePage = (services, store, read) => PAGES[read.phase](services, store, read);

const PAGES: Readonly<Record<ReadPhase, ReadPhasePage>> = {
  async orders(services, store, { since, cursor }) {
    const { next, write } = await readOrdersSince(services, store, { since, cursor: cursor ?? undefined });
    return { next: next ?? null, write: async (tx) => ({ counts: await write(tx) }) };
  },
  async returns(services, store, { since, cursor }) {
    const page = await readReturnsSince(services, store, { since, cursor: cursor ?? undefined });
    return {
      next: page.next ?? null,
      ...(page.isSkipped ? { skipped: 'not_granted' } : {}),
      write: () => Promise.resolve({ counts: { returns: page.returns } }),
    };
  },
  // All of them, because only that finds those that were deleted.
  async products(services, store, { cursor }) {
    const [beyond, after] = splitCursor(cursor);
    const step = after === undefined ? {} : { cursor: after, beyond: BigInt(beyond) };
    const { different, next } = await compareProducts(services, { storeId: store.id, ...step });
    return {
      next: next ? `${String(next.beyond ?? 0n)} ${next.cursor ?? ''}` : null,
      write: () => Promise.resolve({ counts: { products: different } }),
    };
  },
  async offers(services, store, { cursor }) {
    const { compared, next, end } = await refreshDrafts(services, store.id, BigInt(cursor ?? 0));
    return {
      next: next === undefined ? null : String(next),
      write: async (tx) => {
        await end(tx);
        return { counts: { offers: compared } };
      },
    };
  },
  async discounts(services, store) {
    const end = await sweepDiscounts(services, store.id);
    return {
      next: null,
      write: async (tx) => {
        await end?.(tx);
        return {};
      },
    };
  },
  async labels(services, store, { since, cursor }) {
    const page = await listUnknownLabels(services, store.id, { since, page: Number(cursor ?? 1) });
    return {
      next: page.next === undefined ? null : String(page.next),
      ...(page.skipped ? { skipped: page.skipped } : {}),
      write: () => Promise.resolve({ counts: { labels: page.labels.length }, labels: page.labels }),
    };
  },
  payouts: (services) =>
    Promise.resolve({
      next: null,
      write: async (tx) => ({ comparisonId: (await startRun(services, tx, 'asked')).run.id }),
    }),
};

function splitCursor(cursor: string | null): [beyond: string, after: string | undefined] {
  const at = cursor?.indexOf(' ') ?? -1;
  if (cursor === null || at < 0) return ['0', undefined];
  invariant(at > 0, 'a place among the products has an id');
  return [cursor.slice(0, at), cursor.slice(at + 1)];
}
