import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { setProductTexts } from '#app/adapters/shopify/metaobjects/entry-links.server.ts';
import { writeEntry } from '#app/adapters/shopify/metaobjects/metaobjects.server.ts';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import type { AuditEntry } from '#app/platform/audit/audit.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { ENTRY_KIND, entryHandle } from './catalog.ts';
import { prepareStore, readCatalog } from './catalog-settings.service.server.ts';
import * as repo from './catalog.repo.server.ts';
import { listFollowing, type FollowingProduct } from './offer-links.repo.server.ts';
import { planShowing, planStep, SHOW_ENTRY, showingSchema } from './plan-showing.service.server.ts';

/** Products of one step, so that a step is short. */
const STEP = 20;

type Place = { services: Services; storeId: StoreId; platform: PlatformClient };
type Texts = { title: string; bodyHtml: string };
/** What products do around a change of ours at the platform. It is handed in, because products know the catalogue. */
export type Acting = {
  startActing(
    ctx: Pick<Services, 'db' | 'clock'> & { readonly viewer: { readonly store: { readonly id: StoreId } } },
    id: bigint,
  ): Promise<void>;
  endActing(tx: SqlTx, id: bigint): Promise<void>;
  takeTexts(tx: SqlTx, id: bigint, o: Texts & { changedAt: Date }): Promise<void>;
};

/** Writes the store's copy of an entry as it is now, and answers its id there. May be repeated; no lock is held meanwhile. */
export async function showEntry(
  services: Pick<Services, 'db'>,
  { storeId, platform, entry }: Pick<Place, 'storeId' | 'platform'> & { entry: repo.EntryRow },
): Promise<bigint> {
  const metaobjectId = await writeEntry(platform, {
    type: ENTRY_KIND,
    handle: entryHandle(entry.id),
    isActive: entry.active,
    values: {
      title: entry.title,
      description: entry.description,
      picture: entry.pictureUrl,
      product_type: entry.productType,
      barcode: entry.barcode,
    },
  });
  await services.db.fast(marketplaceScope(storeId), (tx) => repo.recordCopy(tx, entry.id, metaobjectId));
  return metaobjectId;
}

/** The work that becomes due: an entry and some of the products that follow it, then the next ones. */
export function showEntryWork(services: Services, acting: Acting): ScheduledJobHandler {
  return {
    kind: SHOW_ENTRY,
    async run(storeId, job) {
      const requested = showingSchema.parse(job.payload);
      const store = await findStoreById(services, storeId);
      const { entry, enabled, products } = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
        entry: await repo.findEntry(tx, requested.entryId),
        enabled: (await readCatalog(tx)).enabled,
        products: await listFollowing(tx, { entryId: requested.entryId, after: requested.after, limit: STEP }),
      }));
      // A later version has its own job; what comes due while the catalogue is off is scheduled again when it is switched on.
      if (!entry || entry.version !== requested.version || !store || store.uninstalledAt || !enabled) return undefined;
      try {
        const platform = await services.adapters.platform(store.domain);
        const place = { services, storeId, platform };
        if (requested.after === 0n) {
          await prepareStore(platform);
          await showEntry(services, { ...place, entry });
        }
        for (const product of products) await bring(place, acting, { product, entry });
        const last = products.length < STEP ? undefined : products.at(-1)?.id;
        return async (tx) => {
          const now = await repo.findEntry(tx, entry.id);
          if (now && now.version !== entry.version) {
            // It was changed since then: what was written here may have come after the later words, which are brought once more.
            await planShowing(tx, services, {
              entryId: entry.id,
              version: now.version,
              again: `over-${entry.version}`,
            });
          } else if (last === undefined) await repo.recordShown(tx, entry.id, entry.version);
          else await planStep(tx, services, { ...requested, after: last, tries: 0 }, services.clock.now());
        };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        services.log.warn({ err: error, entryId: String(entry.id) }, 'an entry did not reach the store');
        const pause = computeBackoffMs(RETRIES.storefrontWrite, requested.tries + 1);
        const dueAt = new Date(services.clock.now().getTime() + pause);
        return (tx) => planStep(tx, services, { ...requested, tries: requested.tries + 1 }, dueAt);
      }
    },
  };
}

/** Whose the changes of offers are in their logs: they follow the marketplace's entry. */
const CATALOGUE: Actor = { kind: 'system', id: 'catalog', name: '', role: 'system' };

/** Gives a product the texts of its entry, in a transaction of its own. One that the platform refuses holds up no other. */
async function bring(
  { services, storeId, platform }: Place,
  acting: Acting,
  { product, entry }: { product: FollowingProduct; entry: repo.EntryRow },
): Promise<void> {
  const texts = { title: entry.title, bodyHtml: entry.description };
  if (product.title === texts.title && product.bodyHtml === texts.bodyHtml) return;
  await acting.startActing({ ...services, viewer: { store: { id: storeId } } }, product.id);
  const outcome = await writeTexts(services, platform, { id: product.id, texts });
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    await acting.endActing(tx, product.id);
    if (outcome === undefined) return;
    if (!(outcome instanceof Date)) {
      await recordAudit(tx, refusedEntries(product, entry, { reason: outcome.refused, at: services.clock.now() }));
      return;
    }
    const changedAt = outcome;
    await acting.takeTexts(tx, product.id, { ...texts, changedAt });
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(product.id),
        vendorId: product.vendorId,
        action: 'updated',
        actor: CATALOGUE,
        detail: {
          ...(product.title === texts.title ? {} : { title: [product.title, texts.title] }),
          ...(product.bodyHtml === texts.bodyHtml ? {} : { description: [product.bodyHtml, texts.bodyHtml] }),
        },
        at: services.clock.now(),
      },
    ]);
  });
}

/** That an offer does not follow its entry stands in the log of both, with the platform's reason. */
function refusedEntries(
  product: FollowingProduct,
  entry: repo.EntryRow,
  { reason, at }: { reason: string; at: Date },
): AuditEntry[] {
  const common = { action: 'follow_refused', actor: CATALOGUE, note: reason, at };
  return [
    { ...common, subject: 'product', subjectId: String(product.id), vendorId: product.vendorId },
    {
      ...common,
      subject: 'catalog_entry',
      subjectId: String(entry.id),
      vendorId: null,
      detail: { product: String(product.id) },
    },
  ];
}

/** When the platform took the texts of a product in, or why it refuses them; undefined where it has no such product. */
async function writeTexts(
  services: Services,
  platform: PlatformClient,
  { id, texts }: { id: bigint; texts: Texts },
): Promise<Date | { refused: string } | undefined> {
  try {
    return await setProductTexts(platform, id, texts);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'platform_refused') throw error;
    services.log.warn({ err: error, productId: String(id) }, 'an offer was refused the words of its entry');
    return { refused: String(error.params.reason ?? '') };
  }
}
