import { describe, expect, it } from 'vitest';
import { buildOrder, buildTerms } from '#tests/factories/platform-orders.ts';
import { readOrder } from '#tests/factories/settled-orders.ts';
import { NO_DECISIONS, settleOrder } from './finance.ts';
import { learnOrder, type KnownOrder } from './order.ts';
import { recordOrder } from './split.ts';
import { learnSale, parseSold } from './sold.ts';

const shipping = [{ price: '9.00' }];
const sale = readOrder(buildOrder({ lines: [{ price: '20.00', vendor: 'north' }], shipping }));
/** One unit more and a line of another vendor. */
const edited = readOrder({
  ...buildOrder({
    lines: [
      { price: '20.00', quantity: 2, vendor: 'north' },
      { price: '50.00', vendor: 'south' },
    ],
    shipping,
  }),
  updated_at: '2026-03-02T10:00:00Z',
});
const SOLD = new Map([['1000', 1]]);
const terms = buildTerms({ vendorNames: { north: '1', south: '2' } });

const learn = (...versions: (typeof sale)[]): KnownOrder => {
  const known = versions.reduce<KnownOrder | null>(learnOrder, null);
  if (!known) throw new Error('it was learnt');
  return known;
};
const partsOf = (known: KnownOrder) =>
  settleOrder(known, recordOrder(known, terms), NO_DECISIONS).vendorOrders.map(({ vendorId, shippingMinor }) => [
    vendorId,
    shippingMinor,
  ]);

describe('an order of which only versions after an edit came', () => {
  it('M12, M56 is split as at its sale once the store was asked what was ordered', () => {
    const known = learnSale(learn(edited), SOLD);
    expect(partsOf(known)).toEqual(partsOf(learn(sale, edited)));
    expect(partsOf(known)).toContainEqual(['1', 900n]);
    expect(partsOf(learn(edited))).not.toEqual(partsOf(known));
  });

  it('ends the same when the sale comes after all, before or after the asking', () => {
    const late = learnOrder(learnSale(learn(edited), SOLD), sale);
    const asked = learnSale(learn(edited, sale), SOLD);
    expect(partsOf(late)).toEqual(partsOf(learn(sale, edited)));
    expect(asked.sale).toEqual(sale);
    expect(learnSale(late, SOLD)).toEqual(late);
  });

  it('stays as it is known where the store does not tell of every line', () => {
    const known = learn(edited);
    expect(learnSale(known, new Map([['7', 1]]))).toBe(known);
  });

  it('reads units by line out of what was asked, and nothing out of a webhook', () => {
    expect(parseSold({ sold_units: [{ line_id: '1000', quantity: 1 }] })).toEqual(SOLD);
    for (const payload of [{}, { sold_units: [] }, { sold_units: [{ line_id: 1, quantity: -1 }] }, null])
      expect(parseSold(payload)).toBeUndefined();
  });
});
