import { readMetafield } from '#app/adapters/shopify/products/products.server.ts';
import { foldName } from '#app/core/text/folding.ts';
import { ensureVendors } from '#app/platform/vendors/vendors.service.server.ts';
import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Delivery, DeliveryStore, Outcome } from '#app/server/webhook-queue.server.ts';
import { isOptionless, computeMinor } from './mirror.service.server.ts';
import { logWatched, markDeletedExternally, watch } from './external-change.service.server.ts';
import { saveLevels, type LevelChange } from './mirror-levels.repo.server.ts';
import * as repo from './mirror.repo.server.ts';
import type { MirrorProduct } from './mirror.repo.server.ts';
import { reportLowStock } from '../low-stock/low-stock.service.server.ts';
import { listMediaProblems } from '../media/media-problems.repo.server.ts';
import { MEDIA_TYPES, type MediaProblem } from '../product.ts';
import {
  deletedPayload,
  disconnectedPayload,
  emptyPayload,
  levelPayload,
  productPayload,
  type ProductPayload,
} from './webhook-product.ts';

const done = (delivery: Delivery, subjectId: bigint): Outcome => ({
  id: delivery.id,
  state: 'done',
  subjectId: `product:${subjectId}`,
});

/** Writes products that the platform told of; of several words on one, the newest. Of what it does not tell, a reading follows. */
export async function handleProducts(
  services: Services,
  tx: SqlTx,
  store: DeliveryStore,
  deliveries: readonly Delivery[],
): Promise<Outcome[]> {
  const read = deliveries.map((delivery) => ({ delivery, payload: productPayload.parse(delivery.payload) }));
  const newest = new Map<bigint, { delivery: Delivery; payload: ProductPayload }>();
  for (const one of read) {
    const other = newest.get(one.payload.admin_graphql_api_id);
    if (!other || isNewer(one, other)) newest.set(one.payload.admin_graphql_api_id, one);
  }
  const { currency } = (await findStoreById(services, store.id)) ?? { currency: 'USD' };
  const payloads = [...newest.values()].map((one) => one.payload);
  const now = services.clock.now();
  const vendors = await ensureVendors(
    tx,
    payloads.map((payload) => payload.vendor),
    now,
  );
  const problems = await listMediaProblems(
    tx,
    payloads.map((payload) => payload.admin_graphql_api_id),
  );
  const reported = payloads.map((payload) => ({
    ...toMirror(payload, currency, problems.get(payload.admin_graphql_api_id)),
    vendorId: vendors.get(foldName(payload.vendor)) ?? null,
  }));
  const contradicted = await repo.listContradicted(tx, reported);
  const unsure = new Set(contradicted);
  const certain = reported.filter((product) => !unsure.has(product.id));
  const notified = certain.map(({ id, platformUpdatedAt }) => ({ id, updatedAt: platformUpdatedAt }));
  const watched = await watch(tx, notified, { currency, now, isRead: false });
  const written = await repo.saveProducts(tx, certain, { readAt: now, isTold: true });
  await logWatched(tx, watched, { currency });
  await recordUpdates(services, tx, certain, written);
  const partlyReported = certain.filter((product) => product.untoldVariants).map((product) => product.id);
  // Why a medium failed is not told, only that it did.
  const failed = payloads
    .filter(({ admin_graphql_api_id: id, media }) => hasNewFailure(media, problems.get(id)))
    .map((payload) => payload.admin_graphql_api_id);
  const unread = [
    ...new Set([...contradicted, ...partlyReported, ...failed, ...(await repo.listUnreadProducts(tx, written))]),
  ];
  await readAgain(services, tx, store, unread);
  return read.map(({ delivery, payload }) => done(delivery, payload.admin_graphql_api_id));
}

/** Records, for programs outside, which products the platform has in a new version; each version once. */
async function recordUpdates(
  services: Services,
  tx: SqlTx,
  products: readonly MirrorProduct[],
  written: readonly bigint[],
): Promise<void> {
  const isWritten = new Set(written);
  const events = products
    .filter(({ id }) => isWritten.has(id))
    .map(({ id, vendorId, platformUpdatedAt }) => ({
      topic: 'product.updated' as const,
      vendorId,
      subject: 'product' as const,
      subjectId: id,
      key: `${String(id)}/${platformUpdatedAt.toISOString()}`,
    }));
  await recordWebhookMessages(tx, services, events, services.clock.now());
}

type Read = { delivery: Delivery; payload: ProductPayload };

function isNewer(one: Read, other: Read): boolean {
  const [a, b] = [one.payload.updated_at.getTime(), other.payload.updated_at.getTime()];
  if (a !== b) return a > b;
  return (one.delivery.triggeredAt?.getTime() ?? 0) >= (other.delivery.triggeredAt?.getTime() ?? 0);
}

