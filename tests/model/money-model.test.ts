import { expect, test } from 'vitest';
import { LedgerModel } from './ledger-model.ts';
import { chooseRule, settle, split } from './money-model.ts';
import type { Line, Order, Terms } from './platform-order.ts';

const terms: Terms = {
  commissioned: { discount: 0n, tax: 1n, shipping: 0n },
  inPayout: { discount: 0n, tax: 0n, shipping: 1n },
  standard: [{ min: 0n, percent: 100_000n, flat: 100n }],
  ofVendor: {},
  aliases: {},
};
const line: Line = {
  id: 'one',
  vendor: 'Ada',
  price: 12_000n,
  quantity: 1n,
  kept: 1n,
  discounts: [{ amount: 1200n }],
  taxes: [{ amount: 1800n, rate: 200_000n, isChannelLiable: false }],
  isGiftCard: false,
  needsShipping: true,
  fields: {},
};
const order: Order = {
  lines: [line],
  taxesIncluded: true,
  discount: 1200n,
  shippingDiscount: 0n,
  shipping: 500n,
  shippingTaxes: [],
  refunds: [],
  extras: 0n,
  cashRounding: 0n,
  received: 11_300n,
  isPaid: true,
  isCancelled: false,
};
const sumOf = (model: LedgerModel) => model.balances('1').reduce((sum, { amount }) => sum + amount, 0n);
const payableOf = (model: LedgerModel) => model.standing('1', 'ada');

test('the example of behaviour 13 gives the vendor 92 and the marketplace 21', () => {
  const model = new LedgerModel();
  model.say('1', order, terms);
  expect(model.parts('1').get('ada')).toMatchObject({ commission: 1300n, payout: 9200n, taxKept: 1800n });
  expect(payableOf(model)).toEqual({ due: 9200n, overpaid: 0n, paid: 0n, isPosted: true });
  expect(sumOf(model)).toBe(0n);
});

test('the discount of 50 on 100 and 150 is 20 and 30 (behaviour 11)', () => {
  expect(split(5000n, [10_000n, 15_000n])).toEqual([2000n, 3000n]);
  expect(split(2n, [0n, 0n, 0n])).toEqual([1n, 1n, 0n]);
});

test('a discount is borne by whom it was decided for, whatever the flag, and the base stays (M39)', () => {
  const part = (decided?: { vendorShare: bigint; vendors?: string[] }) => {
    const shared = { ...line, discounts: [{ amount: 1200n, ...(decided ? { decided } : {}) }] };
    const rules = new Map([['one', terms.standard[0]]]);
    return settle({ ...order, lines: [shared] }, { lines: [shared], terms, rules }, new Map()).get('ada')!;
  };
  const [byFlag, whole, half] = [part(), part({ vendorShare: 1_000_000n }), part({ vendorShare: 500_000n })];
  expect([byFlag.discountShare, whole.discountShare, half.discountShare]).toEqual([1000n, 0n, 500n]);
  expect([byFlag.payout, whole.payout, half.payout]).toEqual([9200n, 8200n, 8700n]);
  expect(new Set([byFlag, whole, half].map(({ commission }) => commission))).toEqual(new Set([1300n]));
  expect(part({ vendorShare: 1_000_000n, vendors: ['bea'] })).toEqual(byFlag);
});

test('what is left of a shared discount follows the line, and the last unit takes all of it (M39, M50)', () => {
  const two = { ...line, price: 6000n, quantity: 2n, kept: 2n };
  const shared = { ...two, discounts: [{ amount: 1200n, decided: { vendorShare: 333_333n } }] };
  const sale = { lines: [shared], terms, rules: new Map([['one', terms.standard[0]]]) };
  const back = { shipping: 0n, shippingTax: 0n, paidBack: 0n };
  const one = { ...back, lines: [{ id: 'one', quantity: 1n, subtotal: 5401n, tax: 900n }] };
  const half = settle({ ...order, lines: [shared], refunds: [one] }, sale, new Map()).get('ada')!;
  // Of 6.01 left 1.00 is tax; a third of the other 5.01 is the vendor's.
  expect([half.discount, half.discountShare]).toEqual([601n, 501n - 167n]);
  const rest = { ...back, lines: [{ id: 'one', quantity: 1n, subtotal: 5399n, tax: 900n }] };
  const none = settle({ ...order, lines: [shared], refunds: [one, rest] }, sale, new Map()).get('ada')!;
  expect([none.discount, none.discountShare, none.payout]).toEqual([0n, 0n, 500n]);
});

