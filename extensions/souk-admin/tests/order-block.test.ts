import { waitFor } from '@testing-library/dom';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ShownOrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { OrderAnswer } from '../src/order.ts';
import { find, readPage, setUpTarget } from './harness.ts';

type Part = OrderAnswer['adminOrders'][number];

const euro = (amount: string) => ({ amount, currency: 'EUR' });
const line = (title: string, quantity: number, variantTitle = '') => ({
  title,
  variantTitle,
  quantity,
  remaining: quantity,
  left: quantity,
});
function buildPart(name: string, more: Partial<Part> = {}): Part {
  return {
    vendor: { id: `1${name.length}`, name },
    fulfillment: 'unfulfilled',
    payout: 'unpaid',
    held: null,
    onHold: null,
    lines: [line('Mug', 2, 'Blue')],
    returns: [],
    timeline: [],
    money: { earnings: euro('36.00'), commission: euro('-4.00'), due: euro('36.00') },
    ...more,
  };
}
const order = (...adminOrders: Part[]): OrderAnswer => ({
  order: { id: '1', name: '#1001', currency: 'EUR', allowedActions: [] },
  adminOrders,
});

const block = setUpTarget('admin.order-details.block.render');

test('what the block reads of an order is what the API answers', () => {
  expectTypeOf<ShownOrderDetailDto>().toExtend<OrderAnswer>();
});

describe('the block of an order', () => {
  test('shows that it loads, then every one of three vendors with items, progress and money', async () => {
    let reply = (_: OrderAnswer): void => undefined;
    const waiting = new Promise<OrderAnswer>((resolve) => (reply = resolve));
    await block.draw(async () => ({ body: await waiting }));
    expect(document.body.querySelector('s-spinner')?.getAttribute('accessibilityLabel')).toBe('Loading');
    reply(
      order(
        buildPart('North'),
        buildPart('Southern', {
          fulfillment: 'fulfilled',
          payout: 'paid',
          lines: [line('Bowl', 1), line('Plate', 3)],
          money: { earnings: euro('90.50'), commission: euro('-9.50'), due: euro('0.00') },
        }),
        buildPart('West Coast', { fulfillment: 'partially_fulfilled', payout: 'due' }),
      ),
    );
    await waitFor(() => expect(readPage()).toContain('North'));
    expect(document.body.querySelector('s-spinner')).toBeNull();
    expect([...document.body.querySelectorAll('s-section')].map((one) => one.textContent)).toEqual([
      'NorthTo ship2 × Mug (Blue)Earns €36.00, commission €4.00PendingExplain',
      'SouthernShipped1 × Bowl, 3 × PlateEarns €90.50, commission €9.50PaidExplain',
      'West CoastPartly shipped2 × Mug (Blue)Earns €36.00, commission €4.00DueExplain',
    ]);
    expect(block.sent).toMatchObject([{ method: 'GET', path: '/api/orders/1' }]);
    expect(block.sent[0]?.headers.get('x-souk-view')).toBe('marketplace');
  });

  test('leads to the explanation of a vendor, to the order in the app, and to what can be done', async () => {
    await block.draw(() => ({ body: order(buildPart('North')) }));
    await waitFor(() => expect(readPage()).toContain('North'));
    expect(find('s-link', 'Explain').getAttribute('href')).toBe('app:admin/orders/1?explain=15');
    expect(find('s-link', 'Open in Souk').getAttribute('href')).toBe('app:admin/orders/1');
    find('s-button', 'More actions').click();
    expect(block.navigated).toEqual(['extension:souk-order-action']);
  });

  test.each([
    ['on hold', { onHold: { reason: 'other' } }, 'On hold'],
    ['delivered', { fulfillment: 'fulfilled', timeline: [{ kind: 'labelDelivered' }] }, 'Delivered'],
    ['returned', { fulfillment: 'fulfilled', returns: [{ status: 'closed' }] }, 'Returned'],
    ['canceled', { fulfillment: 'cancelled' }, 'Canceled'],
  ] as [string, Partial<Part>, string][])('says that a part is %s', async (_name, more, words) => {
    await block.draw(() => ({ body: order(buildPart('North', more)) }));
    await waitFor(() => expect(find('s-badge', words)).toBeTruthy());
  });

  test('says that nobody sells anything, also of an order that the marketplace does not know', async () => {
    await block.draw(() => ({ status: 404, body: { code: 'not_found', message: 'Not found' } }));
    await waitFor(() => expect(readPage()).toBe('No vendor sells anything in this order.'));
  });

  test('says who may not look, and that it could not be reached, with the way to try again', async () => {
    await block.draw(() => ({ status: 403, body: { code: 'missing_permission', message: '' } }));
    await waitFor(() => expect(readPage()).toBe('You do not have permission for this.Try again'));
    block.answer(() => undefined);
    find('s-button', 'Try again').click();
    await waitFor(() => expect(readPage()).toBe('Souk could not be reached. Try again.Try again'));
    block.answer(() => ({ body: order(buildPart('North')) }));
    find('s-button', 'Try again').click();
    await waitFor(() => expect(readPage()).toContain('2 × Mug (Blue)'));
  });

  test('keeps money from whoever may not see it', async () => {
    const money = { earnings: null, commission: null, due: null };
    await block.draw(() => ({ body: order(buildPart('North', { money })) }));
    await waitFor(() => expect(readPage()).toContain('North'));
    expect(readPage()).not.toMatch(/Earns|Explain/);
  });

  test('speaks German where the admin does', async () => {
    block.speak('de');
    await block.draw(() => ({ body: order(buildPart('North')) }));
    await waitFor(() => expect(readPage()).toContain('Zu versenden'));
    expect(readPage()).toMatch(/Verdient 36,00 €, Provision 4,00 €/);
  });
});
