import { expect, test } from 'vitest';
import { previewOwed } from './preview.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

test.each([
  [{ kind: 'correction', amount: '-7.5', borne: '' }, '28.50'],
  [{ kind: 'goodwill', amount: '3', borne: '' }, '33.00'],
  [{ kind: 'chargeback', amount: '40', borne: '' }, '-4.00'],
  [{ kind: 'chargeback', amount: '40', borne: '15' }, '21.00'],
  [{ kind: 'correction', amount: '', borne: '' }, undefined],
  [{ kind: 'correction', amount: '0', borne: '' }, undefined],
  [{ kind: 'correction', amount: '1.005', borne: '' }, undefined],
] as const)('what is owed before and after %o', (typed, after) => {
  const shown = previewOwed(usd('36.00'), typed);
  expect(shown?.after.amount).toBe(after);
});
