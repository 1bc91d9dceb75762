import { describe, expect, it } from 'vitest';
import { PAYOUT_REASONS } from '#app/core/payout-reason.ts';
import { PROVIDER_REASONS } from '#app/core/provider-problem.ts';
import {
  isOfAnother,
  buildItemId,
  parseItemOutcome,
  parseProblemOutcome,
  parseTransferOutcome,
  buildMarks,
  readItemId,
  readLinesKey,
  readReference,
  buildReference,
} from './provider-payout.ts';

const RUN = '5f0c3d3e-6a52-4a4f-8d0e-0c7c5b1f9a11';

describe('what a payout is called at its provider', () => {
  it('is its own at Stripe, and one for each currency of a call at PayPal', () => {
    const before = { id: 7n, runId: RUN, currency: 'USD', sendKey: null, batchKey: null };
    const stripe = buildReference({ ...before, method: 'stripe' });
    const paypal = buildReference({ ...before, method: 'paypal' });
    expect([stripe, paypal]).toEqual([`souk-${RUN}-7`, `souk-${RUN}-USD`]);
    expect([readReference(stripe), readReference(paypal)]).toEqual([{ runId: RUN }, { runId: RUN }]);
    expect(['order_95', '', null, undefined, `souk-${RUN}`, `xsouk-${RUN}-7`].map(readReference)).toEqual(
      Array(6).fill(undefined),
    );
  });

  it('is made of its lines, and says which they are', () => {
    const key = '0123456789abcdef0123456789abcdef';
    const named = { id: 7n, runId: RUN, currency: 'USD', sendKey: `${key}-2`, batchKey: `${key}-batch` };
    const stripe = buildReference({ ...named, method: 'stripe' });
    const paypal = buildReference({ ...named, method: 'paypal' });
    expect([stripe, paypal]).toEqual([`souk-${key}-2`, `souk-${key}-batch`]);
    expect([readReference(stripe), readReference(paypal)]).toEqual([{ key: `${key}-2` }, { key: `${key}-batch` }]);
    expect([readLinesKey(stripe), readLinesKey(`souk-${RUN}-7`), readLinesKey(null)]).toEqual([
      key,
      undefined,
      undefined,
    ]);
    expect(readItemId(buildItemId(named, 123456789012345678n), 123456789012345678n)).toBe(`${key}-2`);
    expect(buildItemId({ ...named, sendKey: `${key}-999999` }, 123456789012345678n).length).toBeLessThanOrEqual(63);
  });
});

describe('the outcome of a provider’s report', () => {
  it('of a transfer: it arrived, unless all of it was taken back', () => {
    const of = (reversedMinor: bigint) => parseTransferOutcome({ amountMinor: 10n, reversedMinor })?.event;
    expect([of(0n), of(9n), of(10n)]).toEqual(['succeed', 'succeed', 'reverse']);
  });

  it('of an item: its own word, but for a failure in a batch that was denied and not for the receiver’s sake', () => {
    type Item = NonNullable<Parameters<typeof parseItemOutcome>[1]>;
    const of = (batch: string, state?: Item['state'], problem = '') =>
      parseItemOutcome(batch, state && { state, problem })?.reason ?? null;
    expect(of('PROCESSING', 'PENDING')).toBeNull();
    expect(of('SUCCESS', 'UNCLAIMED')).toBe('unclaimed');
    expect(of('DENIED', 'FAILED')).toBe('denied');
    expect(of('DENIED', 'FAILED', 'INTERNAL_ERROR')).toBe('denied');
    expect(of('DENIED', 'FAILED', 'RECEIVER_ACCOUNT_LOCKED')).toBe('refused');
    expect(of('SUCCESS', 'FAILED', 'RECEIVER_ACCOUNT_LOCKED')).toBe('refused');
    expect(of('DENIED', 'PENDING')).toBe('denied');
    expect(of('DENIED')).toBe('denied');
    expect(of('SUCCESS')).toBe('not_sent');
    expect(of('PROCESSING')).toBeNull();
  });

  it('of a problem: only what is certain fails a payout', () => {
    const fails = (state: 'processing' | 'unknown') =>
      PROVIDER_REASONS.filter((reason) => parseProblemOutcome(reason, '', state)?.event === 'fail');
    expect(PROVIDER_REASONS.filter((reason) => !fails('processing').includes(reason))).toEqual([
      'duplicate',
      'busy',
      'lost',
    ]);
    // Once an answer was lost, a refusal of the key says nothing of what was sent before.
    expect(fails('unknown')).toEqual(['insufficient', 'account', 'country', 'missing', 'refused']);
    expect(fails('processing').every((reason) => PAYOUT_REASONS.some((one) => one === reason))).toBe(true);
  });
});

describe('whose a transfer or an item is', () => {
  it('stands in it, so that stores with one account see their own', () => {
    const marks = buildMarks({ id: 7n, vendorId: 3n }, 'demo.myshop.test');
    expect(marks).toEqual({ souk_payout: '7', souk_store: 'demo.myshop.test', souk_vendor: '3' });
    expect(isOfAnother(marks, 'demo.myshop.test')).toBe(false);
    expect(isOfAnother(marks, 'other.myshop.test')).toBe(true);
    expect(isOfAnother({}, 'other.myshop.test')).toBe(false);
  });

  it('is read back from the name of an item, also from one that names the payout alone', () => {
    expect(readItemId(buildItemId({ id: 42n, sendKey: null }, 3n), 3n)).toBe('42');
    expect(readItemId(buildItemId({ id: 42n, sendKey: null }, 3n), 4n)).toBeUndefined();
    expect(readItemId('42', 3n)).toBe('42');
    for (const text of ['', 'line-1', 'souk-3-', 'souk-x-4']) expect(readItemId(text, 3n)).toBeUndefined();
  });
});
