import type { MoneyDto } from '#app/core/dto.ts';
import { can } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { readProduct } from '../products.service.server.ts';
import { readChange } from './product-changes.service.server.ts';
import { MAX_PRICES, type ProductReviewDto } from './product-review.contract.ts';
import { readListingReview } from './read-review.service.server.ts';
import type { EarningsDto } from './review-view.ts';

/** What an admin decides on a product by, as blocks outside of our screens show it. Another's product is not_found (404). */
export async function readProductReview(ctx: Ctx, productId: bigint): Promise<ProductReviewDto> {
  const { product, change: waiting, logs } = await readProduct(ctx, productId);
  const review = await readListingReview(ctx, productId);
  const [last] = logs;
  const isOpen = waiting !== null && waiting.waiting.length > 0;
  const change = isOpen ? (await readChange(ctx, BigInt(waiting.id))).change : null;
  return {
    id: product.id,
    title: product.title,
    status: product.status,
    submission: product.submission,
    submittedAt: product.submittedAt,
    allowedActions: product.allowedActions,
    vendor: review.vendor,
    change: change && {
      id: change.id,
      since: change.openedAt,
      fields: change.fields.map(({ field }) => field),
      seen: change.seen,
      allowedActions: change.allowedActions,
    },
    checks: review.checks,
    earnings: can(ctx.viewer, 'read_finance') ? listPrices(Object.values(review.earnings)) : null,
    lastEdit: last ? { by: last.actor.name, at: last.at } : null,
  };
}

/** What is charged at each price once, lowest first. */
function listPrices(earnings: readonly EarningsDto[]): { price: MoneyDto; commission: MoneyDto; earns: MoneyDto }[] {
  const byPrice = new Map(earnings.map((one) => [one.price.amount, one]));
  return [...byPrice.values()]
    .sort((one, other) => Number(one.price.amount) - Number(other.price.amount))
    .slice(0, MAX_PRICES)
    .map(({ price, commission, earns }) => ({ price, commission, earns }));
}
