import { waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import type { OrderAnswer } from '../src/order.ts';
import { fill, find, readPage, setUpTarget, type Program } from './harness.ts';

const euro = (amount: string) => ({ amount, currency: 'EUR' });
const ORDER: OrderAnswer = {
  order: { id: '1', name: '#1001', currency: 'EUR', allowedActions: ['adjust', 'override_commission'] },
  adminOrders: ['North', 'South'].map((name, index) => ({
    vendor: { id: String(index + 7), name },
    fulfillment: index === 0 ? 'unfulfilled' : 'fulfilled',
    payout: 'due',
    held: null,
    onHold: null,
    lines: [],
    returns: [],
    timeline: [],
    money: { earnings: null, commission: null, due: null },
  })),
};
const PATHS: Record<string, unknown> = {
  '/api/orders/1': ORDER,
  '/api/orders/1/adjustments': { goodwill: euro('12.00'), token: 'seen' },
};
const known =
  (more: Record<string, { status?: number; body: unknown }> = {}): Program =>
  ({ method, path }) =>
    more[`${method} ${path}`] ?? { body: PATHS[path] };

const action = setUpTarget('admin.order-details.action.render');
const lastSent = () => action.sent.findLast(({ method }) => method !== 'GET');

describe('the action of an order', () => {
  test('reminds the vendors that have something to ship, and no other', async () => {
    const body = { reminded: [{}], skipped: [] };
    await action.draw(known({ 'POST /api/orders/remind': { body } }));
    await waitFor(() => expect(readPage()).toContain('Remind a vendor to ship'));
    expect([...document.body.querySelectorAll('s-option')].map((one) => one.textContent)).toEqual([
      'Remind a vendor to ship',
      'Let a vendor bear part of a refund',
      'Change the commission of this order',
      'North',
    ]);
    find('s-button', 'Send reminder').click();
    await waitFor(() => expect(readPage()).toContain('North was reminded.'));
    expect(lastSent()).toMatchObject({ path: '/api/orders/remind', body: { orders: [{ orderId: '1', vendor: '7' }] } });
    expect(lastSent()?.headers.get('idempotency-key')).toMatch(/^block-/);
  });

  test('says why a vendor was not reminded', async () => {
    const body = { reminded: [], skipped: [{ reason: 'reminded_today' }] };
    await action.draw(known({ 'POST /api/orders/remind': { body } }));
    await waitFor(() => find('s-button', 'Send reminder').click());
    await waitFor(() => expect(readPage()).toContain('North was reminded today already.'));
  });

  test('assigns goodwill by the state that was seen, and names the fields of a refusal', async () => {
    const refusal = { code: 'invalid_input', message: '', issues: [{ path: 'note', message: 'too short' }] };
    const path = 'POST /api/orders/1/adjustments';
    await action.draw(known({ [path]: { status: 422, body: refusal } }));
    await waitFor(() => fill('What do you want to do?', 'goodwill'));
    await waitFor(() => expect(readPage()).toContain('€12.00 was refunded beyond the items'));
    fill('Vendor', '8');
    fill('Amount (EUR)', '5.00');
    find('s-button', 'Assign to the vendor').click();
    await waitFor(() => expect(readPage()).toContain('Check the fields below.'));
    expect(document.body.querySelector('s-text-area')?.getAttribute('error')).toBe(
      'Enter between 10 and 500 characters.',
    );
    fill('Reason', 'Agreed with the vendor');
    action.answer(known({ [path]: { status: 201, body: {} } }));
    find('s-button', 'Assign to the vendor').click();
    await waitFor(() => expect(readPage()).toContain('South bears it now.'));
    expect(lastSent()?.body).toEqual({
      kind: 'goodwill',
      vendor: 'South',
      amount: '5.00',
      note: 'Agreed with the vendor',
      token: 'seen',
    });
  });

  test('shows what a commission leads to before it is saved', async () => {
    const preview = { commission: euro('5.00'), payout: euro('45.00'), overpaid: euro('2.00') };
    await action.draw(known({ 'PUT /api/orders/commission': { body: preview } }));
    await waitFor(() => fill('What do you want to do?', 'commission'));
    await waitFor(() => fill('Percentage', '10'));
    find('s-button', 'Preview').click();
    await waitFor(() =>
      expect(readPage()).toContain(
        'Commission €5.00, the vendor earns €45.00. €2.00 was paid out too much; the next payout makes up for it.',
      ),
    );
    expect(lastSent()?.body).toMatchObject({
      vendor: 'North',
      orderId: '1',
      percentage: '10',
      flat: null,
      preview: true,
    });
    find('s-button', 'Save').click();
    await waitFor(() => expect(readPage()).toContain('The commission of North was changed.'));
    expect(lastSent()?.body).toMatchObject({ preview: false });
  });

  test('offers nothing where nothing can be done, and closes', async () => {
    await action.draw(() => ({ status: 404, body: { code: 'not_found', message: '' } }));
    await waitFor(() => expect(readPage()).toContain('There is nothing to do with this order here.'));
    find('s-button', 'Close').click();
    expect(action.closings()).toBe(1);
  });

  test('says that the viewer may not', async () => {
    await action.draw(
      known({ 'POST /api/orders/remind': { status: 403, body: { code: 'missing_permission', message: '' } } }),
    );
    await waitFor(() => find('s-button', 'Send reminder').click());
    await waitFor(() => expect(readPage()).toContain('You do not have permission for this.'));
  });
});
