import { Refusal } from '#sandbox/core/kernel.ts';
import type { Order, OrderLine } from '#sandbox/core/state.ts';
import { editOrder } from '#sandbox/platform/store/edits.ts';
import { outstandingOf, receivedOf, refundedOf } from '#sandbox/platform/store/order-amounts.ts';
import { markOrderPaid, placeOrder, touchOrder, type OrderLineInput } from '#sandbox/platform/store/orders.ts';
import { payPart, voidPayment } from '#sandbox/platform/store/payments.ts';
import { createProduct } from '#sandbox/platform/store/products.ts';
import { cancelOrder, refundOrder, suggestRefund } from '#sandbox/platform/store/refunds.ts';
import { buildBareShop, type BareShop } from '#sandbox/testing-shop.ts';

export type Dice = { below(most: number): number; chance(share: number): boolean; pick<T>(list: readonly T[]): T };

/** Numbers that are the same for the same seed (mulberry32). */
export function throwDice(seed: number): Dice {
  let state = Math.imul(seed, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
  };
}

/** What the platform adds to an order that the sandbox's engine cannot express; minor units. */
export type Extras = { tips: number; duties: number; fees: number; taxDifference: number; rounding: number };
/** One order of the platform: what is special about it, and all that happened to it. */
export type OrderScenario = {
  order: Order;
  group: number;
  extras: Extras;
  /** Titles of taxes that the channel remits. */
  channelTaxes: string[];
  /** The code's discount is told as the order's, allocated to no line. */
  isSpread: boolean;
  /** Refunds tell their shipping as older payloads do, by adjustments alone. */
  isOldStyle: boolean;
  /** Refunds whose transaction the platform has not confirmed, or which failed. */
  transactionStates: Map<number, 'pending' | 'failure'>;
  liableVendor: Map<number, string>;
  log: string[];
};
export type Platform = BareShop & { groups: number; kinds: Map<number, string> };

/** Vendors of one group of orders. Orders of a group share vendors, and no others do. */
export const vendorsOf = (group: number): string[] => [`North ${group}`, `South ${group}`, `West ${group}`];
/** Prices at which tiers of commission begin. */
export const TIERS = [1, 750, 3_000, 6_500];
export const KINDS = ['art', 'book', 'none'];
/**
 * Discounts that were made here, by their codes: the vendors' share of each in millionths. What is one vendor's own hits the lines
 * of others too, as where the store changed what it is for: they do not bear it.
 */
export const MADE_HERE: Readonly<Record<string, { vendorShare: bigint; isOwn?: true }>> = {
  HALF: { vendorShare: 375_000n },
  HOUSE: { vendorShare: 0n },
  OWN: { vendorShare: 1_000_000n, isOwn: true },
};
/** The vendors whose own a discount is. */
export const ownersOf = (groups: number): string[] =>
  Array.from({ length: groups }, (_, group) => vendorsOf(group)[0] ?? '');
const SHARES = [0, 0.2, 0.21, 0.055, 0.0725, 0.08875, 0.19];

/** A store of the platform in a currency, with products of every vendor and a gift card. */
export function openPlatform(currency: string, groups: number, dice: Dice): Platform {
  const bare = buildBareShop('model.myshopify.com');
  bare.shop.currency = currency;
  bare.shop.discountCodes = [
    { code: 'SHARE', kind: 'percentage', percent: 7.5 },
    { code: 'FIXED', kind: 'fixed', amountMinor: 777 },
    { code: 'HALF', kind: 'percentage', percent: 12.5 },
    { code: 'HOUSE', kind: 'fixed', amountMinor: 333 },
    { code: 'OWN', kind: 'percentage', percent: 9 },
  ];
  const kinds = new Map<number, string>();
  const add = (sku: string, vendor: string, o: { productType?: string; requiresShipping?: boolean } = {}) => {
    const variants = [
      {
        optionValues: ['Default Title'],
        sku,
        priceMinor: 1 + dice.below(9_000),
        requiresShipping: o.requiresShipping ?? dice.chance(0.8),
      },
    ];
    const product = createProduct(bare.sandbox, bare.shop, {
      title: sku,
      vendor,
      productType: o.productType ?? '',
      variants,
    });
    kinds.set(product.id, dice.pick(KINDS));
  };
  for (let group = 0; group < groups; group++) for (const vendor of vendorsOf(group)) add(`thing of ${vendor}`, vendor);
  add('gift card', 'North 0', { productType: 'Gift card', requiresShipping: false });
  bare.sent.length = 0;
  return { ...bare, groups, kinds };
}

