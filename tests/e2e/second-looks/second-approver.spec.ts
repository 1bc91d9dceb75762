import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const OWNER = 'Ingrid Dahl';

test.afterEach(({ browser }) => closeWindows(browser));

const keep = (layout: Layout, name: string) => keepPicture(layout.page, name);
async function expectNarrow({ page }: Layout): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

/** Orders of two vendors, whose parts are above a limit of 100.00 together. */
async function sell(): Promise<void> {
  const lines = [NORDLYS, FJELL].map(({ name: vendor }) => ({
    vendor,
    title: 'Approved jar',
    price: '80.00',
    quantity: 1,
  }));
  await client.control('POST', '/orders', { email: 'approved@buyer.test', lines });
  await client.control('POST', '/drain', {});
}

test('a payout above the limit is asked for by one person on a phone and paid by another in the store admin', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const owner = await openAdminLayout(browser);
  await owner.open('/payments/payouts');
  const requester = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  await test.step('a limit is set', () => setLimit(requester, '100'));
  await sell();
  await test.step('one person asks, and cannot approve', () => ask(requester));
  await test.step('another sees it at once, and approves it', () => approve(owner));
  await test.step('the requester sees what came of it', async () => {
    await requester.page.reload();
    await expect(requester.screen.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(requester.screen.getByText(OWNER).first()).toBeVisible();
    await requester.screen.getByRole('list', { name: 'Result' }).getByRole('link').first().click();
    await expect(requester.screen.getByText('Approved by')).toBeVisible();
    await keep(requester, 'payout-approved-390');
  });
  await sell();
  await test.step('another request is declined with a note', () => decline(requester, owner));
  await test.step('the limit is removed by two', () => removeLimit(requester, owner));
  owner.watch.expectQuiet();
  requester.watch.expectQuiet();
});

async function setLimit(layout: Layout, amount: string): Promise<void> {
  const { screen } = layout;
  await layout.open('/payments/payouts');
  await screen.getByText('Require a second approver for large payouts').click();
  await screen.getByLabel('Above which amount').fill(amount);
  await expect(
    screen.getByText('Raising or removing the limit also needs another person’s approval.', { exact: false }),
  ).toBeVisible();
  await layout.save();
  await layout.expectToast('Saved. Applies to future payouts.');
}

/** Asks for everything that is due, and opens the request. */
async function ask(layout: Layout): Promise<void> {
  const { screen, page } = layout;
  await layout.open('/payouts/pay?shipped=all');
  await expect(screen.getByText('This needs a second approval')).toBeVisible();
  await expect(screen.getByText(/^It is above the limit of .*100\.00/)).toBeVisible();
  await screen.getByRole('textbox', { name: 'Details' }).fill('Bank transfer 4419');
  expect(await listBarriers(page)).toEqual([]);
  await expectNarrow(layout);
  await keep(layout, 'pay-will-wait-390');
  await screen.getByRole('button', { name: /^Ask to pay / }).click();
  await expect(screen.getByRole('heading', { name: /^Nothing was paid yet/ })).toBeVisible();
  await keep(layout, 'pay-waits-390');
  await screen.getByRole('link', { name: 'See the request' }).click();
  await expect(screen.getByText('Awaiting approval').first()).toBeVisible();
  await expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(screen.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  expect(await listBarriers(page)).toEqual([]);
  await expectNarrow(layout);
  await keep(layout, 'payout-request-390');
}

async function approve(layout: Layout): Promise<void> {
  const { screen, page } = layout;
  await layout.open('/');
  await expect(screen.getByText('1 payout to approve')).toBeVisible();
  await layout.open('/payouts');
  await expect(screen.getByText('1 payout waits for another person')).toBeVisible();
  await keep(layout, 'payouts-waiting');
  await screen.getByRole('link', { name: 'See what waits' }).click();
  await screen.getByRole('row').filter({ hasText: 'Awaiting approval' }).getByRole('link').first().click();
  const requested = screen.getByRole('list', { name: 'What was asked for' });
  await expect(requested.getByRole('listitem').filter({ hasText: NORDLYS.name })).toContainText('Bank transfer');
  await expect(screen.getByText('Bank transfer 4419')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keep(layout, 'payout-request');
  await screen.getByRole('button', { name: /^Approve and pay / }).click();
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and pay / })
    .click();
  await layout.expectToast('Approved; it is paid as it was asked for');
  const results = screen.getByRole('list', { name: 'Result' });
  for (const { name } of [NORDLYS, FJELL])
    await expect(
      results.getByRole('listitem').filter({ hasText: name }).getByText('Paid', { exact: true }),
    ).toBeVisible();
  await keep(layout, 'payout-request-approved');
}

async function decline(requester: Layout, other: Layout): Promise<void> {
  await ask(requester);
  await other.open('/payouts/requests');
  const { screen } = other;
  await screen.getByRole('row').filter({ hasText: 'Awaiting approval' }).getByRole('link').first().click();
  await screen.getByRole('button', { name: 'Decline' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByText('At least 3 characters')).toBeVisible();
  await dialog.getByLabel('Note').fill('After the returns');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await other.expectToast('Declined; nothing was paid');
  await requester.page.reload();
  await expect(requester.screen.getByText('It was declined. Nothing was paid.')).toBeVisible();
  await expect(requester.screen.getByText('After the returns')).toBeVisible();
}

async function removeLimit(requester: Layout, other: Layout): Promise<void> {
  await requester.open('/payments/payouts');
  await requester.screen.getByText('Require a second approver for large payouts').click();
  await requester.save();
  await requester.expectToast('Saved. The higher limit waits for another person; until then the present one holds.');
  const waits = requester.screen.getByRole('region', { name: 'A higher limit waits for another person' });
  await expect(waits).toContainText('asked to remove the limit');
  await expect(waits.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(requester.screen.getByLabel('Above which amount')).toHaveValue('100.00');
  await expectNarrow(requester);
  await keep(requester, 'payout-limit-waits-390');
  await other.open('/payments/payouts');
  await other.screen.getByRole('button', { name: 'Approve the new limit' }).click();
  await other.expectToast('The new limit holds');
  await expect(other.screen.getByLabel('Above which amount')).toHaveCount(0);
  expect(await listBarriers(other.page)).toEqual([]);
}
