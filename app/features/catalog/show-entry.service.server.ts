import { z } from 'zod';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { setProductTexts } from '#app/adapters/shopify/entry-links.server.ts';
import { writeEntry } from '#app/adapters/shopify/metaobjects.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { planDueWork, type DueWorkHandler } from '#app/server/due-work.server.ts';
import { ENTRY_KIND, entryHandle } from './catalog.ts';
import { prepareStore, readCatalog } from './catalog-settings.service.server.ts';
import * as repo from './catalog.repo.server.ts';
import { listFollowing } from './offer-links.repo.server.ts';

/** The kind of due work that brings an entry to the store and its texts to the products that offer it. */
const SHOW_ENTRY = 'catalog.show';
/** Products of one step, so that a step is short. */
const STEP = 20;
const MOST_PAUSE_MS = 3_600_000;
const payloadSchema = z.object({
  entryId: z.string().transform(BigInt),
  version: z.number().int(),
  /** The last product that was done. */
  after: z.string().transform(BigInt).default(0n),
  tries: z.number().int().default(0),
});
type Payload = z.output<typeof payloadSchema>;
type PlanServices = Pick<Services, 'jobs' | 'clock'>;

/** Plans bringing the present version of an entry to the store and to its offers, in the transaction of what changed it. */
export function planShowing(tx: SqlTx, services: PlanServices, o: { entryId: bigint; version: number }): Promise<void> {
  return plan(tx, services, { ...o, after: 0n, tries: 0 }, services.clock.now());
}

async function plan(tx: SqlTx, services: PlanServices, o: Payload, dueAt: Date): Promise<void> {
  await planDueWork(tx, {
    kind: SHOW_ENTRY,
    key: `${o.entryId}:${o.version}:${o.after}:${o.tries}`,
    payload: { ...o, entryId: String(o.entryId), after: String(o.after) },
    dueAt,
  });
  tx.afterCommit(() => {
    services.jobs.wake('due');
  });
}

/** Writes the store's copy of an entry as it is now, and answers its id there. May be repeated. */
export async function showEntry(tx: SqlTx, platform: PlatformClient, entry: repo.EntryRow): Promise<bigint> {
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
  await repo.noteShown(tx, entry.id, { metaobjectId, version: entry.version });
  return metaobjectId;
}

/** The work that becomes due: an entry and some of the products that follow it, then the next ones. */
export function showEntryWork(services: Services): DueWorkHandler {
  return {
    kind: SHOW_ENTRY,
    async handle(tx, storeId, work) {
      const asked = payloadSchema.parse(work.payload);
      const entry = await repo.findEntry(tx, asked.entryId, { lock: true });
      const store = await findStoreById(services, storeId);
      // A later version has its own work.
      if (!entry || entry.version !== asked.version || !store || store.uninstalledAt) return;
      if (!(await readCatalog(tx)).enabled) return;
      try {
        const platform = await services.adapters.platform(store.domain);
        if (asked.after === 0n) {
          await prepareStore(platform);
          await showEntry(tx, platform, entry);
        }
        const last = await spread(services, tx, platform, { entry, after: asked.after });
        if (last !== undefined) await plan(tx, services, { ...asked, after: last, tries: 0 }, services.clock.now());
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        services.log.warn({ err: error, entryId: String(entry.id) }, 'an entry did not reach the store');
        const pause = Math.min(MOST_PAUSE_MS, 10_000 * 2 ** asked.tries);
        const dueAt = new Date(services.clock.now().getTime() + pause);
        await plan(tx, services, { ...asked, tries: asked.tries + 1 }, dueAt);
      }
    },
  };
}

/** Whose the changes of offers are in their logs: they follow the marketplace's entry. */
const CATALOGUE: Actor = { kind: 'system', id: 'catalog', name: '', role: 'system' };

/** Gives some products the texts of their entry. Returns the last of a full step, undefined when none is left. */
async function spread(
  services: Services,
  tx: SqlTx,
  platform: PlatformClient,
  o: { entry: repo.EntryRow; after: bigint },
): Promise<bigint | undefined> {
  const { title, description: bodyHtml } = o.entry;
  const products = await listFollowing(tx, { entryId: o.entry.id, after: o.after, limit: STEP });
  for (const product of products) {
    if (product.title === title && product.bodyHtml === bodyHtml) continue;
    if (!(await setProductTexts(platform, product.id, { title, bodyHtml }))) continue;
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(product.id),
        vendorId: product.vendorId,
        action: 'updated',
        actor: CATALOGUE,
        detail: {
          ...(product.title === title ? {} : { title: [product.title, title] }),
          ...(product.bodyHtml === bodyHtml ? {} : { description: [product.bodyHtml, bodyHtml] }),
        },
        at: services.clock.now(),
      },
    ]);
  }
  return products.length < STEP ? undefined : products.at(-1)?.id;
}
