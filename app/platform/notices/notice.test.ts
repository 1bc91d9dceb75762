import { describe, expect, it } from 'vitest';
import { findOpenedSubject, pathOfNotice } from './notice.ts';

const opened = (address: string) => {
  const [path = '', search = ''] = address.split('?');
  return findOpenedSubject(path, new URLSearchParams(search));
};

describe('what a page is about', () => {
  it.each([
    ['/orders/12', { subject: 'order', id: 12n }],
    ['/orders/12/refund', { subject: 'order', id: 12n }],
    ['/products/7/review', { subject: 'product', id: 7n }],
    ['/applications?open=3', { subject: 'application', id: 3n }],
    ['/money/payouts/9', { subject: 'payout', id: 9n }],
    ['/money/payouts', { subject: 'run', id: null }],
    ['/payment-information', { subject: 'vendor', id: null }],
  ])('%s: the subject of its notices', (address, subject) => {
    expect(opened(address)).toEqual(subject);
  });

  it.each(['/', '/orders', '/orders/new', '/products/import', '/settings/look', '/orders/99999999999999999999'])(
    '%s: no subject, nothing is read by it',
    (address) => {
      expect(opened(address)).toBeUndefined();
    },
  );

  it('a notice leads to a page that is about its subject', () => {
    expect(opened(pathOfNotice('orderPaid', '5'))).toEqual({ subject: 'order', id: 5n });
    expect(opened(pathOfNotice('applicationReceived', '5'))).toEqual({ subject: 'application', id: 5n });
  });
});
