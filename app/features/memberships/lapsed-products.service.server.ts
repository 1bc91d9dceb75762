import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findTerms, readAccess } from './membership-access.service.server.ts';

/** Takes products of a vendor whose membership lapsed off sale, or puts them back, some at a time. */
export const LAPSED_PRODUCTS_JOB = 'memberships.products';

/** Plans what the lapse or return of a membership does to its vendor's products. */
export async function planLapsedProducts(
  tx: SqlTx,
  services: Pick<Services, 'clock' | 'jobs'>,
  vendorId: bigint,
): Promise<void> {
  const payload = { vendorId: String(vendorId) };
  await services.jobs.enqueue(tx, LAPSED_PRODUCTS_JOB, payload, { key: String(vendorId) });
}

/** Whether a vendor's products are off sale: the store asks for a membership that the vendor no longer has, and says so. */
export async function isOffSale(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  const terms = await findTerms(tx);
  if (terms?.settings.lapsedProducts !== 'unpublish') return false;
  const { isRequired, hasAccess, row } = await readAccess(tx, vendorId, terms);
  return isRequired && row !== undefined && !hasAccess;
}
