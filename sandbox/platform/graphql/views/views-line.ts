import { toGid } from '../../../core/gid.ts';
import type { Order, OrderLine, ShippingLine, TaxLine } from '../../../core/state.ts';
import { findVariantById } from '../../store/lookup.ts';
import {
  amountsOfUnits,
  discountOf,
  listTotalOf,
  partOfUnits,
  shippingBackAsQuoted,
  sumMinor,
} from '../../store/order-amounts.ts';
import { takeFirst } from '../connection.ts';
import { moneyBag, moneyV2 } from '../context.ts';
import type { Context, View } from '../context.ts';
import { fileView } from './views-file.ts';
import { productView, variantView } from './views-product.ts';

export function lineView(context: Context, order: Order, line: OrderLine): View {
  const { shop } = context;
  const bag = (amountMinor: number): View => moneyBag(amountMinor, order.currency);
  const owned = line.variantId === null ? null : findVariantById(shop, line.variantId);
  const product = line.productId === null ? undefined : shop.products[String(line.productId)];
  const all = amountsOfUnits(line, line.quantity);
  const unfulfilled = amountsOfUnits(line, line.fulfillableQuantity);
  const ownDiscountMinor = sumMinor(
    line.discountAllocations
      .filter((allocation) => order.discountApplications[allocation.applicationIndex]?.type === 'manual')
      .map((allocation) => allocation.amountMinor),
  );
  return {
    __typename: 'LineItem',
    id: toGid('LineItem', line.id),
    title: line.title,
    variantTitle: line.variantTitle,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    sku: line.sku || null,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    unfulfilledQuantity: line.fulfillableQuantity,
    refundableQuantity: line.currentQuantity,
    nonFulfillableQuantity: line.quantity - line.currentQuantity,
    requiresShipping: line.requiresShipping,
    taxable: line.taxable,
    isGiftCard: line.giftCard,
    restockable: true,
    merchantEditable: true,
    customAttributes: line.properties.map((property) => ({ key: property.name, value: property.value })),
    sellingPlan: line.sellingPlan ? { name: line.sellingPlan, sellingPlanId: null } : null,
    product: () => (product ? productView(context, product) : null),
    variant: () => (owned ? variantView(context, owned.product, owned.variant) : null),
    image: () =>
      product
        ? (product.mediaIds
            .slice(0, 1)
            .flatMap((id) => shop.files[String(id)] ?? [])
            .map((file) => fileView(context, file)['image'])[0] ?? null)
        : null,
    weight: { value: line.grams, unit: 'GRAMS' },
    originalUnitPriceSet: bag(line.unitPriceMinor),
    originalTotalSet: bag(all.listMinor),
    discountedTotalSet: (args: { withCodeDiscounts?: boolean }) =>
      bag(listTotalOf(line) - (args.withCodeDiscounts === true ? all.discountMinor : ownDiscountMinor)),
    totalDiscountSet: bag(ownDiscountMinor),
    discountedUnitPriceSet: bag(partOfUnits(listTotalOf(line) - ownDiscountMinor, 1, line.quantity)),
    discountedUnitPriceAfterAllDiscountsSet: bag(partOfUnits(all.subtotalMinor, 1, line.quantity)),
    unfulfilledOriginalTotalSet: bag(unfulfilled.listMinor),
    unfulfilledDiscountedTotalSet: bag(unfulfilled.subtotalMinor),
    priceAfterAllDiscountsBeforeTaxesSet: bag(all.subtotalMinor - (order.taxesIncluded ? all.taxMinor : 0)),
    taxLines: (args: { first?: number }) => takeFirst(line.taxLines, args).map((tax) => taxView(order, tax)),
    duties: [],
    discountAllocations: allocations(order, line),
  };
}

export function shippingLineView(order: Order, line: ShippingLine): View {
  const bag = (amountMinor: number): View => moneyBag(amountMinor, order.currency);
  const discountedMinor = line.priceMinor - discountOf(line);
  const refundedMinor = sumMinor(
    order.refunds
      .flatMap((refund) => refund.shipping)
      .filter((part) => part.shippingLineId === line.id)
      .map((part) => shippingBackAsQuoted(order, part)),
  );
  return {
    __typename: 'ShippingLine',
    id: toGid('ShippingLine', line.id),
    title: line.title,
    code: line.code,
    source: 'shopify',
    carrierIdentifier: null,
    custom: false,
    isRemoved: false,
    phone: null,
    deliveryCategory: null,
    shippingRateHandle: line.code,
    originalPriceSet: bag(line.priceMinor),
    discountedPriceSet: bag(discountedMinor),
    currentDiscountedPriceSet: bag(discountedMinor - refundedMinor),
    taxLines: line.taxLines.map((tax) => taxView(order, tax)),
    discountAllocations: allocations(order, line),
  };
}

function allocations(order: Order, line: OrderLine | ShippingLine): View[] {
  return line.discountAllocations.map((allocation) => ({
    allocatedAmountSet: moneyBag(allocation.amountMinor, order.currency),
    discountApplication: discountView(order, allocation.applicationIndex),
  }));
}

export function discountView(order: Order, index: number): View | null {
  const application = order.discountApplications[index];
  if (!application) return null;
  const typename =
    application.type === 'discount_code'
      ? 'DiscountCodeApplication'
      : application.type === 'manual'
        ? 'ManualDiscountApplication'
        : 'AutomaticDiscountApplication';
  const value =
    application.valueType === 'percentage'
      ? { __typename: 'PricingPercentageValue', percentage: application.value }
      : { __typename: 'MoneyV2', ...moneyV2(application.value, order.currency) };
  return {
    __typename: typename,
    index,
    code: application.code,
    title: application.title,
    description: application.title,
    targetType: application.targetType.toUpperCase(),
    targetSelection: application.targetSelection.toUpperCase(),
    allocationMethod: application.allocationMethod.toUpperCase(),
    value,
  };
}

export function taxView(order: Order, tax: TaxLine): View {
  return {
    title: tax.title,
    rate: tax.rate,
    ratePercentage: Math.round(tax.rate * 1_000_000) / 10_000,
    priceSet: moneyBag(tax.priceMinor, order.currency),
    channelLiable: false,
    source: 'Shopify',
  };
}

export function mergedTaxes(order: Order, lines: readonly TaxLine[]): View[] {
  return order.taxes.map((tax) =>
    taxView(order, {
      ...tax,
      priceMinor: sumMinor(
        lines.filter((line) => line.title === tax.title && line.rate === tax.rate).map((line) => line.priceMinor),
      ),
    }),
  );
}