test('one of three units at 2.00 comes back and a flat of 5 becomes 4 (M33)', () => {
  const three = { ...line, price: 200n, quantity: 3n, kept: 3n, discounts: [], taxes: [] };
  const rules = new Map([['one', { min: 0n, percent: 0n, flat: 500n }]]);
  const back = { lines: [{ id: 'one', quantity: 1n, subtotal: 200n, tax: 0n }], shipping: 0n, shippingTax: 0n };
  const after = { ...order, lines: [three], discount: 0n, refunds: [{ ...back, paidBack: 200n }] };
  expect(settle(after, { lines: [three], terms, rules }, new Map()).get('ada')?.commission).toBe(400n);
});

test('a price at the next tier belongs to it, and a matching constraint goes first (M30, M35)', () => {
  const low = { min: 0n, percent: 1n, flat: 0n };
  const high = { min: 12_000n, percent: 2n, flat: 0n };
  const special = { min: 0n, max: 99_999n, percent: 3n, flat: 0n, constraint: { key: 'kind', value: 'art' } };
  const lists = { ...terms, standard: [low, high, special] };
  expect(chooseRule(line, lists)).toBe(high);
  expect(chooseRule({ ...line, fields: { kind: ['art', 'old'] } }, lists)).toBe(special);
  expect(chooseRule(line, { ...lists, ofVendor: { ada: [{ ...low, max: 5n }] } })).toBeUndefined();
});

test('an order refunded after its payout is overpaid, joins the next payout, and is refused alone', () => {
  const model = new LedgerModel();
  model.say('1', order, terms);
  expect(model.pay('p', 'ada', 'bank', 'paid', ['1'])).toBe(9200n);
  model.say('1', { ...order, isCancelled: true }, terms);
  expect(payableOf(model)).toEqual({ due: 0n, overpaid: 9200n, paid: 9200n, isPosted: true });
  expect(model.pay('q', 'ada', 'bank', 'paid', ['1'])).toBeNull();
  expect(sumOf(model)).toBe(0n);
  model.turn('p', 'deleted');
  expect(payableOf(model)).toEqual({ due: 0n, overpaid: 0n, paid: 0n, isPosted: true });
});

test('a chargeback is borne in part, a correction is netted after a payout, and undoing them returns to where it was', () => {
  const model = new LedgerModel();
  model.say('1', order, terms);
  const before = model.balances('1');
  model.pay('p', 'ada', 'bank', 'paid', ['1']);
  model.adjust('1', 'a', { kind: 'chargeback', vendor: 'ada', amount: 5000n, borne: 2000n });
  model.adjust('1', 'b', { kind: 'correction', vendor: 'ada', amount: 500n });
  expect(payableOf(model)).toEqual({ due: 0n, overpaid: 1500n, paid: 9200n, isPosted: true });
  expect([model.adjusted('1', 'ada'), model.room('1').chargeable]).toEqual([-1500n, 6300n]);
  expect(sumOf(model)).toBe(0n);
  model.undo('1', 'a');
  model.undo('1', 'b');
  model.turn('p', 'deleted');
  expect(model.balances('1')).toEqual(before);
});

test('a label is netted by the payout, outlives refunds and edits, and a void returns to where it was', () => {
  const model = new LedgerModel();
  model.say('1', order, terms);
  const before = model.balances('1');
  model.adjust('1', 'a', { kind: 'label', vendor: 'ada', amount: 990n });
  model.adjust('1', 'b', { kind: 'label', vendor: 'ada', amount: 10n });
  expect([payableOf(model).due, model.adjusted('1', 'ada'), sumOf(model)]).toEqual([8200n, -1000n, 0n]);
  expect(model.pay('p', 'ada', 'bank', 'paid', ['1'])).toBe(8200n);
  model.say('1', { ...order, isCancelled: true }, terms);
  expect(payableOf(model)).toEqual({ due: 0n, overpaid: 9200n, paid: 8200n, isPosted: true });
  model.undo('1', 'a');
  expect([payableOf(model).overpaid, sumOf(model)]).toEqual([8210n, 0n]);
  model.undo('1', 'b');
  model.turn('p', 'deleted');
  model.say('1', order, terms);
  expect(model.balances('1')).toEqual(before);
});

