import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { writeCollection, type CollectionWrite } from '#app/adapters/shopify/products/collections.server.ts';
import { ensureVendorCollection } from '#app/adapters/shopify/vendor-collections.server.ts';
import { listPublications, setPublished } from '#app/adapters/shopify/products/publications.server.ts';
import { z } from 'zod';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd, ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { publicAnswers } from './public-answers.service.server.ts';
import { readPageSettings } from './page-settings.service.server.ts';
import { themePage } from './theme-page.ts';
import {
  collectionHandle,
  pageFields,
  pageStatus,
  plainText,
  storefrontValue,
  type PageContent,
} from './vendor-page.ts';
import * as repo from './vendor-page.repo.server.ts';

/** The kind of job that brings a page to the storefront. */
const SHOW_PAGE = 'vendor-page.show';
const payloadSchema = z.object({
  vendorId: z.string().transform((id) => BigInt(id)),
  version: z.number().int(),
  tries: z.number().int().default(0),
  /** A name that products still carry while the vendor is getting another. */
  alsoNamed: z.string().optional(),
});

type PlanServices = Pick<Services, 'jobs' | 'clock'>;

/** Plans bringing the present version of a page to the storefront, in the transaction of what changed it. */
export async function planShowing(
  tx: SqlTx,
  services: PlanServices,
  vendorId: bigint,
  o: { alsoNamed?: string; tries?: number; dueAt?: Date } = {},
): Promise<void> {
  const page = await repo.findPage(tx, vendorId);
  if (!page) return;
  const tries = o.tries ?? 0;
  await services.jobs.schedule(tx, {
    kind: SHOW_PAGE,
    key: `${vendorId}:${page.version}:${tries}`,
    payload: {
      vendorId: String(vendorId),
      version: page.version,
      tries,
      ...(o.alsoNamed === undefined ? {} : { alsoNamed: o.alsoNamed }),
    },
    dueAt: o.dueAt ?? services.clock.now(),
  });
}

/** Makes the storefront follow what a page is made of: the vendor's name, or that the vendor is gone. */
export async function refreshPage(
  tx: SqlTx,
  services: PlanServices,
  vendorId: bigint,
  o: { alsoNamed?: string } = {},
): Promise<void> {
  if (await repo.touchPage(tx, vendorId)) await planShowing(tx, services, vendorId, o);
}

/** The same for every page that was ever approved: the fields of pages or their settings changed. */
export async function refreshAllPages(tx: SqlTx, services: PlanServices): Promise<void> {
  for (const vendorId of await repo.listShown(tx)) await refreshPage(tx, services, vendorId);
}

/** The work that becomes due: one page is written to the platform as it is at that moment. */
export function showPageWork(services: Services): ScheduledJobHandler {
  return {
    kind: SHOW_PAGE,
    async run(storeId, job) {
      const { vendorId, version, tries, alsoNamed } = payloadSchema.parse(job.payload);
      const scope = marketplaceScope(storeId);
      const page = await services.db.fast(scope, (tx) => repo.findPage(tx, vendorId));
      // A later version has its own job.
      if (!page || page.version !== version) return undefined;
      try {
        return await showPage(services, storeId, page, alsoNamed);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        services.log.warn({ err: error, vendorId: String(vendorId) }, 'a vendor page did not reach the platform');
        const dueAt = new Date(services.clock.now().getTime() + computeBackoffMs(RETRIES.storefrontWrite, tries + 1));
        return (tx) =>
          planShowing(tx, services, vendorId, {
            tries: tries + 1,
            dueAt,
            ...(alsoNamed === undefined ? {} : { alsoNamed }),
          });
      }
    },
  };
}

/** Writes a page to the platform and returns what is recorded of that. */
async function showPage(
  services: Services,
  storeId: StoreId,
  page: repo.PageRow,
  alsoNamed: string | undefined,
): Promise<JobEnd | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const { vendor, settings, content } = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const found = await requireVendorRow(tx, page.vendorId);
    return {
      vendor: found,
      settings: await readPageSettings(tx),
      content: page.live ? await contentFor(tx, found.name, page.live) : undefined,
    };
  });
  const { enabled, collectionTemplate } = settings;
  const status = pageStatus(page);
  const wanted = enabled && vendor.deletedAt === null && (status === 'live' || status === 'changeWaiting');
  const platform = await services.adapters.platform(store.domain);
  if (!wanted || !content) {
    if (page.collectionId !== null) {
      await setPublished(platform, page.collectionId, await listChannels(platform), 'off', 'Collection');
      // Discounts are limited to it although nobody sees it, so that it follows the vendor's name all the same.
      if (vendor.deletedAt === null)
        await ensureVendorCollection(platform, page.collectionId, {
          title: vendor.name,
          handle: collectionHandle(vendor.handle, vendor.id),
          vendors: computeNames(vendor.name, alsoNamed),
        });
    }
    return (tx) => repo.recordShown(tx, page.vendorId, { collection: null, version: page.version });
  }
  const write: CollectionWrite = {
    title: vendor.name,
    handle: collectionHandle(vendor.handle, vendor.id),
    templateSuffix: collectionTemplate === '' ? null : collectionTemplate,
    vendors: computeNames(vendor.name, alsoNamed),
    ...content,
  };
  const collection = await writeCollection(platform, page.collectionId, write);
  await setPublished(platform, collection.id, await listChannels(platform), 'on', 'Collection');
  return (tx) => repo.recordShown(tx, page.vendorId, { collection, version: page.version });
}

const computeNames = (name: string, alsoNamed: string | undefined): string[] =>
  alsoNamed === undefined ? [name] : [name, alsoNamed];

/** What the storefront gets of a page: only fields that are shown on it now, and none that is for admins only. */
async function contentFor(
  tx: SqlTx,
  name: string,
  live: PageContent,
): Promise<Pick<CollectionWrite, 'descriptionHtml' | 'imageUrl' | 'seo' | 'values' | 'page'>> {
  const { fields } = await readFormSettings(tx);
  const answers = await publicAnswers(tx, fields, live.fields);
  return {
    descriptionHtml: live.description,
    imageUrl: live.imageUrl === '' ? null : live.imageUrl,
    seo: { title: plainText(name, 70), description: plainText(live.description, 160) },
    values: answers.map(storefrontValue),
    page: themePage(name, pageFields(fields), answers),
  };
}

const listChannels = async (platform: PlatformClient) =>
  (await listPublications(platform)).map((channel) => channel.id);
