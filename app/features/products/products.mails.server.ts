import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope, type Scope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { isWaiting } from './review/product-changes.service.server.ts';
import { findProduct } from './products.repo.server.ts';

const paramsSchema = z.object({
  productId: idSchema,
  note: z.string().default(''),
  isChange: z.boolean().default(false),
  /** The change of a live product that it is about. */
  changeId: idSchema.optional(),
});

/** What the mails about products say. A decision that was overtaken before its mail went out is not told. */
export const productMails: readonly MailVariables[] = [
  mailVariables('marketplace-on-product-submitted', async (services, occasion) => {
    const found = await find(services, occasion, marketplaceScope(occasion.storeId));
    if (!found) return undefined;
    const isOver =
      found.changeId === undefined
        ? found.product.status !== 'DRAFT' || found.product.submission === 'sent_back'
        : !found.changeWaits;
    if (isOver) return undefined;
    const { product_title, vendor_name, url } = found.facts;
    return { product_title, vendor_name, is_change: found.isChange, url };
  }),
  mailVariables('product-approved', async (services, occasion) => {
    const found = await findOwn(services, occasion);
    if (!found || !(found.changeId !== undefined || found.product.status === 'ACTIVE')) return undefined;
    return { ...found.facts, is_change: found.isChange, note: found.note };
  }),
  mailVariables('product-unapproved', async (services, occasion) => {
    const found = await findOwn(services, occasion);
    if (!found || !(found.changeId !== undefined || found.product.submission === 'sent_back')) return undefined;
    return { ...found.facts, is_change: found.isChange, note: found.note };
  }),
];

/** The product in its vendor's own scope, so that nothing of another vendor can be in the mail. */
function findOwn(services: Services, occasion: MailOccasion) {
  const { storeId, vendorId } = occasion;
  return vendorId === null ? undefined : find(services, occasion, { storeId, vendor: vendorId });
}

async function find(services: Services, { storeId, params }: MailOccasion, scope: Scope) {
  const { productId, note, isChange, changeId } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const { product, changeWaits } = await services.db.fast(scope, async (tx) => ({
    product: await findProduct(tx, productId),
    changeWaits: changeId !== undefined && (await isWaiting(tx, changeId)),
  }));
  if (!store || !product) return undefined;
  const facts = {
    product_title: product.title,
    vendor_name: product.vendorName,
    url: portalUrl(services, store, changeId === undefined ? `/app/products/${productId}` : `/app/changes/${changeId}`),
  };
  return { product, note, isChange, changeId, changeWaits, facts };
}
