import { describe, expect, it } from 'vitest';
import {
  chooseSender,
  hasUnread,
  isAnswered,
  isSeen,
  nextMailAt,
  computeRecipients,
  SIDES,
  type ReadState,
} from './conversation.ts';
import { buildBuyerKey, toBuyerKeys } from '#app/platform/buyer-bans/buyer-identity.ts';

const stateOf = (written: Partial<ReadState['written']>, read: Partial<ReadState['read']>): ReadState => ({
  written: { buyer: 0n, seller: 0n, admin: 0n, ...written },
  read: { buyer: 0n, seller: 0n, admin: 0n, ...read },
});

describe('conversation: sides', () => {
  it('a message reaches the other side, one of the marketplace both', () => {
    expect(computeRecipients('buyer', false)).toEqual(['seller']);
    expect(computeRecipients('seller', false)).toEqual(['buyer']);
    expect(computeRecipients('admin', false)).toEqual(['buyer', 'seller']);
    expect(computeRecipients('admin', true)).toEqual(['seller']);
    expect(computeRecipients('seller', true)).toEqual(['admin']);
  });

  it('is unread for a side while another side wrote later than it read', () => {
    const state = stateOf({ buyer: 5n, seller: 4n }, { seller: 4n, buyer: 5n });
    expect(SIDES.filter((side) => hasUnread(state, side))).toEqual(['seller', 'admin']);
  });

  it('is unanswered while whoever began it spoke last', () => {
    expect([isAnswered('buyer', false), isAnswered('seller', false), isAnswered('admin', false)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([isAnswered('admin', true), isAnswered('seller', true)]).toEqual([false, true]);
  });

  it('a message is seen once everybody whom it is for has read it', () => {
    const state = stateOf({}, { buyer: 3n, seller: 2n });
    expect(isSeen(state, { id: 2n, sender: 'admin' }, false)).toBe(true);
    expect(isSeen(state, { id: 3n, sender: 'admin' }, false)).toBe(false);
    expect(isSeen(state, { id: 3n, sender: 'seller' }, false)).toBe(true);
    expect(isSeen(state, { id: 3n, sender: 'buyer' }, false)).toBe(false);
  });

  it('vendors write as seller, the marketplace as any side but a buyer that is not there', () => {
    const vendor = { isMarketplaceView: false, isMarketplace: false };
    expect([undefined, ...SIDES].map((replyAs) => chooseSender({ ...vendor, replyAs }))).toEqual([
      'seller',
      undefined,
      'seller',
      undefined,
    ]);
    const admin = { isMarketplaceView: true, isMarketplace: false };
    expect([undefined, ...SIDES].map((replyAs) => chooseSender({ ...admin, replyAs }))).toEqual([
      'admin',
      'buyer',
      'seller',
      'admin',
    ]);
    expect(chooseSender({ replyAs: 'buyer', isMarketplaceView: true, isMarketplace: true })).toBeUndefined();
  });
});

describe('conversation: who a buyer is', () => {
  it('a customer is known by the store, a guest by the address; a ban holds for both', () => {
    expect(buildBuyerKey({ customerId: 7n, email: 'ada@buyers.test' })).toBe('customer:7');
    expect(buildBuyerKey({ customerId: null, email: 'ada@buyers.test' })).toBe('email:ada@buyers.test');
    expect(toBuyerKeys({ customerId: 7n, email: 'ada@buyers.test' })).toEqual(['customer:7', 'email:ada@buyers.test']);
  });
});

describe('conversation: mails', () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 25, 12, minute));

  it('goes at once, then once in ten minutes; a planned one covers everything since', () => {
    expect(nextMailAt(null, at(0))).toEqual(at(0));
    expect(nextMailAt(at(0), at(3))).toEqual(at(10));
    expect(nextMailAt(at(10), at(4))).toBeUndefined();
    expect(nextMailAt(at(10), at(30))).toEqual(at(30));
  });
});
