import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Order, OrderLine, Product, Shop, StoredFile, Variant } from '../../core/state.ts';

/** The shop of a domain or handle; refuses one that does not exist. */
export function shopOf(sandbox: Sandbox, domainOrHandle: string): Shop {
  const shop = findShop(sandbox, domainOrHandle);
  if (!shop) throw new Refusal(`There is no shop ${domainOrHandle}.`, ['shop'], 'NOT_FOUND');
  return shop;
}

export function findShop(sandbox: Sandbox, domainOrHandle: string): Shop | null {
  return (
    sandbox.state.shops[domainOrHandle] ??
    Object.values(sandbox.state.shops).find((shop) => shop.handle === domainOrHandle) ??
    null
  );
}

/** Whether the app is installed at this moment. */
export function isInstalled(shop: Shop): boolean {
  return shop.installation !== null && shop.installation.uninstalledAt === null;
}

/** An order by its name (`#1001`, `1001`) or id; refuses one that does not exist. */
export function orderOf(shop: Shop, nameOrId: string | number): Order {
  const wanted = String(nameOrId).replace(/^#/, '');
  const order = shop.orders[wanted] ?? Object.values(shop.orders).find((candidate) => candidate.name === `#${wanted}`);
  if (!order) throw new Refusal(`There is no order ${String(nameOrId)}.`, ['order'], 'NOT_FOUND');
  return order;
}

export function lineOf(order: Order, lineId: number): OrderLine {
  const line = order.lines.find((candidate) => candidate.id === lineId);
  if (!line) throw new Refusal(`Order ${order.name} has no line ${lineId}.`, ['lines'], 'NOT_FOUND');
  return line;
}

export type Owned = { product: Product; variant: Variant };

export function findVariant(shop: Shop, matches: (variant: Variant) => boolean): Owned | null {
  for (const product of Object.values(shop.products)) {
    const variant = product.variants.find(matches);
    if (variant) return { product, variant };
  }
  return null;
}

export function findVariantById(shop: Shop, variantId: number): Owned | null {
  return findVariant(shop, (variant) => variant.id === variantId);
}

export function findVariantBySku(shop: Shop, sku: string): Owned | null {
  return findVariant(shop, (variant) => variant.sku === sku);
}

export function findByInventoryItem(shop: Shop, inventoryItemId: number): Owned | null {
  return findVariant(shop, (variant) => variant.inventory.id === inventoryItemId);
}

/** What can be sold of a variant over all active locations. */
export function availableOf(shop: Shop, variant: Variant): number {
  const active = new Set(shop.locations.filter((location) => location.active).map((location) => location.id));
  return variant.inventory.levels
    .filter((level) => active.has(level.locationId))
    .reduce((sum, level) => sum + level.available, 0);
}

/** Whether the storefront shows a product: active and published to the online store. */
export function isOnStorefront(shop: Shop, product: Product): boolean {
  const onlineStore = shop.publications[0];
  return (
    product.status === 'ACTIVE' &&
    onlineStore !== undefined &&
    product.publishedOn.some((entry) => entry.publicationId === onlineStore.id)
  );
}

export function filesOf(shop: Shop, ids: readonly number[]): StoredFile[] {
  return ids.flatMap((id) => shop.files[String(id)] ?? []);
}
