import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { find, readPage, setUpTarget } from './harness.ts';

const action = setUpTarget('admin.product-index.selection-action.render');
const batch = (done: number, more: object = {}) => ({
  id: '5',
  total: 10,
  done,
  failed: 0,
  failures: [],
  finishedAt: null,
  ...more,
});

test('ten products are approved, the report follows them, and what was refused is named', async () => {
  action.choose(Array.from({ length: 10 }, (_, index) => `gid://shopify/Product/${index + 1}`));
  const reports = [
    batch(4),
    batch(10, { failed: 1, failures: [{ productId: '3', title: 'Vase' }], finishedAt: '2026-11-20T10:00:00Z' }),
  ];
  await action.draw(() => ({ body: reports.length > 1 ? reports.shift() : reports[0] }));
  expect(readPage()).toContain('Approve 10 products? They go live at once.');
  find('s-button', 'Approve').click();
  await waitFor(() => expect(readPage()).toContain('4 of 10 done'));
  await waitFor(() => expect(readPage()).toContain('9 products were approved.'), { timeout: 10_000 });
  expect(readPage()).toContain('Not approved: Vase');
  expect(action.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/products/bulk',
    'GET /api/products/bulk/5',
  ]);
  expect(action.sent[0]?.body).toEqual({
    action: 'approve',
    ids: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  });
});

test('a refusal is said in the viewer’s language', async () => {
  action.speak('nl');
  await action.draw(() => ({ status: 403, body: { code: 'missing_permission', message: '' } }));
  find('s-button', 'Goedkeuren').click();
  await waitFor(() => expect(readPage()).toContain('Je hebt hier geen toestemming voor.'));
});