/** A vendor's name as it stands on lines: not always as it is written elsewhere, and sometimes an older one. */
function spell(dice: Dice, vendor: string): string {
  const spellings = [vendor, vendor, vendor, vendor.toUpperCase(), ` ${vendor.toLowerCase()} `, `Old ${vendor}`];
  return dice.pick(spellings);
}

/** Nothing, a few cents, where a tier of commission begins, or anything. */
function drawPrice(dice: Dice): number {
  if (dice.chance(0.05)) return 0;
  if (dice.chance(0.15)) return dice.pick(TIERS);
  return 1 + dice.below(dice.chance(0.2) ? 40 : 20_000);
}

function drawLine(dice: Dice, group: number, index: number, isSpread: boolean): OrderLineInput {
  const vendor = dice.pick(vendorsOf(group));
  const quantity = 1 + dice.below(4);
  if (dice.chance(isSpread ? 0.2 : 0.05)) return { sku: 'gift card', quantity: 1 };
  if (dice.chance(0.4)) return { sku: `thing of ${vendor}`, quantity };
  const unitPriceMinor = drawPrice(dice);
  const whole = unitPriceMinor * quantity;
  const discountMinor = isSpread || dice.chance(0.7) ? 0 : dice.chance(0.1) ? whole : dice.below(whole + 1);
  const owner = dice.chance(0.1) ? dice.pick([null, '']) : spell(dice, vendor);
  const requiresShipping = dice.chance(0.8);
  return { title: `Line ${index}`, vendor: owner, unitPriceMinor, quantity, discountMinor, requiresShipping };
}

/** Codes of the store, of the vendors, or one after another. */
function drawCodes(dice: Dice, isSpread: boolean): string[] {
  if (isSpread) return [dice.pick(['SHARE', 'FIXED'])];
  const codes = ['SHARE', 'FIXED', ...Object.keys(MADE_HERE)];
  return codes.filter(() => dice.chance(0.25));
}

/** An order of one to five lines of a group's vendors: taxes, discounts, shipping and payment of every kind. */
export function placeAny(platform: Platform, dice: Dice, group: number): OrderScenario {
  const { sandbox, shop } = platform;
  const isSpread = dice.chance(0.1);
  const taxes = Array.from({ length: dice.below(4) }, (_, at) => ({ title: `Tax ${at}`, rate: dice.pick(SHARES) }));
  const taxesIncluded = dice.chance(0.5);
  const order = placeOrder(sandbox, shop, {
    email: `buyer-${group}@buyers.example`,
    lines: Array.from({ length: 1 + dice.below(5) }, (_, index) => drawLine(dice, group, index, isSpread)),
    shippingLines: Array.from({ length: dice.below(4) }, (_, at) => {
      const priceMinor = dice.chance(0.1) ? dice.below(4) : dice.below(2_000);
      return { title: `Way ${at}`, priceMinor, discountMinor: dice.chance(0.2) ? dice.below(priceMinor + 1) : 0 };
    }),
    shippingTaxed: dice.chance(0.7),
    discountCodes: drawCodes(dice, isSpread),
    taxes,
    taxesIncluded,
    financialStatus: dice.chance(0.75) ? 'paid' : dice.pick(['pending', 'authorized']),
  });
  const some = (share: number, most: number) => (dice.chance(share) ? dice.below(most) : 0);
  const scenario: OrderScenario = {
    order,
    group,
    extras: {
      tips: some(0.1, 900),
      duties: some(0.06, 700),
      fees: some(0.06, 300),
      taxDifference: taxesIncluded ? 0 : some(0.06, 5),
      rounding: dice.chance(0.08) ? dice.below(5) - 2 : 0,
    },
    channelTaxes: taxes.filter(() => dice.chance(0.15)).map((tax) => tax.title),
    isSpread,
    isOldStyle: dice.chance(0.2),
    transactionStates: new Map(),
    liableVendor: new Map(),
    log: [],
  };
  note(scenario, 'placed');
  return scenario;
}

