import { expect, it } from 'vitest';
import { formatDetail, toUnsentReason, MAX_DETAIL } from './suppression.ts';

it('detail: one line of at most its limit', () => {
  expect(formatDetail(' 550 5.1.1\r\n No such  user ')).toBe('550 5.1.1 No such user');
  expect(formatDetail('x'.repeat(10_000))).toHaveLength(MAX_DETAIL);
});

it('reason: of mails that were held back only', () => {
  expect(toUnsentReason({ state: 'suppressed', error: 'opted_out' })).toBe('opted_out');
  expect(toUnsentReason({ state: 'suppressed', error: 'no key of ours' })).toBeNull();
  expect(toUnsentReason({ state: 'failed', error: 'bounce' })).toBeNull();
});
