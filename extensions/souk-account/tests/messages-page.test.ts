import { waitFor } from '@testing-library/dom';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { BuyerOfferDto, BuyerOverviewDto } from '#app/features/buyer-account/buyer-account.contract.ts';
import type { OverviewAnswer } from '../src/messages-page.tsx';
import type { OfferAnswer } from '../src/offer.tsx';
import { fill, find, readPage, setUpTarget, type Program } from './harness.ts';

const euro = (amount: string) => ({ amount, currency: 'EUR' });
const OVERVIEW: BuyerOverviewDto = {
  conversations: [
    { id: '3', vendor: 'North', about: '#1001', text: 'It left.', at: '2026-11-20T10:00:00Z', isUnread: true },
  ],
  offers: [
    {
      id: '4',
      vendor: 'South',
      product: 'Bowl (Large)',
      quantity: 2,
      price: euro('15.00'),
      status: 'countered',
      at: '2026-11-21T10:00:00Z',
    },
  ],
};
const OFFER: OfferAnswer = {
  offer: {
    id: '4',
    product: { title: 'Bowl', variant: 'Large' },
    vendor: 'South',
    quantity: 2,
    listed: euro('20.00'),
    offered: euro('12.00'),
    price: euro('15.00'),
    total: euro('30.00'),
    status: 'countered',
    expiresAt: '2026-11-28T10:00:00Z',
    version: 2,
    allowedActions: ['accept', 'reject', 'counter'],
    counterRange: { min: euro('12.00'), max: euro('14.99') },
  },
  invoiceUrl: null,
};

const page = setUpTarget('customer-account.page.render');
/** The overview, and one offer as it stands. */
const answering =
  (offer: OfferAnswer): Program =>
  ({ address }) => ({ body: address.endsWith('/overview') ? OVERVIEW : offer });

test('what the page reads of the overview and of an offer is what the API answers', () => {
  expectTypeOf<BuyerOverviewDto>().toExtend<OverviewAnswer>();
  expectTypeOf<BuyerOfferDto>().toExtend<OfferAnswer>();
});

describe('the page of messages and offers', () => {
  test('lists conversations and offers', async () => {
    await page.draw(() => ({ body: OVERVIEW }));
    await waitFor(() => expect(readPage()).toContain('It left.'));
    expect([...document.body.querySelectorAll('s-section')].map((one) => one.textContent)).toEqual([
      'Conversation with NorthNew#1001 · Nov 20, 2026It left.Open',
      'Bowl (Large)Your turnSouth · Nov 21, 20262 at €15.00 eachOpen',
    ]);
    expect(page.sent).toMatchObject([{ method: 'GET', address: 'https://souk.example.com/api/buyer/overview' }]);
  });

  test('says what there is none of, and leaves out what is off', async () => {
    await page.draw(() => ({ body: { conversations: [], offers: null } }));
    await waitFor(() => expect(readPage()).toContain('You have no conversations yet.'));
    expect(document.body.querySelectorAll('s-section')).toHaveLength(1);
  });

  test('says that both are off', async () => {
    await page.draw(() => ({ body: { conversations: null, offers: null } }));
    await waitFor(() => expect(readPage()).toBe('This store has no messages and no offers.'));
  });

  test('says that the session ended', async () => {
    await page.draw(() => ({ status: 401, body: { code: 'not_signed_in', message: '' } }));
    await waitFor(() => expect(readPage()).toBe('Your session has ended. Reload the page.Try again'));
  });

  test('opens an offer, in which a price out of its range says so and acceptance shows where to pay', async () => {
    await page.draw(answering(OFFER));
    await waitFor(() => expect(readPage()).toContain('Bowl (Large)'));
    document.body.querySelectorAll<HTMLElement>('s-button')[1]?.click();
    await waitFor(() => expect(readPage()).toContain('Price now: €15.00, €30.00 for 2'));
    fill('Your price each (EUR)', '5');
    const issues = [{ path: 'counterOffer', message: 'At least €12.00' }];
    page.answer(({ method }) =>
      method === 'POST' ? { status: 422, body: { code: 'invalid_input', message: '', issues } } : { body: OFFER },
    );
    find('s-button', 'Send counteroffer').click();
    await waitFor(() => expect(find('s-banner', 'At least €12.00')).toBeTruthy());
    expect(page.sent.find(({ method }) => method === 'POST')).toMatchObject({
      address: 'https://souk.example.com/api/buyer/offers/4/answer',
      body: { action: 'counter', counterOffer: '5', version: 2 },
    });
    const accepted: OfferAnswer = {
      offer: { ...OFFER.offer, status: 'accepted', allowedActions: [], counterRange: null },
      invoiceUrl: 'https://store.example/invoice',
    };
    page.answer(() => ({ body: accepted }));
    find('s-button', 'Accept €15.00').click();
    await waitFor(() => expect(find('s-button', 'Pay now').getAttribute('href')).toBe('https://store.example/invoice'));
    expect(readPage()).not.toContain('Decline');
  });

  test('goes back to the list', async () => {
    await page.draw(answering(OFFER));
    await waitFor(() => expect(readPage()).toContain('Bowl (Large)'));
    document.body.querySelectorAll<HTMLElement>('s-button')[1]?.click();
    await waitFor(() => expect(readPage()).toContain('Listed price: €20.00'));
    find('s-button', 'Back').click();
    await waitFor(() => expect(readPage()).toContain('It left.'));
  });

  test('speaks French where the account does', async () => {
    page.speak('fr');
    await page.draw(() => ({ body: OVERVIEW }));
    await waitFor(() => expect(readPage()).toContain('À vous de répondre'));
  });
});
