import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import { toPaypalValue } from './amount.ts';

describe('an amount as PayPal writes it', () => {
  it('has the places of its currency', () => {
    expect(toPaypalValue(1234n, asCurrency('USD'))).toBe('12.34');
    expect(toPaypalValue(1234n, asCurrency('JPY'))).toBe('1234');
  });

  it('is whole in forints and Taiwan dollars, or none', () => {
    expect(toPaypalValue(120_000n, asCurrency('HUF'))).toBe('1200');
    expect(toPaypalValue(120_050n, asCurrency('HUF'))).toBeNull();
    expect(toPaypalValue(100n, asCurrency('TWD'))).toBe('1');
  });
});
