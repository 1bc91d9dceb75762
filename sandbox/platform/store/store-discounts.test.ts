import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '#sandbox/core/kernel.ts';
import { buildBareShop, type BareShop } from '#sandbox/testing-shop.ts';
import { createCollection } from './collections.ts';
import { placeOrder } from './orders.ts';
import { createProduct } from './products.ts';
import {
  createStoreDiscount,
  endStoreDiscount,
  findByCode,
  MAX_AUTOMATIC,
  type StoreDiscountInput,
} from './store-discounts.ts';

let bare: BareShop;
let north: number;

beforeEach(() => {
  bare = buildBareShop('discounts.myshopify.com');
  for (const [sku, vendor] of [
    ['cup', 'North'],
    ['hat', 'South'],
  ] as const)
    createProduct(bare.sandbox, bare.shop, {
      title: sku,
      vendor,
      variants: [{ optionValues: ['Default Title'], sku, priceMinor: 1_000 }],
    });
  const source = { title: 'Souk', description: null, vendors: ['North'] };
  north = createCollection(bare.sandbox, bare.shop, { title: 'North', addSources: [source] }).id;
});

const make = (o: Partial<StoreDiscountInput>) =>
  createStoreDiscount(bare.sandbox, bare.shop, {
    title: 'Ten',
    code: null,
    value: { kind: 'percentage', share: 0.1 },
    collectionIds: null,
    minimum: null,
    startsAt: bare.sandbox.clock.iso(),
    endsAt: null,
    usageLimit: null,
    oncePerCustomer: false,
    tags: [],
    ...o,
  });
const buy = (codes: string[] = [], cups = 1) =>
  placeOrder(bare.sandbox, bare.shop, {
    email: 'ada@buyers.test',
    lines: [
      { sku: 'cup', quantity: cups },
      { sku: 'hat', quantity: 1 },
    ],
    discountCodes: codes,
  });
const offOf = (order: ReturnType<typeof buy>) =>
  order.lines.map((line) => line.discountAllocations.map(({ amountMinor }) => amountMinor));
const codeOf = (act: () => unknown): string | null | undefined => {
  try {
    act();
  } catch (error) {
    return error instanceof Refusal ? error.code : undefined;
  }
  return undefined;
};

describe('discounts at the checkout', () => {
  it('take off the products of their collections, and a fixed amount once for each order', () => {
    make({ code: 'NORTH', collectionIds: [north], value: { kind: 'fixed', amountMinor: 300 } });
    expect(offOf(buy(['north'], 2))).toEqual([[300], []]);
    expect(findByCode(bare.shop, 'North')?.usedCount).toBe(1);
  });

  it('do not combine: each line gets the one that takes most off it', () => {
    make({ title: 'All', value: { kind: 'percentage', share: 0.05 } });
    make({ code: 'NORTH', collectionIds: [north] });
    const order = buy(['NORTH']);
    expect(offOf(order)).toEqual([[100], [50]]);
    expect(order.discountApplications.map(({ type, title }) => `${type} ${title}`)).toEqual([
      'discount_code NORTH',
      'automatic All',
    ]);
  });

  it('are refused for an unknown code, and for one that has ended', () => {
    const ended = make({ code: 'OVER' });
    endStoreDiscount(bare.sandbox, bare.shop, ended);
    expect([codeOf(() => buy(['OVER'])), codeOf(() => buy(['NEVER']))]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });
});

describe('discounts of a store', () => {
  it('have one code each, whatever its case', () => {
    make({ code: 'Once' });
    expect(codeOf(() => make({ code: 'ONCE' }))).toBe('TAKEN');
  });

  it('are at most 25 automatic ones at once', () => {
    const all = Array.from({ length: MAX_AUTOMATIC }, (_, at) => make({ title: `Days ${at}` }));
    expect(codeOf(() => make({ title: 'One more' }))).toBe('ACTIVE_PERIOD_OVERLAP');
    for (const one of all.slice(0, 1)) endStoreDiscount(bare.sandbox, bare.shop, one);
    expect(codeOf(() => make({ title: 'One more' }))).toBeUndefined();
  });
});
