import { expect, test } from 'vitest';
import { viewAddress } from './list-address.ts';

test.each([
  ['', ''],
  ['?view=ship&q=jonas', 'q=jonas&view=ship'],
  ['seller=B%C3%A4r+%26+Co&page=4&cursor=abc&at=x&vendor=Acting', 'seller=B%C3%A4r+%26+Co'],
  ['id_token=secret&hmac=h&shop=s&period=week', 'period=week'],
  ['q=&sort=date-&sort=date', 'sort=date'],
])('a view keeps of %s the filters: %s', (query, kept) => {
  expect(viewAddress(query)).toBe(kept);
});

test('a view of a view is the same', () => {
  const once = viewAddress('view=due&from=2026-11-01&q=a%26b');
  expect(viewAddress(once)).toBe(once);
});
