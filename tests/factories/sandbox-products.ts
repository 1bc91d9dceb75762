import { invariant } from '#app/core/invariant.ts';
import type { Sandbox } from '#sandbox/core/kernel.ts';
import type { Product, Shop } from '#sandbox/core/state.ts';
import { createProduct } from '#sandbox/platform/store/products.ts';

/**
 * Puts products into a store of the sandbox as a merchant would have made them: with options, stock at each location, and a
 * picture of the store. Before the app is installed nothing is told of them.
 */
export function buildSandboxProducts(sandbox: Sandbox, shop: Shop, count: number): Product[] {
  const pictures = Object.values(shop.products).flatMap((product) => product.mediaIds);
  const [first] = shop.locations;
  invariant(first, 'every store has a location');
  return Array.from({ length: count }, (_, index) =>
    createProduct(sandbox, shop, {
      title: `Piece ${index}`,
      handle: `piece-${index}`,
      vendor: `Maker ${index % 20}`,
      descriptionHtml: `<p>${'What it is made of, and how it is kept. '.repeat(1 + (index % 12))}</p>`,
      status: index % 4 === 0 ? 'DRAFT' : 'ACTIVE',
      tags: [`Shelf ${index % 9}`],
      options: [{ name: 'Size', values: ['S', 'M'] }],
      mediaIds: pictures.slice(index % 7, (index % 7) + 2),
      variants: ['S', 'M'].map((size, at) => ({
        optionValues: [size],
        sku: `P${index}-${size}`,
        priceMinor: 1000 + index,
        tracked: true,
        weight: { value: 0.5 + at, unit: 'KILOGRAMS' as const },
        stock: shop.locations.map((location) => ({ locationId: location.id, available: (index + at) % 13 })),
      })),
    }),
  );
}
