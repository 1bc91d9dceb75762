import { toGid } from '../../core/gid.ts';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Collection, Product, Shop } from '../../core/state.ts';

/** What may be written of a collection; what is left out stays. */
export type CollectionWrite = Partial<
  Pick<Collection, 'title' | 'handle' | 'descriptionHtml' | 'image' | 'templateSuffix' | 'sortOrder' | 'seo'>
> & { addSources?: SourceWrite[]; dropSources?: number[] };

/** A source that takes in the products of vendors. */
export type SourceWrite = { title: string; description: string | null; vendors: string[] };

export function collectionsOf(shop: Shop): Collection[] {
  return Object.values(shop.collections ?? {});
}

export function findCollection(shop: Shop, id: number | null): Collection | null {
  return id === null ? null : (shop.collections?.[String(id)] ?? null);
}

export function createCollection(sandbox: Sandbox, shop: Shop, write: CollectionWrite): Collection {
  if ((write.title ?? '').trim() === '') throw new Refusal("Title can't be blank", ['title'], 'BLANK');
  const at = sandbox.clock.iso();
  const collection: Collection = {
    id: nextId(sandbox),
    handle: '',
    title: '',
    descriptionHtml: '',
    image: null,
    templateSuffix: null,
    sortOrder: 'BEST_SELLING',
    seo: { title: null, description: null },
    sources: [],
    publishedOn: [],
    createdAt: at,
    updatedAt: at,
  };
  (shop.collections ??= {})[String(collection.id)] = collection;
  updateCollection(sandbox, shop, collection, { ...write, handle: write.handle ?? write.title ?? '' });
  return collection;
}

export function updateCollection(
  sandbox: Sandbox,
  shop: Shop,
  collection: Collection,
  { handle, addSources = [], dropSources = [], ...write }: CollectionWrite,
): void {
  if (write.title?.trim() === '') throw new Refusal("Title can't be blank", ['title'], 'BLANK');
  for (const [index, id] of dropSources.entries())
    if (!collection.sources.some((source) => source.id === id))
      throw new Refusal('Source does not exist', ['collection', 'sourcesToDelete', String(index)], 'NOT_FOUND');
  collection.sources = [
    ...collection.sources.filter((source) => !dropSources.includes(source.id)),
    ...addSources.map((source) => ({ id: nextId(sandbox), ...source })),
  ];
  Object.assign(collection, write, { updatedAt: sandbox.clock.iso() });
  if (handle !== undefined) collection.handle = freeHandle(shop, handle, collection);
  sandbox.save();
}

export function deleteCollection(sandbox: Sandbox, shop: Shop, collection: Collection): void {
  shop.collections = Object.fromEntries(
    Object.entries(shop.collections ?? {}).filter(([id]) => id !== String(collection.id)),
  );
  shop.metafields = shop.metafields.filter((metafield) => metafield.ownerGid !== toGid('Collection', collection.id));
  sandbox.save();
}

/** Publishes to, or takes from, sales channels. */
export function publishCollection(
  sandbox: Sandbox,
  collection: Collection,
  publicationIds: readonly number[],
  wanted: 'on' | 'off',
): void {
  const others = collection.publishedOn.filter((entry) => !publicationIds.includes(entry.publicationId));
  const at = sandbox.clock.iso();
  collection.publishedOn =
    wanted === 'off' ? others : [...others, ...publicationIds.map((publicationId) => ({ publicationId, at }))];
  sandbox.save();
}

/** Whether the storefront has the collection: published to the online store. */
export function isCollectionOut(shop: Shop, collection: Collection): boolean {
  const onlineStore = shop.publications[0];
  return collection.publishedOn.some((entry) => entry.publicationId === onlineStore?.id);
}

/** The products that the sources of a collection take in, newest first. */
export function productsOf(shop: Shop, collection: Collection): Product[] {
  const vendors = new Set(collection.sources.flatMap((source) => source.vendors.map((vendor) => vendor.toLowerCase())));
  return Object.values(shop.products)
    .filter((product) => vendors.has(product.vendor.toLowerCase()))
    .sort((a, b) => (a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1));
}

function freeHandle(shop: Shop, wanted: string, collection: Collection): string {
  const base =
    wanted
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'collection';
  const taken = new Set(collectionsOf(shop).flatMap((one) => (one.id === collection.id ? [] : one.handle)));
  let handle = base;
  for (let suffix = 1; taken.has(handle); suffix += 1) handle = `${base}-${suffix}`;
  return handle;
}
