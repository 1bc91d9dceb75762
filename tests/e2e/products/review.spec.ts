import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { passUndoTime } from '../support/decisions.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const STAMP = Date.now().toString(36);
const VENDOR = `Read ${STAMP}`;
const EMAIL = `read-${STAMP}@review.test`;
const [FIRST, SECOND] = [`Oak tray of ${STAMP}`, `Ash spoon of ${STAMP}`];
const ids: string[] = [];

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'POST', `/vendors/${encodeURIComponent(VENDOR)}`, { identity: EMAIL, confirm: true });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(EMAIL);
  const seller = await client.signIn(EMAIL);
  for (const [title, bodyHtml] of [
    [FIRST, '<p>Oiled oak, 40 cm long.</p>'],
    [SECOND, '<p>Ask me at spoons@elsewhere.test</p>'],
  ] as const) {
    const product = { title, bodyHtml, variants: [{ price: '64.00', stock: 4 }] };
    ids.push((await client.call<{ productId: string }>(seller, 'PUT', '/products-v2', { product })).productId);
  }
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a listing is read with its checks and what its vendor earns, approved by a key, taken back from the toast and approved again, and the next is sent back', async ({
  browser,
}) => {
  const admin = await openAdminLayout(browser);
  await admin.open(`/products/${ids[0]}/review`);
  const { screen } = admin;
  await expect(screen.getByRole('heading', { level: 1, name: FIRST })).toBeVisible();
  await expect(screen.getByText('Oiled oak, 40 cm long.')).toBeVisible();
  await expect(screen.locator('input[name="title"]')).toHaveCount(0);
  await expect(screen.getByText('No contact or payment details in the description')).toBeVisible();
  await expect(screen.getByText('No images, or some failed to upload')).toBeVisible();
  // 12.5 percent of 64.00.
  const row = screen.getByRole('row', { name: /Default/ });
  await expect(row.getByText('$8.00')).toBeVisible();
  await expect(row.getByText('$56.00')).toBeVisible();
  expect(await listBarriers(admin.page)).toEqual([]);
  await keepPicture(admin.page, 'review-1440');

  await screen.getByRole('heading', { level: 1, name: FIRST }).click();
  await admin.page.keyboard.press('a');
  await admin.expectToast('Approved');
  await expect(screen.getByRole('heading', { level: 1, name: FIRST })).toHaveCount(0);

  await test.step('taken back from the toast, over the next listing', async () => {
    await admin.page.locator('#toasts').getByRole('button', { name: 'Undo' }).click();
    await admin.expectToast('Undone. Nothing was published or sent.');
    await admin.open(`/products/${ids[0]}/review`);
    await screen.getByRole('button', { name: /^Approve/ }).click();
    await admin.expectToast('Approved');
    await admin.open(`/products/${ids[0]}`);
    await expect(screen.getByText('approved this. It goes live in a few seconds.')).toBeVisible();
    await passUndoTime(client);
    await expect(screen.getByText('Live in the store.')).toBeVisible();
  });

  await admin.open(`/products/${ids[1]}/review`);
  await expect(screen.getByText('Description contains contact or payment details')).toBeVisible();
  await screen.getByRole('button', { name: 'Description', exact: true }).click();
  await screen.getByRole('button', { name: 'Send back', exact: true }).click();
  await admin.expectToast('Sent back');
  await passUndoTime(client);

  const vendor = await openPortalLayout(browser, { email: EMAIL, width: 390 });
  await vendor.open(`/products/${ids[1]}`);
  await expect(vendor.page.getByText('“Please say more about size, material and use.”').first()).toBeVisible();
  await vendor.page.goto(`${new URL(vendor.page.url()).origin}/app/products/${ids[1]}/review`);
  await expect(vendor.page.getByText('You don’t have access to this page')).toBeVisible();

  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  await phone.open(`/products/${ids[1]}/review`);
  await expect(phone.page.getByRole('button', { name: /^Freigeben/ })).toBeInViewport();
  const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the review scrolls sideways').toBeLessThanOrEqual(0);
  await keepPicture(phone.page, 'review-390-de');
  for (const layout of [admin, phone]) layout.watch.expectQuiet();
});
