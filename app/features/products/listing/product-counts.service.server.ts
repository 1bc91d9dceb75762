import type { SqlTx } from '#app/server/db.server.ts';
import { countDecidedDrafts } from '../decisions/open-decisions.service.server.ts';
import type { ListStatus } from '../product.ts';
import * as repo from './product-counts.repo.server.ts';
import { oncePerPage } from '#app/server/once-per-page.server.ts';

export type ProductCount = { products: number; active: number; draft: number };

/** How many products each vendor within the scope has; those of nobody stand under null. */
export async function countProductsByVendor(tx: SqlTx): Promise<Map<bigint | null, ProductCount>> {
  const counts = new Map<bigint | null, ProductCount>();
  for (const { vendorId, status, count } of await readVendorTallies(tx)) {
    const known = counts.get(vendorId) ?? { products: 0, active: 0, draft: 0 };
    counts.set(vendorId, {
      products: known.products + count,
      active: known.active + (status === 'ACTIVE' ? count : 0),
      draft: known.draft + (status === 'DRAFT' ? count : 0),
    });
  }
  return counts;
}

/** 1 where a vendor of the marketplace has a live product, else 0. */
export const countAnyOnSale = (tx: SqlTx): Promise<number> => repo.countAnyOnSale(tx);

/** The numbers of the list's tabs: of the scope, or of one vendor in it. */
export async function countTabs(tx: SqlTx, vendorId: bigint | undefined): Promise<Record<ListStatus, number>> {
  const [tallies, decided] = await Promise.all([repo.readTallies(tx, vendorId), countDecidedDrafts(tx, vendorId)]);
  const counts = { DRAFT: 0, ACTIVE: 0, ALL: 0, WAITING: sumWaiting(tallies) - decided };
  for (const { status, count } of tallies) {
    counts.ALL += count;
    if (status === 'DRAFT' || status === 'ACTIVE') counts[status] += count;
  }
  return counts;
}

/** How many products of a vendor are live, and how many were sent back and wait for it. */
export async function countOfVendor(tx: SqlTx, vendorId: bigint): Promise<{ live: number; sentBack: number }> {
  const counts = { live: 0, sentBack: 0 };
  for (const { status, sentBack, count } of await repo.readTallies(tx, vendorId)) {
    if (status === 'ACTIVE') counts.live += count;
    else if (status === 'DRAFT' && sentBack) counts.sentBack += count;
  }
  return counts;
}

/**
 * How many drafts of the scope wait for the marketplace: those that were sent back wait for their vendor, and those that were
 * decided on leave the queue before the decision takes effect.
 */
export async function countWaitingDrafts(tx: SqlTx): Promise<number> {
  const [tallies, decided] = await Promise.all([readTallies(tx), countDecidedDrafts(tx, undefined)]);
  return sumWaiting(tallies) - decided;
}

const sumWaiting = (tallies: readonly repo.Tally[]): number =>
  tallies.reduce((sum, one) => (one.status === 'DRAFT' && !one.sentBack ? sum + one.count : sum), 0);

/** Makes few rows of the steps that the counts are kept in. Needs the marketplace's scope. */
export const foldProductCounts = (tx: SqlTx): Promise<void> => repo.foldCounts(tx);

/** The kept counts of the scope, which a page asks for in several places. */
const readTallies = (tx: SqlTx) => oncePerPage(tx, 'product-tallies', () => repo.readTallies(tx, undefined));
const readVendorTallies = (tx: SqlTx) => oncePerPage(tx, 'product-tallies-by-vendor', () => repo.readVendorTallies(tx));
