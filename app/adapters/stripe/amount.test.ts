import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import { fromStripeAmount, toStripeAmount } from './amount.ts';

describe('an amount as Stripe counts it', () => {
  it('is the minor unit, and hundredths for krónur and shillings', () => {
    expect(toStripeAmount(1234n, asCurrency('EUR'))).toBe(1234);
    expect(toStripeAmount(1234n, asCurrency('JPY'))).toBe(1234);
    expect(toStripeAmount(12_340n, asCurrency('KWD'))).toBe(12_340);
    expect(toStripeAmount(1234n, asCurrency('ISK'))).toBe(123_400);
    expect(toStripeAmount(1234n, asCurrency('UGX'))).toBe(123_400);
  });

  it('comes back as it went', () => {
    for (const code of ['USD', 'JPY', 'BHD', 'ISK', 'UGX']) {
      const currency = asCurrency(code);
      expect(fromStripeAmount(toStripeAmount(98_765n, currency), code.toLowerCase())).toEqual({
        amountMinor: 98_765n,
        currency,
      });
    }
  });
});
