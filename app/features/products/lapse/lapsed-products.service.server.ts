import { setProductStatus } from '#app/adapters/shopify/products/products.server.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { startActing, endActing, markDeletedExternally } from '../mirror/external-change.service.server.ts';
import type { ProductStatus, Submission } from '../product.ts';
import * as products from '../products.repo.server.ts';
import * as repo from './lapsed-products.repo.server.ts';

/** So many products leave or come back in one run of a job. */
const MAX_A_RUN = 20;
const MEMBERSHIP: Actor = { kind: 'system', id: 'membership', name: 'Membership', role: 'system' };

type Vendor = {
  vendorId: bigint;
  /** Whether the membership stands so, asked in the transaction that marks products. */
  isStillSo: (tx: SqlTx) => Promise<boolean>;
};

/**
 * Takes some live products of a vendor off sale: drafts at the platform, with what they were kept. Each is marked before the platform is
 * asked, so that a run that broke off is gone on with. True where more are left.
 */
export async function unpublishLapsed(
  services: Services,
  store: Store,
  { vendorId, isStillSo }: Vendor,
): Promise<boolean> {
  const at = services.clock.now();
  const leaving = await services.db.fast(marketplaceScope(store.id), async (tx) =>
    (await isStillSo(tx)) ? repo.markLeaving(tx, vendorId, { limit: MAX_A_RUN, at }) : [],
  );
  for (const { productId, status } of leaving)
    await setStatus(services, store, productId, {
      from: status,
      to: 'DRAFT',
      submission: 'sent_back',
      action: 'membership_unpublished',
      isOurs: (tx) => repo.markOff(tx, productId),
    });
  return leaving.length === MAX_A_RUN;
}

/**
 * Puts some products of a vendor back to what they were before its membership lapsed. What somebody did something with since stays as it
 * is. True where more are left.
 */
export async function republishLapsed(
  services: Services,
  store: Store,
  { vendorId, isStillSo }: Vendor,
): Promise<boolean> {
  const returning = await services.db.fast(marketplaceScope(store.id), async (tx) =>
    (await isStillSo(tx)) ? repo.markReturning(tx, vendorId, MAX_A_RUN) : [],
  );
  for (const { productId, status, submission } of returning)
    await setStatus(services, store, productId, {
      from: 'DRAFT',
      to: status,
      submission,
      action: 'membership_republished',
      isOurs: (tx) => repo.deleteReturned(tx, productId),
    });
  return returning.length === MAX_A_RUN;
}

type Change = {
  from: ProductStatus;
  to: ProductStatus;
  submission: Submission;
  action: string;
  /** Ends the mark, after the log was written; false where it is not ours any more. */
  isOurs: (tx: SqlTx) => Promise<boolean>;
};

async function setStatus(services: Services, store: Store, productId: bigint, change: Change): Promise<void> {
  const { from, to, submission, action, isOurs } = change;
  await startActing({ ...services, viewer: { store } }, productId);
  const changedAt = await setProductStatus(await services.adapters.platform(store.domain), productId, to);
  await services.db.fast(marketplaceScope(store.id), async (tx) => {
    const at = services.clock.now();
    await endActing(tx, productId);
    if (!changedAt) {
      await markDeletedExternally(tx, [productId], at);
      await isOurs(tx);
      return;
    }
    const product = await products.findProduct(tx, productId, { lock: true });
    if (!product) return;
    await products.markSubmission(tx, productId, { submission, status: to, changedAt });
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(productId),
        vendorId: product.vendorId,
        action,
        actor: MEMBERSHIP,
        detail: { status: [from, to] },
        at,
      },
    ]);
    await isOurs(tx);
  });
}
