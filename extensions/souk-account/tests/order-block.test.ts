import { waitFor } from '@testing-library/dom';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { maskText } from '#app/core/contact-masking/masking.ts';
import type { BuyerOrderDto } from '#app/features/buyer-account/buyer-account.contract.ts';
import type { ThreadDto } from '#app/features/messages/conversations/buyer-thread.contract.ts';
import type { ThreadAnswer } from '../src/conversation.tsx';
import type { OrderAnswer } from '../src/order-block.tsx';
import { fill, find, readPage, setUpTarget } from './harness.ts';

const ORDER: BuyerOrderDto = {
  id: '1',
  name: '#1001',
  canAsk: true,
  vendors: [
    {
      vendor: { id: '11', name: 'North' },
      progress: 'shipped',
      items: [{ title: 'Mug', variant: 'Blue', quantity: 2 }],
      shipments: [
        {
          id: '5',
          carrier: 'PostNL',
          tracking: 'TRACK-1',
          trackingPage: 'https://carrier.example/TRACK-1',
          sentAt: '2026-11-20T10:00:00Z',
          items: [{ title: 'Mug', quantity: 2 }],
        },
      ],
      conversationId: '3',
      isUnread: true,
    },
    {
      vendor: { id: '12', name: 'South' },
      progress: 'preparing',
      items: [{ title: 'Bowl', variant: '', quantity: 1 }],
      shipments: [],
      conversationId: null,
      isUnread: false,
    },
  ],
};
const message = (id: string, sender: 'buyer' | 'seller', text: string): ThreadDto['messages'][number] => ({
  id,
  conversationId: '3',
  sender,
  byMarketplace: false,
  text: maskText(text).text,
  image: null,
  imageSize: null,
  createdAt: '2026-11-21T10:00:00Z',
  seen: false,
});
const thread = (...messages: ThreadDto['messages']): { thread: ThreadDto } => ({
  thread: {
    conversationId: '3',
    seller: 'North',
    about: '#1001',
    messages,
    unreadCount: 1,
    reported: false,
    version: '1',
  },
});

const block = setUpTarget('customer-account.order-status.block.render');

test('what the block reads of an order and of a conversation is what the API answers', () => {
  expectTypeOf<BuyerOrderDto>().toExtend<OrderAnswer>();
  expectTypeOf<ThreadDto>().toExtend<ThreadAnswer>();
});

