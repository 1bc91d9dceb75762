import { money, toDto, type Currency } from '#app/core/money/money.ts';
import type { ShownOrderDetailDto } from '../orders.contract.ts';
import type { VariantDetail } from '../orders.repo.server.ts';

/** A variant of an order's lines on the wire, as the mirror holds it now. */
export const toVariantDto = (
  variant: VariantDetail,
  currency: Currency,
): ShownOrderDetailDto['variantDetails'][number] => ({
  variantId: String(variant.id),
  productId: String(variant.productId),
  title: variant.productTitle,
  variantTitle: variant.title,
  sku: variant.sku,
  barcode: variant.barcode,
  image: variant.image,
  price: toDto(money(variant.priceMinor, currency)),
  stock: variant.stock,
  trackStock: variant.trackStock,
});
