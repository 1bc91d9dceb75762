import { waitFor } from '@testing-library/dom';
import { expect, expectTypeOf, test } from 'vitest';
import type { RemindersDto } from '#app/features/orders/reminders/remind.contract.ts';
import { find, readPage, setUpTarget } from './harness.ts';

const action = setUpTarget('admin.order-index.selection-action.render');
const named = (orderId: string, name: string) => ({ orderId, vendor: { id: '1', name } });

test('the vendors of chosen orders are reminded, and who was not is named', async () => {
  action.choose(['gid://shopify/Order/1', 'gid://shopify/Order/2']);
  const body: RemindersDto = {
    reminded: [named('1', 'North')],
    skipped: [{ ...named('2', 'South'), reason: 'nothing_to_ship' }],
  };
  await action.draw(() => ({ body }));
  expect(readPage()).toContain('Remind the vendors of 2 orders to ship?');
  find('s-button', 'Send reminder').click();
  await waitFor(() => expect(readPage()).toContain('1 vendor was reminded.'));
  expect(readPage()).toContain('South has nothing left to ship.');
  expect(action.sent).toMatchObject([{ body: { orders: [{ orderId: '1' }, { orderId: '2' }] } }]);
});

test('more orders than the API takes are refused before anything is sent', async () => {
  action.choose(Array.from({ length: 51 }, (_, index) => `gid://shopify/Order/${index + 1}`));
  await action.draw(() => undefined);
  expect(readPage()).toContain('Choose at most 50 orders.');
  expect(document.body.querySelector('[slot="primary-action"]')).toBeNull();
});

test('a failure is said, and the same key repeats the call', async () => {
  await action.draw(() => undefined);
  find('s-button', 'Send reminder').click();
  await waitFor(() => expect(readPage()).toContain('Souk could not be reached.'));
  find('s-button', 'Send reminder').click();
  await waitFor(() => expect(action.sent).toHaveLength(2));
  const [first, second] = action.sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toBe(second);
  expectTypeOf<RemindersDto['skipped'][number]['reason']>().toExtend<string>();
});