/** What a webhook tells of a product. It does not tell tracking, weight, shipping and levels: a reading follows for these. */
function toMirror(payload: ProductPayload, currency: string, problems: Problems | undefined): MirrorProduct {
  const optionless = isOptionless(payload.options);
  const media = buildMedia(payload, problems);
  const reported = new Set(payload.variants.map((variant) => variant.admin_graphql_api_id));
  const untold = (payload.variant_gids ?? []).map((one) => one.admin_graphql_api_id).filter((id) => !reported.has(id));
  return {
    id: payload.admin_graphql_api_id,
    vendorId: null,
    vendorName: payload.vendor,
    title: payload.title,
    handle: payload.handle,
    status: payload.status.toUpperCase(),
    bodyHtml: payload.body_html,
    productType: payload.product_type,
    imageUrl: payload.images[0]?.src ?? null,
    ...(payload.tags === undefined ? {} : { tags: payload.tags }),
    media,
    options: optionless
      ? []
      : payload.options.map((option) => ({
          id: `gid://shopify/ProductOption/${option.id}`,
          name: option.name,
          values: option.values,
        })),
    ...(payload.metafields ? { metafields: payload.metafields.map(readMetafield) } : {}),
    createdAt: payload.created_at,
    platformUpdatedAt: payload.updated_at,
    ...(untold.length > 0 ? { untoldVariants: untold } : {}),
    variants: payload.variants.map((variant) => {
      const values = [variant.option1, variant.option2, variant.option3];
      return {
        id: variant.admin_graphql_api_id,
        position: variant.position,
        title: optionless ? '' : variant.title,
        sku: variant.sku,
        barcode: variant.barcode,
        priceMinor: computeMinor(variant.price, currency),
        compareAtMinor: variant.compare_at_price ? computeMinor(variant.compare_at_price, currency) : null,
        inventoryItemId: variant.inventory_item_id ?? null,
        stock: variant.inventory_quantity ?? 0,
        taxable: variant.taxable,
        options: optionless
          ? []
          : payload.options.map((option, index) => ({ name: option.name, value: values[index] ?? '' })),
      };
    }),
  };
}

type Problems = ReadonlyMap<string, MediaProblem>;

/** Whether a medium failed of which we do not know why. */
const hasNewFailure = (media: ProductPayload['media'], problems: Problems | undefined): boolean =>
  (media ?? []).some(({ id, status }) => status === 'FAILED' && problems?.has(String(id)) !== true);

/** Media with their references; the addresses stand at the images, which have the same places. What failed stays failed. */
function buildMedia(payload: ProductPayload, problems: Problems | undefined): MirrorProduct['media'] {
  let image = 0;
  return (payload.media ?? []).map((medium) => {
    const contentType = MEDIA_TYPES.find((type) => type === medium.media_content_type) ?? 'IMAGE';
    const src = contentType === 'IMAGE' ? (payload.images[image++]?.src ?? null) : null;
    const problem = problems?.get(String(medium.id));
    return {
      id: medium.admin_graphql_api_id,
      src,
      alt: medium.alt ?? '',
      contentType,
      ...(problem ? { problem } : {}),
    };
  });
}

/** Marks products that the platform deleted. */
export async function handleDeleted(
  services: Services,
  tx: SqlTx,
  deliveries: readonly Delivery[],
): Promise<Outcome[]> {
  const read = deliveries.map((delivery) => ({ delivery, id: deletedPayload.parse(delivery.payload) }));
  await markDeletedExternally(tx, [...new Set(read.map((one) => one.id))], services.clock.now());
  return read.map(({ delivery, id }) => done(delivery, id));
}

/** Writes what is available at locations, where it is newer than what we hold; a location may come and go. */
export async function handleLevels(
  services: Services,
  tx: SqlTx,
  store: DeliveryStore,
  deliveries: readonly Delivery[],
): Promise<Outcome[]> {
  // One that names nothing changes nothing: the product's own delivery and the daily comparison bring its stock.
  const [unnamed, named] = partition(deliveries, ({ payload }) => emptyPayload.safeParse(payload).success);
  const read = named.map((delivery) => ({ delivery, change: levelChange(delivery) }));
  // Of changes of one moment the delivery that was stored later comes later.
  const inOrder = read
    .toSorted((a, b) => a.change.at.getTime() - b.change.at.getTime() || Number(a.delivery.id - b.delivery.id))
    .map((one) => one.change);
  // An item that nobody has yet belongs to a product whose word comes later; the reading that follows it brings the stock.
  const { unsure, moved } = await saveLevels(tx, inOrder);
  await reportLowStock(services, tx, moved, services.clock.now());
  await readAgain(services, tx, store, unsure);
  return [
    ...unnamed.map(({ id }) => ({ id, state: 'done' as const })),
    ...read.map(({ delivery, change }) => ({
      id: delivery.id,
      state: 'done' as const,
      subjectId: `inventory-item:${change.inventoryItemId}`,
    })),
  ];
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** What a word on stock says. That an item went from a location has no time of its own but that of the event. */
function levelChange(delivery: Delivery): LevelChange {
  if (delivery.topic === 'inventory_levels/disconnect') {
    const { inventory_item_id, location_id } = disconnectedPayload.parse(delivery.payload);
    const at = delivery.triggeredAt ?? delivery.receivedAt;
    return { inventoryItemId: inventory_item_id, locationId: location_id, available: null, at };
  }
  const payload = levelPayload.parse(delivery.payload);
  return {
    inventoryItemId: payload.inventory_item_id,
    locationId: payload.location_id,
    available: payload.available ?? 0,
    at: payload.updated_at ?? delivery.triggeredAt ?? delivery.receivedAt,
  };
}

const MAX_READ_TOGETHER = 50;

async function readAgain(services: Services, tx: SqlTx, store: DeliveryStore, ids: readonly bigint[]): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_READ_TOGETHER) {
    const productIds = ids.slice(at, at + MAX_READ_TOGETHER).map(String);
    await services.jobs.enqueue(tx, 'products.refresh', { storeId: String(store.id), productIds });
  }
}