describe('the block on the status page of an order', () => {
  test('shows that it loads, then every seller with items, progress and shipments, by the token of the account', async () => {
    let reply = (_: OrderAnswer): void => undefined;
    const waiting = new Promise<OrderAnswer>((resolve) => (reply = resolve));
    await block.draw(async () => ({ body: await waiting }));
    expect(document.body.querySelector('s-spinner')?.getAttribute('accessibilityLabel')).toBe('Loading');
    reply(ORDER);
    await waitFor(() => expect(readPage()).toContain('2 × Mug (Blue)'));
    const [, north, south] = [...document.body.querySelectorAll('s-section')];
    expect(north?.getAttribute('heading')).toBe('North');
    expect(north?.textContent).toBe(
      'ShippedNew message2 × Mug (Blue)Sent on Nov 20, 2026 with PostNLTRACK-1Open conversation',
    );
    expect(find('s-link', 'TRACK-1').getAttribute('href')).toBe('https://carrier.example/TRACK-1');
    expect(south?.textContent).toBe('In preparation1 × BowlAsk the seller');
    expect(block.sent).toMatchObject([{ method: 'GET', address: 'https://souk.example.com/api/buyer/orders/1' }]);
    expect(block.sent[0]?.headers.get('authorization')).toBe('Bearer mock-session-token');
    expect(block.sent[0]?.headers.get('accept-language')).toBe('en');
  });

  test('begins a conversation with a seller, and says that the message arrived', async () => {
    await block.draw(() => ({ body: ORDER }));
    await waitFor(() => expect(readPage()).toContain('Bowl'));
    find('s-button', 'Ask the seller').click();
    await waitFor(() => expect(find('s-button', 'Send')).toBeTruthy());
    fill('Message to South', 'When does it leave?');
    block.answer(() => ({ status: 201, body: thread(message('7', 'buyer', 'When does it leave?')) }));
    find('s-button', 'Send').click();
    await waitFor(() => expect(readPage()).toContain('South has your message.'));
    expect(readPage()).toContain('You, Nov 21, 2026When does it leave?');
    expect(block.sent.at(-1)).toMatchObject({
      method: 'POST',
      address: 'https://souk.example.com/api/buyer/orders/1/vendors/12/messages',
      body: { text: 'When does it leave?' },
    });
  });

  test('goes on with the conversation that there is, notes what was read, and keeps what was typed where it is refused', async () => {
    await block.draw(() => ({ body: ORDER }));
    await waitFor(() => expect(readPage()).toContain('Mug'));
    block.answer(() => ({ body: thread(message('7', 'seller', 'It left.')) }));
    find('s-button', 'Open conversation').click();
    await waitFor(() => expect(readPage()).toContain('North, Nov 21, 2026It left.'));
    expect(block.sent.slice(1)).toMatchObject([
      { method: 'GET', address: 'https://souk.example.com/api/buyer/conversations/3' },
      { method: 'PUT', body: { messageId: '7' } },
    ]);
    fill('Message to North', 'Thank you');
    block.answer(() => ({ status: 429, body: { code: 'rate_limited', message: '' } }));
    find('s-button', 'Send').click();
    await waitFor(() => expect(readPage()).toContain('Too many attempts. Wait a minute and try again.'));
    expect(document.body.querySelector('s-text-area')).toMatchObject({ value: 'Thank you' });
  });

  test('has nothing to ask where the marketplace has no conversations', async () => {
    await block.draw(() => ({ body: { ...ORDER, canAsk: false } }));
    await waitFor(() => expect(readPage()).toContain('Bowl'));
    expect(readPage()).not.toMatch(/Ask the seller|Open conversation|All messages/);
  });

  test('says that no other seller takes part, also of an order that is not the customer’s', async () => {
    await block.draw(() => ({ status: 404, body: { code: 'not_found', message: '' } }));
    await waitFor(() => expect(readPage()).toBe('No other seller takes part in this order.'));
  });

  test('says that it could not be reached, with the way to try again', async () => {
    await block.draw(() => undefined);
    await waitFor(() => expect(readPage()).toBe('There is no connection right now. Try again.Try again'));
    block.answer(() => ({ body: ORDER }));
    find('s-button', 'Try again').click();
    await waitFor(() => expect(readPage()).toContain('2 × Mug (Blue)'));
  });

  test('before a sign-in calls nothing: it says who sells what as the page knows it, and leads to the sign-in', async () => {
    const account = block.readAccount();
    const requireLogin = vi.fn(() => Promise.resolve());
    Object.assign(account, { requireLogin });
    Object.assign(account.authenticationState ?? {}, { value: 'pre_authenticated' });
    Object.assign(account.lines ?? {}, {
      value: [
        { quantity: 2, merchandise: { title: 'Mug', product: { vendor: 'North' } } },
        { quantity: 1, merchandise: { title: 'Bowl', product: { vendor: 'South' } } },
      ],
    });
    await block.draw(() => ({ body: ORDER }));
    expect([...document.body.querySelectorAll('s-section s-section')].map((one) => one.textContent)).toEqual([
      '2 × Mug',
      '1 × Bowl',
    ]);
    expect(block.sent).toEqual([]);
    find('s-button', 'Sign in to follow it and ask the sellers').click();
    expect(requireLogin).toHaveBeenCalledOnce();
  });

  test('speaks German where the account does', async () => {
    block.speak('de');
    await block.draw(() => ({ body: ORDER }));
    await waitFor(() => expect(readPage()).toContain('Versendet am 20.11.2026 mit PostNL'));
    expect(block.sent[0]?.headers.get('accept-language')).toBe('de');
  });
});