/** What happened, with the order as it then stood: enough to see why two computations differ. */
function note(scenario: OrderScenario, what: string): void {
  const { lines, shippingLines, refunds, financialStatus, taxesIncluded } = scenario.order;
  const taxes = (line: Pick<OrderLine, 'taxLines'>) =>
    line.taxLines.map((tax) => `${tax.title} ${tax.rate}=${tax.priceMinor}`).join();
  const off = (line: Pick<OrderLine, 'discountAllocations'>) =>
    line.discountAllocations.map((part) => part.amountMinor).join();
  const sold = lines.map(
    (line) =>
      `  ${line.id} ${line.vendor ?? '-'}: ${line.currentQuantity} of ${line.quantity} × ${line.unitPriceMinor}, off ${off(line)}, tax ${taxes(line)}${line.requiresShipping ? '' : ', no shipping'}${line.giftCard ? ', gift card' : ''}`,
  );
  const spellings = shippingLines.map((line) => `  shipping ${line.priceMinor}, off ${off(line)}, tax ${taxes(line)}`);
  const back = refunds.map(
    (refund) =>
      `  refund ${refund.id}: ${refund.lines.map((part) => `${part.quantity} of ${part.lineId} for ${part.subtotalMinor} and tax ${part.taxMinor}`).join('; ')} shipping ${refund.shipping.map((part) => `${part.subtotalMinor} and tax ${part.taxMinor}`).join('; ')}, money ${refund.totalMinor}`,
  );
  const money = `received ${receivedOf(scenario.order)}, refunded ${refundedOf(scenario.order)}, outstanding ${outstandingOf(scenario.order)}`;
  const head = `${what}: ${financialStatus}, ${money}, taxes ${taxesIncluded ? 'inside' : 'on top'}`;
  scenario.log.push([head, ...sold, ...spellings, ...back].join('\n'));
}

type Event = (platform: Platform, scenario: OrderScenario, dice: Dice) => void;

function someUnits(order: Order, dice: Dice, share: number) {
  const open = order.lines.filter((line) => line.currentQuantity > 0 && dice.chance(share));
  return open.map((line) => ({ lineId: line.id, quantity: 1 + dice.below(line.currentQuantity) }));
}

function shippingLeft(order: Order): number {
  const { shipping } = suggestRefund(order, { lines: [], shipping: { full: true } });
  return shipping.reduce((sum, part) => sum + part.subtotalMinor, 0);
}

/** Units, some shipping, and as much money as they are worth, or a little more or less. */
const refundSome: Event = ({ sandbox, shop }, { order }, dice) => {
  const lines = someUnits(order, dice, 0.5);
  const left = shippingLeft(order);
  const shipping = left > 0 && dice.chance(0.3) ? { shipping: { amountMinor: 1 + dice.below(left) } } : {};
  const { suggestedMinor, maximumMinor } = suggestRefund(order, { lines, ...shipping });
  const wanted = dice.chance(0.6) ? suggestedMinor : suggestedMinor + dice.below(600) - 300;
  const amountMinor = Math.max(0, Math.min(wanted, maximumMinor));
  refundOrder(sandbox, shop, order, { lines, ...shipping, amountMinor });
};

const edit = (order: Order, dice: Dice, change: (current: number) => number) => {
  const line = dice.pick(order.lines.filter((one) => one.currentQuantity > 0));
  if (!(line as typeof line | undefined)) throw new Refusal('nothing is left', []);
  return { lines: [{ lineId: line.id, quantity: change(line.currentQuantity) }] };
};

