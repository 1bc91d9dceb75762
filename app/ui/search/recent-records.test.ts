import { expect, test } from 'vitest';
import { listRecentRecords, rememberRecord } from './recent-records.ts';

test('records opened last: the newest first, each once, six at most, and no page that is no record', () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) rememberRecord(`/orders/${String(number)}`, `#${String(number)}`);
  rememberRecord('/orders/5', '#5');
  for (const path of ['/orders', '/orders/documents', '/products/new', '/settings/look', '/orders/5/refund'])
    rememberRecord(path, 'No record');
  expect(listRecentRecords().map(({ title }) => title)).toEqual(['#5', '#7', '#6', '#4', '#3', '#2']);
});