test('assigned goodwill takes from its vendor as far as there is of it (M54)', () => {
  const model = new LedgerModel();
  const refund = { lines: [], shipping: 0n, shippingTax: 0n, paidBack: 300n };
  model.say('1', { ...order, refunds: [refund] }, terms);
  expect(model.room('1').goodwill).toBe(300n);
  model.adjust('1', 'a', { kind: 'goodwill', vendor: 'ada', amount: 300n });
  expect([payableOf(model).due, model.room('1').goodwill, sumOf(model)]).toEqual([8900n, 0n, 0n]);
  model.say('1', { ...order, refunds: [{ ...refund, paidBack: 100n }] }, terms);
  expect(payableOf(model).due).toBe(9100n);
});

test('a gesture that a vendor bears is consumed by what later refunds of its lines keep back, to the cent (M54)', () => {
  const lines = ['Ada', 'Bea'].map((vendor, at) => ({
    ...line,
    id: vendor,
    vendor,
    price: at === 0 ? 1000n : 2000n,
    discounts: [],
    taxes: [],
  }));
  const sold = { ...order, lines, taxesIncluded: false, discount: 0n, shipping: 0n, received: 3000n };
  const gesture = { lines: [], shipping: 0n, shippingTax: 0n, paidBack: 240n, liableVendor: 'ada' };
  const endsAt = (paidBack: bigint, refundsOf: (all: object) => object[] = (all) => [gesture, all]) => {
    const model = new LedgerModel();
    const back = lines.map(({ id, price }) => ({ id, quantity: 1n, subtotal: price, tax: 0n }));
    const refunds = refundsOf({ lines: back, shipping: 0n, shippingTax: 0n, paidBack }) as Order['refunds'];
    model.say('1', { ...sold, refunds }, terms);
    expect(sumOf(model)).toBe(0n);
    return ['ada', 'bea'].map((vendor) => {
      const { due, overpaid } = model.standing('1', vendor);
      return due - overpaid;
    });
  };
  expect([endsAt(2760n), endsAt(2759n), endsAt(2800n)]).toEqual([
    [0n, 0n],
    [0n, 0n],
    [-40n, 0n],
  ]);
  // One that came first consumes nothing.
  expect(endsAt(2760n, (all) => [all, gesture])).toEqual([-240n, 0n]);
});

test('a part that was taken back is payable again, of the oldest order first, and with the rest of it the whole is', () => {
  const model = new LedgerModel();
  model.say('1', order, terms);
  model.say('2', order, terms);
  expect(model.pay('p', 'ada', 'stripe', 'paid', ['1', '2'])).toBe(18_400n);
  const dueOf = () => ['1', '2'].map((id) => model.standing(id, 'ada').due);
  model.takeBack('p', 1000n, ['1', '2']);
  model.takeBack('p', 1000n, ['1', '2']);
  expect(dueOf()).toEqual([1000n, 0n]);
  model.takeBack('p', 9300n, ['1', '2']);
  expect(dueOf()).toEqual([9200n, 100n]);
  expect(model.pay('q', 'ada', 'bank', 'paid', ['1', '2'])).toBe(9300n);
  model.turn('p', 'reversed');
  expect(dueOf()).toEqual([0n, 9100n]);
  expect(sumOf(model)).toBe(0n);
});

