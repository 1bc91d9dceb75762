import { expect, test } from 'vitest';
import { readSelection, withShipped } from './selection.ts';

test.each([
  ['', true],
  ['vendors=1', true],
  ['vendors=1&shipped=all', false],
  ['orders=4,5', false],
  ['shipped=all', false],
  ['vendors=1&shipped=only', true],
])('of the selection "%s" only shipped orders are paid: %s', (query, onlyShipped) => {
  expect(readSelection(new URLSearchParams(query)).onlyShipped).toBe(onlyShipped);
});

test('whether unshipped orders are left out stands in the address', () => {
  const params = withShipped(new URLSearchParams('without=3'), false);
  expect(params.toString()).toBe('without=3&shipped=all');
  expect(readSelection(withShipped(params, true)).onlyShipped).toBe(true);
});