/** What can happen to an order at the platform; what it refuses did not happen. */
const EVENTS: Readonly<Record<string, Event>> = {
  paid: ({ sandbox, shop }, { order }) => {
    markOrderPaid(sandbox, shop, order);
  },
  'part paid': ({ sandbox, shop }, { order }, dice) => {
    payPart(sandbox, shop, order, 1 + dice.below(3_000));
  },
  voided: ({ sandbox, shop }, { order }) => {
    voidPayment(sandbox, shop, order);
  },
  'units added': ({ sandbox, shop }, { order }, dice) => {
    editOrder(
      sandbox,
      shop,
      order,
      edit(order, dice, (current) => current + 1 + dice.below(3)),
    );
  },
  'units taken': ({ sandbox, shop }, { order }, dice) => {
    editOrder(
      sandbox,
      shop,
      order,
      edit(order, dice, (current) => dice.below(current)),
    );
  },
  'line added': ({ sandbox, shop }, { order, group }, dice) => {
    const sku = `thing of ${dice.pick(vendorsOf(group))}`;
    editOrder(sandbox, shop, order, { lines: [{ sku, quantity: 1 + dice.below(3) }] });
  },
  refund: refundSome,
  'units refunded': ({ sandbox, shop }, { order }, dice) => {
    refundOrder(sandbox, shop, order, { lines: someUnits(order, dice, 0.7) });
  },
  'shipping refunded': ({ sandbox, shop }, { order }, dice) => {
    const left = shippingLeft(order);
    const shipping = dice.chance(0.3) ? { full: true as const } : { amountMinor: 1 + dice.below(left) };
    refundOrder(sandbox, shop, order, { lines: [], shipping });
  },
  goodwill: ({ sandbox, shop }, { order }, dice) => {
    refundOrder(sandbox, shop, order, { lines: [], amountMinor: 1 + dice.below(500) });
  },
  'everything refunded': ({ sandbox, shop }, { order }) => {
    const left = order.lines.filter((line) => line.currentQuantity > 0);
    const lines = left.map((line) => ({ lineId: line.id, quantity: line.currentQuantity }));
    refundOrder(sandbox, shop, order, { lines, shipping: { full: true } });
  },
  cancelled: ({ sandbox, shop }, { order }, dice) => {
    cancelOrder(sandbox, shop, order, { reason: 'customer', refund: dice.chance(0.7), restock: true });
  },
  'refund confirmed or failed': ({ sandbox, shop }, scenario, dice) => {
    const refund = dice.pick(scenario.order.refunds.filter((one) => one.transactionIds.length > 0));
    if (!(refund as typeof refund | undefined)) throw new Refusal('nothing was refunded', []);
    if (scenario.transactionStates.get(refund.id) === 'failure') throw new Refusal('it failed already', []);
    if (dice.chance(0.5)) scenario.transactionStates.set(refund.id, 'failure');
    else scenario.transactionStates.delete(refund.id);
    touchOrder(sandbox, shop, scenario.order, ['orders/updated']);
  },
};
/** What ends an order comes seldom, so that much happens before it. */
const SELDOM = ['voided', 'everything refunded', 'cancelled'];
const NAMES = Object.keys(EVENTS).flatMap((name) => (SELDOM.includes(name) ? [name] : [name, name, name, name]));

/** Lets one thing happen to an order. Answers what happened, or null where the platform refused it. */
export function letAnything(platform: Platform, scenario: OrderScenario, dice: Dice): string | null {
  const name = dice.pick(NAMES);
  const before = scenario.order.refunds.length;
  try {
    EVENTS[name]?.(platform, scenario, dice);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
  const made = scenario.order.refunds.slice(before);
  for (const refund of made) if (dice.chance(0.1)) scenario.transactionStates.set(refund.id, 'pending');
  note(scenario, name);
  return name;
}
