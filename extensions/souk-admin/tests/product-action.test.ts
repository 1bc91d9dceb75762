import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fill, find, readPage, setUpTarget } from './harness.ts';

const action = setUpTarget('admin.product-details.action.render');
const DRAFT = {
  id: '1',
  status: 'DRAFT',
  submission: 'awaiting',
  allowedActions: ['approve', 'unapprove'],
  vendor: { id: '7', name: 'North', live: 0, sentBack: 0 },
  change: null,
};

test('a product goes back with a note', async () => {
  await action.draw(() => ({ body: DRAFT }));
  await waitFor(() => fill('Note to the vendor', 'Please add a picture.'));
  find('s-button', 'Send back').click();
  await waitFor(() => expect(readPage()).toContain('North gets it back with your note.'));
  expect(action.sent.find(({ method }) => method === 'PATCH')).toMatchObject({
    path: '/api/product-v2/1/unapprove',
    body: { note: 'Please add a picture.' },
  });
});

test('a change is declined as it was seen', async () => {
  const change = { id: '9', fields: ['title'], seen: 'seen-9', allowedActions: ['apply', 'decline'] };
  await action.draw(() => ({ body: { ...DRAFT, status: 'ACTIVE', change } }));
  await waitFor(() => find('s-button', 'Decline change').click());
  await waitFor(() => expect(readPage()).toContain('North gets it back'));
  expect(action.sent.find(({ method }) => method === 'PATCH')).toMatchObject({
    path: '/api/products/changes/9',
    body: { action: 'decline', seen: 'seen-9', note: '' },
  });
});

test('what went back already cannot go back again', async () => {
  await action.draw(() => ({ body: { ...DRAFT, submission: 'sent_back' } }));
  await waitFor(() => expect(readPage()).toContain('There is nothing to send back.'));
  expect(document.body.querySelector('[slot="primary-action"]')).toBeNull();
});
