import { waitFor } from '@testing-library/dom';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { BuyerDto } from '#app/features/inbox/buyer/buyer.contract.ts';
import type { BuyerAnswer } from '../src/customer-block.tsx';
import { find, readPage, setUpTarget } from './harness.ts';

const BUYER: BuyerDto = {
  conversations: [
    { id: '3', vendor: 'North', about: 'Blue mug', text: 'Does it fit a dishwasher?', at: '2026-11-20T10:00:00Z' },
  ],
  offers: [
    {
      id: '4',
      vendor: 'South',
      product: 'Bowl (Large)',
      quantity: 2,
      price: { amount: '15.00', currency: 'EUR' },
      status: 'countered',
      at: '2026-11-21T10:00:00Z',
    },
  ],
};

const block = setUpTarget('admin.customer-details.block.render');

test('what the block reads of a buyer is what the API answers', () => {
  expectTypeOf<BuyerDto>().toExtend<BuyerAnswer>();
});

describe('the block of a customer', () => {
  test('shows conversations and offers with the way to each', async () => {
    await block.draw(() => ({ body: BUYER }));
    await waitFor(() => expect(readPage()).toContain('Does it fit a dishwasher?'));
    expect([...document.body.querySelectorAll('s-section')].map((one) => one.textContent)).toEqual([
      'Conversation with NorthBlue mug · Nov 20, 2026Does it fit a dishwasher?',
      'Offer to SouthCounter-offerNov 21, 20262 × Bowl (Large) at €15.00',
    ]);
    expect(find('s-link', 'Conversation with North').getAttribute('href')).toBe('app:admin/conversations/3');
    expect(find('s-link', 'Offer to South').getAttribute('href')).toBe('app:admin/offers/4');
    expect(block.sent).toMatchObject([{ path: '/api/buyers/1' }]);
  });

  test('shows what is on where one of the two features is off, and says where both are', async () => {
    await block.draw(() => ({ body: { ...BUYER, offers: null } }));
    await waitFor(() => expect(readPage()).toContain('Conversation with North'));
    expect(readPage()).not.toContain('Offer');
  });

  test('says that both features are off', async () => {
    await block.draw(() => ({ body: { conversations: null, offers: null } }));
    await waitFor(() => expect(readPage()).toBe('Conversations and offers are turned off in Souk.'));
  });

  test('says that there is nothing of a customer whom nobody knows', async () => {
    await block.draw(() => ({ status: 404, body: { code: 'not_found', message: '' } }));
    await waitFor(() => expect(readPage()).toBe('This customer has written to no vendor and made no offer.'));
  });

  test('says who may not look', async () => {
    await block.draw(() => ({ status: 403, body: { code: 'missing_permission', message: '' } }));
    await waitFor(() => expect(readPage()).toContain('You do not have permission for this.'));
  });
});
