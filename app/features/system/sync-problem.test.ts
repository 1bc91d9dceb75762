import { describe, expect, it } from 'vitest';
import { groupProblems, findProblemOrder, classifySubject } from './sync-problem.ts';

describe('what a problem is about', () => {
  it.each([
    ['orders/updated', 'order'],
    ['refunds/create', 'refund'],
    ['fulfillment_orders/split', 'shipment'],
    ['returns/approve', 'return'],
    ['inventory_levels/update', 'product'],
    ['payouts.send', 'payout'],
    ['mails.send', 'email'],
    ['something/new', 'other'],
  ])('%s: is %s', (name, subject) => {
    expect(classifySubject(name)).toBe(subject);
  });

  it('an order: is the message’s own, or the one that its field names', () => {
    const facts = [
      { field: 'name', value: '#1290' },
      { field: 'id', value: '5' },
      { field: 'order_id', value: '7' },
    ];
    expect(findProblemOrder({ kind: 'delivery', name: 'orders/updated' }, facts)).toEqual({ id: '5', name: '#1290' });
    expect(findProblemOrder({ kind: 'delivery', name: 'refunds/create' }, facts)).toEqual({ id: '7', name: null });
    expect(findProblemOrder({ kind: 'job', name: 'orders.settle' }, [{ field: 'orderId', value: '9' }])).toEqual({
      id: '9',
      name: null,
    });
    expect(
      findProblemOrder({ kind: 'delivery', name: 'refunds/create' }, [{ field: 'order_id', value: 'x' }]).id,
    ).toBeNull();
  });
});

describe('problems by cause', () => {
  const letter = (id: string, over: object = {}) => ({
    id,
    subject: 'refund' as const,
    reason: 'unreadable' as const,
    order: { id: '7', name: '#1290' },
    at: '2026-11-27T10:00:00.000Z',
    ...over,
  });

  it('of one subject and one cause are one group, which names each order once', () => {
    const groups = groupProblems([letter('3'), letter('2'), letter('1', { order: { id: '8', name: '#1291' } })]);
    expect(groups).toMatchObject([
      {
        subject: 'refund',
        reason: 'unreadable',
        orders: [{ name: '#1290' }, { name: '#1291' }],
        letters: [{ id: '3' }, { id: '2' }, { id: '1' }],
      },
    ]);
  });

  it('of another cause or another subject are another group, the newest first', () => {
    const groups = groupProblems([
      letter('4', { reason: 'failed' }),
      letter('3'),
      letter('2', { subject: 'product', order: null }),
      letter('1', { reason: 'failed' }),
    ]);
    expect(groups.map(({ id, letters }) => [id, letters.map((one) => one.id)])).toEqual([
      ['refund-failed', ['4', '1']],
      ['refund-unreadable', ['3']],
      ['product-unreadable', ['2']],
    ]);
  });
});
