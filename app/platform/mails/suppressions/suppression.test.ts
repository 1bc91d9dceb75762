import { expect, it } from 'vitest';
import { formatDetail, heldBackReason, MAX_DETAIL } from './suppression.ts';

it('detail: one line of at most its limit', () => {
  expect(formatDetail(' 550 5.1.1\r\n No such  user ')).toBe('550 5.1.1 No such user');
  expect(formatDetail('x'.repeat(10_000))).toHaveLength(MAX_DETAIL);
});

it('reason: of mails that were held back only', () => {
  expect(heldBackReason({ state: 'suppressed', error: 'opted_out' })).toBe('opted_out');
  expect(heldBackReason({ state: 'suppressed', error: 'no key of ours' })).toBeNull();
  expect(heldBackReason({ state: 'failed', error: 'bounce' })).toBeNull();
});