test('what is under way is neither due nor in another payout; it is payable again when it failed, not while it is unclaimed', () => {
  const model = new LedgerModel();
  model.say('1', order, terms);
  expect(model.pay('p', 'ada', 'stripe', 'processing', ['1'])).toBe(9200n);
  expect(payableOf(model)).toEqual({ due: 0n, overpaid: 0n, paid: 9200n, isPosted: true });
  model.adjust('1', 'a', { kind: 'correction', vendor: 'ada', amount: -500n });
  for (const state of ['unknown', 'unclaimed'] as const) {
    model.turn('p', state);
    expect(payableOf(model)).toMatchObject({ due: 0n, overpaid: 500n, paid: 9200n });
    expect(model.prepare('ada', ['1']).size).toBe(0);
  }
  model.turn('p', 'paid');
  expect([...model.prepare('ada', [])]).toEqual([['1', -500n]]);
  for (const state of ['failed', 'reversed'] as const) {
    model.turn('p', state);
    expect(payableOf(model)).toMatchObject({ due: 8700n, overpaid: 0n, paid: 0n });
    expect(sumOf(model)).toBe(0n);
  }
});

const plain = (vendor: string, price: bigint, needsShipping = true): Line => ({
  ...line,
  id: vendor,
  vendor,
  price,
  needsShipping,
  discounts: [],
  taxes: [],
});

test('who was quoted for lines that need no shipping has what was quoted, and who was not quoted nothing (M07)', () => {
  const lines = [plain('Ada', 1000n), plain('Bea', 2000n, false), plain('Cy', 500n)];
  const quotes = { ada: 310n, bea: 190n };
  const model = new LedgerModel();
  model.say('1', { ...order, lines, quotes, discount: 0n, received: 4000n }, terms);
  const shipping = ['ada', 'bea', 'cy'].map((vendor) => model.parts('1').get(vendor)?.shipping);
  expect(shipping).toEqual([310n, 190n, 0n]);
});

test('shipping tax that came back whole leaves nothing, ours and the channel’s, whomever the refunds name (M51)', () => {
  const tax = { amount: 1n, rate: 10_000n };
  const shippingTaxes = [
    { ...tax, isChannelLiable: false },
    { ...tax, isChannelLiable: true },
  ];
  const back = { lines: [], shipping: 0n, shippingTax: 1n, paidBack: 1n };
  const sold = { ...order, lines: [plain('Ada', 1000n)], taxesIncluded: false, discount: 0n, shippingTaxes };
  const model = new LedgerModel();
  const taxesOf = (refunds: Order['refunds']) => {
    model.say('1', { ...sold, received: 1502n, refunds }, terms);
    const { tax: ours, channelTax } = model.parts('1').get('ada')!;
    return [ours, channelTax];
  };
  expect(taxesOf([])).toEqual([1n, 1n]);
  expect(taxesOf([back])).toEqual([0n, 1n]);
  expect(taxesOf([back, { ...back, liableVendor: 'ada' }])).toEqual([0n, 0n]);
});

test('a refund that names a vendor without a part is nobody’s, and an order that went back whole leaves no entries (M54)', () => {
  const none = { lines: [], shipping: 0n, shippingTax: 0n };
  const gesture = { ...none, paidBack: 240n, liableVendor: 'cy' };
  const rest = { ...none, lines: [{ id: 'Ada', quantity: 1n, subtotal: 1000n, tax: 0n }], paidBack: 760n };
  const sold = { ...order, lines: [plain('Ada', 1000n)], taxesIncluded: false, discount: 0n, shipping: 0n };
  const model = new LedgerModel();
  model.say('1', { ...sold, received: 1000n, refunds: [gesture, rest] }, terms);
  expect(model.balances('1').filter(({ amount }) => amount !== 0n)).toEqual([]);
});

test('the accounts of one vendor order sum to zero by themselves, with the goodwill that it bears', () => {
  const refund = { lines: [], shipping: 0n, shippingTax: 0n, paidBack: 300n };
  const model = new LedgerModel();
  model.say('1', { ...order, refunds: [refund] }, terms);
  model.adjust('1', 'a', { kind: 'goodwill', vendor: 'ada', amount: 200n });
  const own = model.balances('1').filter(({ vendor }) => vendor === 'ada');
  expect(own.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  expect(own).toContainEqual({ account: 'receipts', vendor: 'ada', amount: -11_300n });
  expect(own).toContainEqual({ account: 'goodwill', vendor: 'ada', amount: 200n });
});
