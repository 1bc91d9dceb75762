import { waitFor } from '@testing-library/dom';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ProductReviewDto } from '#app/features/products/review/product-review.contract.ts';
import type { ProductReview } from '../src/product.ts';
import { find, readPage, setUpTarget } from './harness.ts';

const euro = (amount: string) => ({ amount, currency: 'EUR' });
const DRAFT: ProductReviewDto = {
  id: '1',
  title: 'Mug',
  status: 'DRAFT',
  submission: 'awaiting',
  submittedAt: '2026-11-20T10:00:00Z',
  allowedActions: ['edit', 'approve', 'unapprove', 'delete'],
  vendor: { id: '7', name: 'North', live: 12, sentBack: 1 },
  change: null,
  checks: [
    { check: 'pictures', isMet: true },
    { check: 'description', isMet: false },
  ],
  earnings: [{ price: euro('40.00'), commission: euro('4.00'), earns: euro('36.00') }],
  lastEdit: { by: 'Nora', at: '2026-11-20T10:00:00Z' },
};
const CHANGED: ProductReviewDto = {
  ...DRAFT,
  status: 'ACTIVE',
  submission: 'approved',
  change: {
    id: '9',
    since: '2026-11-20T10:00:00Z',
    fields: ['title', 'price'],
    seen: 'seen-9',
    allowedActions: ['apply', 'decline'],
  },
};

const block = setUpTarget('admin.product-details.block.render');

test('what the block reads of a product is what the API answers', () => {
  expectTypeOf<ProductReviewDto>().toExtend<ProductReview>();
});

describe('the block of a product', () => {
  test('shows whose it is, its checks, what is charged of it and who edited it', async () => {
    await block.draw(() => ({ body: DRAFT }));
    await waitFor(() => expect(readPage()).toContain('North'));
    expect(find('s-badge', 'Awaiting approval')).toBeTruthy();
    expect(readPage()).toContain('12 live, 1 sent back');
    expect(readPage()).toContain('The description is empty');
    expect(readPage()).not.toContain('Pictures are missing');
    expect(readPage()).toContain('At €40.00: commission €4.00, vendor earns €36.00');
    expect(readPage()).toContain('Last edited by Nora, Nov 20, 2026');
    expect(block.sent).toMatchObject([{ path: '/api/products/1/review' }]);
  });

  test('approves a draft and shows what it is then', async () => {
    const live: ProductReviewDto = {
      ...DRAFT,
      status: 'ACTIVE',
      submission: 'approved',
      allowedActions: ['edit', 'unapprove'],
    };
    await block.draw(() => ({ body: DRAFT }));
    await waitFor(() => find('s-button', 'Approve'));
    block.answer(({ method }) => ({ body: method === 'PATCH' ? { productId: '1', status: 'ACTIVE' } : live }));
    find('s-button', 'Approve').click();
    await waitFor(() => expect(find('s-badge', 'Active')).toBeTruthy());
    expect(block.sent.find(({ method }) => method === 'PATCH')).toMatchObject({ path: '/api/product-v2/1/approve' });
    expect(document.body.querySelector('s-button[variant="primary"]')).toBeNull();
  });

  test('names what waits of a change and applies it as it was seen', async () => {
    await block.draw(({ method }) =>
      method === 'PATCH' ? { status: 409, body: { code: 'conflict', message: '' } } : { body: CHANGED },
    );
    await waitFor(() => expect(readPage()).toContain('Waiting for approval: title, price'));
    expect(find('s-link', 'Open in Souk').getAttribute('href')).toBe('app:admin/changes/9');
    find('s-button', 'Approve change').click();
    await waitFor(() => expect(readPage()).toContain('Somebody changed this in the meantime.'));
    expect(block.sent.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/products/changes/9',
      body: { action: 'apply', seen: 'seen-9' },
    });
  });

  test('leads to the action that sends it back', async () => {
    await block.draw(() => ({ body: DRAFT }));
    await waitFor(() => find('s-button', 'Send back').click());
    expect(block.navigated).toEqual(['extension:souk-product-action']);
  });

  test('says that a product is no vendor’s, also where the marketplace does not know it', async () => {
    await block.draw(() => ({ body: { ...DRAFT, vendor: null, earnings: [] } }));
    await waitFor(() => expect(readPage()).toBe('This product belongs to no vendor.'));
  });

  test('offers nothing to who may not decide', async () => {
    await block.draw(() => ({ body: { ...DRAFT, allowedActions: [], earnings: null } }));
    await waitFor(() => expect(readPage()).toContain('North'));
    expect(document.body.querySelectorAll('s-button')).toHaveLength(0);
  });

  test('says that the app is not installed', async () => {
    await block.draw(() => ({ status: 409, body: { code: 'store_uninstalled', message: '' } }));
    await waitFor(() => expect(readPage()).toContain('Souk is not installed in this store.'));
  });
});
