import { z } from 'zod';
import { PERIODS } from '#app/core/calendar.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageFields } from '#app/core/paging.ts';
import { markEarnings, moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { LEDGER_ACCOUNTS, PAYOUT_METHODS, TRANSACTION_KINDS } from '#app/platform/ledger/ledger.ts';
import { EXPLAIN_STEPS, EXPLAINED_ROUNDINGS } from './money/explain.ts';
import { onHoldDto } from './fulfillment/fulfill.contract.ts';
import {
  ORDER_SORTS,
  FULFILLMENT_FILTERS,
  HIDEABLE_FIELDS,
  MARKETPLACE_PARTS,
  SPLIT_KINDS,
  OWN_FINANCIAL_STATUSES,
  PAYMENT_FILTERS,
  PAYOUT_FILTERS,
  PAYOUT_STATES,
  TIMELINE_KINDS,
} from './order-view.ts';
import { ADJUSTMENT_KINDS } from './money/adjustment.ts';
import { HOLD_REASONS } from './order.ts';
import { RETURN_STATUSES } from './returns/order-return.ts';
import { FULFILLMENT_STATUSES } from './money/units-left.ts';

const day = z.union([z.iso.date(rule('date')), z.iso.datetime({ offset: true, error: rule('date') })]);

/** What narrows a list of orders; `from` and `to` (days of the store's zone, or moments) override `period`. */
export const orderFilterSchema = z.object({
  q: z.string().trim().max(200).default(''),
  fulfillment: z.enum(FULFILLMENT_FILTERS).default('any'),
  from: day.optional(),
  to: day.optional(),
  period: z.enum(PERIODS).default('all'),
  payout: z.enum(PAYOUT_FILTERS).default('all'),
  payment: z
    .enum(PAYMENT_FILTERS)
    .default('all')
    .meta({ description: '`sold`: paid and not cancelled, as the dashboard counts orders' }),
  vendor: z.string().trim().max(255).optional().meta({ description: 'The vendor of a name, in the marketplace view' }),
});
export type OrderFilter = z.output<typeof orderFilterSchema>;

export const orderListSchema = orderFilterSchema.extend({
  ...pageFields,
  sort: z.enum(ORDER_SORTS).default('newest'),
});
export type OrderListInput = z.output<typeof orderListSchema>;

const vendorRef = z.object({ id: z.string(), name: z.string() });

/** A vendor order as lists show it. */
export const orderRow = z
  .object({
    id: z.string().meta({ description: 'The id of the order in the store.' }),
    name: z.string(),
    vendor: vendorRef,
    orderedAt: timeDto,
    buyer: z.object({ name: z.string(), city: z.string(), country: z.string() }),
    itemCount: z.number().int(),
    firstLine: z.object({ title: z.string(), variantTitle: z.string(), image: z.string().nullable() }).nullable(),
    lineCount: z.number().int(),
    fulfillment: z.enum(FULFILLMENT_STATUSES),
    payout: z.enum(PAYOUT_STATES),
    held: z.string().nullable(),
    onHold: z.boolean().meta({ description: 'Items left to ship are on hold.' }),
    historical: z.boolean(),
    test: z
      .boolean()
      .meta({ description: 'A test order of the store. Unless the settings count them, nothing is ever due of it.' }),
    total: moneyDto,
    earnings: markEarnings(moneyDto),
    due: markEarnings(moneyDto),
  })
  .meta({ id: 'OrderRow' });
export type OrderRowDto = z.input<typeof orderRow>;

export const listOrdersEndpoint = endpoint({
  name: 'orders.list',
  method: 'GET',
  path: '/orders',
  summary: 'The orders of a vendor, or of all vendors in the marketplace view, newest or oldest first',
  access: { kind: 'vendor', permission: 'read_orders' },
  query: orderListSchema,
  response: z.object({
    orders: z.array(orderRow),
    counts: z
      .object({
        count: z.number().int(),
        payoutDue: z.number().int(),
        payoutPaid: z.number().int(),
        unfulfilled: z.number().int(),
      })
      .meta({ description: 'Orders within search and period, whatever the tab; bounded like pageCount.' }),
    pageCount: z.number().int(),
    pageCountIsExact: z.boolean(),
    matching: z.number().int().meta({ description: 'Orders that the filter finds; at least, where not exact.' }),
    cursor: z.string().nullable(),
    totals: markEarnings(
      z.array(z.object({ earned: moneyDto, due: moneyDto })),
      'What was earned and what of it is due, by currency, within vendor and period; null while the merged view (useFinanceV2) is off.',
    ),
  }),
  errors: ['invalid_input', 'missing_permission', 'not_found'],
});

export const exportOrdersEndpoint = endpoint({
  name: 'orders.export',
  method: 'POST',
  path: '/orders/export',
  summary:
    'Exactly the orders that a list’s filter finds as CSV (text/csv), a row for each line, newest first. What the marketplace hides from vendors has no column.',
  access: { kind: 'vendor', permission: 'read_orders' },
  body: orderFilterSchema,
  response: z.string().meta({ description: 'CSV in UTF-8' }),
  answers: ['text/csv'],
  errors: ['invalid_input', 'missing_permission', 'not_found', 'rate_limited'],
  limit: { perMinute: 20, by: 'viewer' },
});

const addressDto = z
  .object({
    name: z.string().nullable(),
    company: z.string().nullable(),
    street1: z.string().nullable(),
    street2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
    country: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'BuyerAddress' });

const lineDto = z
  .object({
    id: z.string(),
    productId: z.string().nullable(),
    variantId: z.string().nullable(),
    vendor: vendorRef.nullable(),
    title: z.string(),
    variantTitle: z.string(),
    sku: z.string(),
    image: z.string().nullable(),
    quantity: z.number().int(),
    remaining: z.number().int().meta({ description: 'Units that refunds and edits left.' }),
    fulfilled: z.number().int(),
    left: z.number().int().meta({ description: 'Units that can still be shipped.' }),
    requiresShipping: z.boolean(),
    properties: z.array(z.object({ name: z.string(), value: z.string() })).meta({
      description: 'What the buyer had it made like, in the buyer’s words. Names that begin with _ are left out.',
    }),
    sellingPlan: z.string().nullable().meta({ description: 'The plan by which it is sold again and again.' }),
    discounts: z
      .array(z.object({ title: z.string(), amount: moneyDto }))
      .meta({ description: 'The discounts of the line by title or code, below zero.' }),
    unitPrice: moneyDto,
    total: moneyDto,
  })
  .meta({ id: 'OrderLine' });

const fulfillmentDto = z
  .object({
    id: z.string(),
    status: z.enum(['success', 'cancelled']),
    carrier: z.string().nullable(),
    tracking: z.string().nullable(),
    url: z.string().nullable(),
    trackingPage: z
      .string()
      .nullable()
      .meta({ description: 'Where the fulfillment is followed: `url`, or the page of the carrier.' }),
    canChange: z
      .boolean()
      .meta({ description: 'Whether tracking may be changed and the fulfillment cancelled by the reader.' }),
    createdAt: timeDto,
    lines: z.array(z.object({ lineId: z.string(), title: z.string(), quantity: z.number().int() })),
  })
  .meta({ id: 'OrderFulfillment' });

const returnDto = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(RETURN_STATUSES),
    requestedAt: timeDto,
    endedAt: timeDto.nullable(),
    decline: z.object({ reason: z.string(), note: z.string().nullable() }).nullable(),
    lines: z.array(
      z.object({
        id: z.string(),
        lineId: z.string(),
        title: z.string(),
        quantity: z.number().int(),
        received: z.number().int(),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'OrderReturn', description: 'Units that come back; to a vendor, those of its own lines.' });
export type ReturnDto = z.input<typeof returnDto>;

const timelineDto = z
  .object({
    kind: z.enum(TIMELINE_KINDS),
    at: timeDto,
    by: z.string().nullable(),
    params: z.record(z.string(), z.string()),
    amount: moneyDto.nullable(),
    earned: markEarnings(moneyDto, 'Of a refund: what it changed of the earnings; null of anything else.'),
  })
  .meta({ id: 'OrderEvent' });

const account = z.enum([
  ...LEDGER_ACCOUNTS,
  ...PAYOUT_METHODS.flatMap((method) => [`in_transit:${method}`, `paid_out:${method}`] as const),
]);
const postingDto = z.object({ account, amount: moneyDto });

const adjustedDto = z
  .object({
    kind: z.enum(ADJUSTMENT_KINDS),
    amount: moneyDto.meta({ description: 'What it adds to what the vendor is owed.' }),
    note: z.string().nullable(),
    by: z.string().nullable().meta({ description: 'In the marketplace view only.' }),
    at: timeDto,
    undone: z.object({ at: timeDto, by: z.string().nullable(), note: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'OrderAdjusted', description: 'What the marketplace corrected of a part, why and when.' });

const earningsHistory = z
  .object({
    before: moneyDto.meta({ description: 'Earned before any refund.' }),
    changes: z.array(z.object({ kind: z.enum(['refund', 'cancelled']), at: timeDto, amount: moneyDto })),
  })
  .meta({ id: 'EarningsHistory' });

const orderMoney = z
  .object({
    total: moneyDto.meta({ description: 'What the buyer paid for this part.' }),
    goods: moneyDto,
    discount: moneyDto,
    shipping: moneyDto,
    tax: moneyDto,
    netGoods: markEarnings(moneyDto),
    commission: markEarnings(moneyDto),
    shippingPassedOn: markEarnings(moneyDto),
    taxPassedOn: markEarnings(moneyDto),
    discountCharged: markEarnings(moneyDto),
    goodwill: markEarnings(moneyDto),
    earnings: markEarnings(moneyDto),
    history: markEarnings(
      earningsHistory,
      'How refunds and a cancellation brought the earnings to what they are: all of it adds up to them. Null where none did.',
    ),
    adjusted: markEarnings(moneyDto, 'What corrections and chargebacks add to the earnings.'),
    owed: markEarnings(moneyDto, 'Earnings and adjustments: what is owed for it in all.'),
    adjustments: markEarnings(z.array(adjustedDto)),
    paidOut: markEarnings(moneyDto),
    due: markEarnings(moneyDto),
    override: markEarnings(z.object({ percentage: z.string(), flat: z.string() })),
    explain: markEarnings(
      z.array(
        z.object({
          key: z.enum(EXPLAIN_STEPS),
          lineId: z.string().nullable(),
          params: z.record(z.string(), z.string()),
          rounding: z.enum(EXPLAINED_ROUNDINGS),
          amount: moneyDto,
        }),
      ),
    ),
    entries: markEarnings(
      z.array(
        z.object({
          reference: z.string(),
          kind: z.enum(TRANSACTION_KINDS),
          occurredAt: timeDto,
          postings: z.array(postingDto),
          sum: moneyDto,
        }),
      ),
    ),
  })
  .meta({ id: 'OrderMoney' });

const holdReasonDto = z
  .enum(HOLD_REASONS)
  .nullable()
  .meta({ description: 'Why an admin has to look at it before it is paid out by itself.' });

const vendorOrderDto = z
  .object({
    vendor: vendorRef,
    fulfillment: z.enum(FULFILLMENT_STATUSES),
    financialStatus: z.enum(OWN_FINANCIAL_STATUSES),
    payout: z.enum(PAYOUT_STATES),
    held: holdReasonDto,
    onHold: onHoldDto,
    isPickup: z.boolean().meta({ description: 'Whether the buyer chose at the checkout to collect this part.' }),
    lines: z.array(lineDto),
    fulfillments: z.array(fulfillmentDto),
    returns: z.array(returnDto),
    timeline: z.array(timelineDto),
    money: orderMoney,
  })
  .meta({ id: 'OrderPart', description: 'One vendor’s part of an order.' });
export type ShownVendorOrderDto = z.input<typeof vendorOrderDto>;

type ShownMoneyDto = z.input<typeof orderMoney>;
/** A part's money as somebody sees it who may see money: nothing of it is null but an override that nobody made. */
export type EarnedMoneyDto = {
  [Field in keyof ShownMoneyDto]: Field extends 'override' | 'history'
    ? ShownMoneyDto[Field]
    : NonNullable<ShownMoneyDto[Field]>;
};
export type VendorOrderDto = Omit<ShownVendorOrderDto, 'money'> & { money: EarnedMoneyDto };

const orderDto = z
  .object({
    id: z.string(),
    name: z.string(),
    orderedAt: timeDto,
    cancelledAt: timeDto.nullable(),
    historical: z.boolean(),
    test: z
      .boolean()
      .meta({ description: 'A test order of the store. Unless the settings count them, nothing is ever due of it.' }),
    currency: z.string(),
    fulfillment: z.enum(FULFILLMENT_STATUSES),
    financialStatus: z.enum(OWN_FINANCIAL_STATUSES),
    payout: z.enum(PAYOUT_STATES).nullable(),
    held: holdReasonDto,
    onHold: onHoldDto,
    isPickup: z.boolean().meta({ description: 'Whether the buyer collects the part; false in the marketplace view.' }),
    vendor: vendorRef.nullable().meta({ description: 'Null in the marketplace view.' }),
    lines: z.array(lineDto),
    fulfillments: z.array(fulfillmentDto),
    returns: z.array(returnDto),
    timeline: z.array(timelineDto),
    money: orderMoney.nullable().meta({ description: 'The part’s money; null in the marketplace view.' }),
    marketplace: z
      .object({
        paid: moneyDto,
        vendors: moneyDto,
        own: moneyDto,
        parts: z.array(z.object({ kind: z.enum(MARKETPLACE_PARTS), amount: moneyDto })),
        split: markEarnings(
          z.array(z.object({ kind: z.enum(SPLIT_KINDS), vendor: z.string().nullable(), amount: moneyDto })),
          'Who gets what of it: each vendor’s earnings and what the marketplace keeps or bears, which add up to what was paid.',
        ),
      })
      .nullable()
      .meta({ description: 'What the buyer paid and whose it is; in the marketplace view only.' }),
    buyer: z.object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      shippingAddress: addressDto.nullable(),
      billingAddress: addressDto.nullable(),
      note: z.string().nullable(),
      attributes: z.array(z.object({ name: z.string(), value: z.string() })),
      hiddenFields: z.array(z.enum(HIDEABLE_FIELDS)),
      redacted: z.boolean(),
    }),
    previousOrder: z.string().nullable(),
    nextOrder: z.string().nullable(),
    allowedActions: z.array(
      z.enum(['fulfill', 'hold', 'comment', 'override_commission', 'refund', 'cancel', 'return', 'adjust']),
    ),
  })
  .meta({ id: 'Order' });
export type ShownOrderDto = z.input<typeof orderDto>;
export type OrderDto = Omit<ShownOrderDto, 'money'> & { money: EarnedMoneyDto | null };

const variantDetail = z
  .object({
    variantId: z.string(),
    productId: z.string(),
    title: z.string(),
    variantTitle: z.string(),
    sku: z.string(),
    barcode: z.string(),
    image: z.string().nullable(),
    price: moneyDto,
    stock: z.number().int(),
    trackStock: z.boolean(),
  })
  .meta({ id: 'OrderVariant' });

const orderDetail = z.object({
  order: orderDto,
  adminOrders: z.array(vendorOrderDto).meta({ description: 'Every vendor’s part; in the marketplace view only.' }),
  variantDetails: z.array(variantDetail),
});
export type ShownOrderDetailDto = z.input<typeof orderDetail>;
/** An order as somebody sees it who may see money. */
export type OrderDetailDto = Omit<ShownOrderDetailDto, 'order' | 'adminOrders'> & {
  order: OrderDto;
  adminOrders: VendorOrderDto[];
};

const orderParams = z.object({ orderId: idSchema });

export const getOrderEndpoint = endpoint({
  name: 'orders.get',
  method: 'GET',
  path: '/orders/{orderId}',
  summary: 'An order as the viewer may know it: a vendor’s own part, or every part in the marketplace view',
  access: { kind: 'vendor', permission: 'read_orders' },
  params: orderParams,
  query: orderFilterSchema,
  response: orderDetail,
  errors: ['not_found', 'missing_permission'],
});

/** What the order's page sends to override a commission; the commission feature checks amounts and percentages. */
export const overrideFormSchema = z.object({
  vendor: z.string().max(255),
  orderId: idSchema,
  percentage: z.string().max(40).nullable(),
  flat: z.string().max(40).nullable(),
});
