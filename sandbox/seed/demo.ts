import type { Sandbox } from '../core/kernel.ts';
import { nextId } from '../core/kernel.ts';
import type { Shop } from '../core/state.ts';
import { createCharge, decideCharge } from '../platform/store/app-charges.ts';
import { createDrawnFile } from '../platform/store/files.ts';
import { createProduct, publishProduct } from '../platform/store/products.ts';
import { createShop } from '../platform/store/shops.ts';
import { STYLES, VENDORS } from './catalogue.ts';
import type { VendorSeed } from './catalogue.ts';

export const DEMO_SHOP = 'demo.myshopify.com';
export const OTHER_SHOP = 'other.myshopify.com';
const PRODUCTS = 200;

/** Fills an empty state: the demo shop with 12 vendors and 200 products, and a second shop for what must stay apart. */
export function seedDemo(sandbox: Sandbox): void {
  const shop = createShop(sandbox, {
    domain: DEMO_SHOP,
    name: 'Fjord & Field',
    currency: 'USD',
    timezone: 'Europe/Amsterdam',
  });
  shop.locations.push({
    id: nextId(sandbox),
    name: 'North warehouse',
    active: true,
    fulfillsOnlineOrders: true,
    address: { address1: 'Skuteviksboder 3', city: 'Bergen', zip: '5035', countryCode: 'NO' },
  });
  for (let index = 0; index < PRODUCTS; index += 1) seedProduct(sandbox, shop, index);
  approvePlan(sandbox, shop);
  const other = createShop(sandbox, {
    domain: OTHER_SHOP,
    name: 'Other Goods',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    taxesIncluded: true,
  });
  for (let index = 0; index < 6; index += 1) seedProduct(sandbox, other, index);
  sandbox.save();
}

/** The plan of the app that holds what the demo shop has: 12 vendors, 200 products and some hundred orders in 30 days. */
function approvePlan(sandbox: Sandbox, shop: Shop): void {
  const returnUrl = `${sandbox.config.publicUrl}/admin/store/${shop.handle}/apps`;
  const charge = { name: 'Growth', returnUrl, trialDays: 0, test: true, priceMinor: 99_00, currency: 'USD' };
  decideCharge(sandbox, shop, createCharge(sandbox, shop, charge), true);
}

/** One product: everything about it follows from its number. */
function seedProduct(sandbox: Sandbox, shop: Shop, index: number): void {
  const vendor = VENDORS[index % VENDORS.length];
  const round = Math.floor(index / VENDORS.length);
  if (!vendor) return;
  const noun = vendor.nouns[round % vendor.nouns.length] ?? 'Piece';
  const style = STYLES[Math.floor(round / vendor.nouns.length) + (index % 2) * 2] ?? 'Classic';
  const title = `${style} ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  const prefix = vendor.name.replaceAll(/[^A-Z]/g, '').padEnd(2, 'X');
  const code = `${prefix}-${String(index + 1).padStart(3, '0')}`;
  const priceMinor = priceOf(vendor, index);
  const picture = createDrawnFile(sandbox, shop, {
    seed: `${shop.handle}-${code}`,
    label: noun,
    filename: `${code.toLowerCase()}.webp`,
    alt: `${title} by ${vendor.name}`,
  });
  const option = vendor.option;
  const values = option ? option.values : ['Default Title'];
  const mainLocation = shop.locations[index % shop.locations.length] ?? shop.locations[0];
  const product = createProduct(sandbox, shop, {
    title,
    vendor: vendor.name,
    productType: vendor.type,
    status: 'ACTIVE',
    tags: [vendor.type.toLowerCase(), style.toLowerCase()],
    descriptionHtml: `<p>${title} by ${vendor.name}, ${vendor.location}.</p><p>${vendor.story}</p>`,
    seo: { title: `${title} – ${vendor.name}`, description: vendor.story },
    options: [
      option ? { name: option.name, values: [...option.values] } : { name: 'Title', values: ['Default Title'] },
    ],
    mediaIds: [picture.id],
    variants: values.map((value, position) => ({
      optionValues: [value],
      sku: option ? `${code}-${value.slice(0, 3).toUpperCase().trim()}` : code,
      priceMinor: priceMinor + position * (option?.name === 'Size' ? 0 : 200),
      compareAtMinor: index % 7 === 0 ? Math.round(priceMinor * 1.2) : null,
      weight: { value: 0.2 + ((index * 37) % 40) / 10, unit: 'KILOGRAMS' as const },
      stock: [{ locationId: mainLocation?.id ?? 0, available: 20 + ((index * 13 + position * 7) % 60) }],
    })),
  });
  const online = shop.publications
    .filter((publication) => publication.name !== 'Point of Sale')
    .map((publication) => publication.id);
  publishProduct(sandbox, shop, product, online, 'on');
}

/** A price within the vendor's range that ends in 0 or 5 cents before the point, spread evenly over the numbers. */
function priceOf(vendor: VendorSeed, index: number): number {
  const share = ((index * 61) % 97) / 97;
  return Math.round((vendor.fromMinor + (vendor.toMinor - vendor.fromMinor) * share * share) / 50) * 50;
}
