import { expect, test, type Browser, type Page } from '@playwright/test';
import { join } from 'node:path';
import { DEMO_PASSWORD, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import {
  closeWindows,
  openAdminLayout,
  openPortalLayout,
  openWindow,
  untilReady,
  type Layout,
} from './support/layouts.ts';
import { passUndoTime } from './support/decisions.ts';
import { addresses, NORDLYS, openMarketplace } from './support/marketplace.ts';
import { fillRichText } from './support/rich-text.ts';

const PRODUCT = 'Lantern of oak';
const VENDOR = { typed: 'Lantern and Loom', name: 'Lantern & Loom', email: 'hanne@lantern.test' };

test.afterEach(({ browser }) => closeWindows(browser));

test('one order lives its whole life on the screens, from an application to an overpaid vendor', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await test.step('somebody applies', () => apply(browser));
  const admin = await openAdminLayout(browser);
  await test.step('the admin corrects the application and makes a vendor of it', () => createVendor(admin));
  const vendor = await openPortalLayout(browser);
  await test.step('the vendor sets a password from the invitation and is signed in', () => acceptInvitation(vendor));
  await test.step('the vendor makes a product', () => makeProduct(vendor));
  await test.step('the admin sends it back with a note; the vendor changes it', () => sendBack(admin, vendor));
  await test.step('the admin approves it, and the storefront shows it with its vendor', () => approve(admin));
  const order = await test.step('a buyer checks out products of two vendors', () => buy(browser));
  await test.step('each vendor sees its own lines and nothing more', () => seeOwnLines(browser, vendor, order));
  await test.step('the order explains what the vendor earns', () => explain(vendor));
  await test.step('the vendor ships one piece, then the other', () => ship(vendor));
  await test.step('the store admin shows both shipments', () => seeShipments(admin, order));
  await test.step('the admin pays manually, not in the future and not without details', () => pay(admin, order));
  await test.step('the vendor sees it paid', () => seePaid(vendor, order));
  await test.step('deleting the payout makes the order due again', () => deletePayout(admin, vendor, order));
  await test.step('it is paid again', () => payAgain(admin));
  await test.step('the merchant pays the buyer back', () => refund(admin, order));
  await test.step('the vendor is shown as overpaid in both layouts', () => seeOverpaid(admin, vendor, order));
  for (const layout of [admin, vendor]) layout.watch.expectQuiet();
});

async function apply(browser: Browser): Promise<void> {
  const { page, watch } = await openWindow(browser);
  await page.goto(`${addresses().app}/app/login/register?store=${DEMO_SHOP}`);
  await untilReady(page);
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('Required field').first()).toBeVisible();
  await page.getByLabel('Business name').fill(VENDOR.typed);
  await page.getByLabel('Email').fill(VENDOR.email);
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('status')).toContainText('Thank you for your application');
  watch.expectQuiet();
  await page.context().close();
}

/** Applications are a tab of the vendors. */
async function openApplications(admin: Layout): Promise<void> {
  await admin.follow('Vendors');
  await admin.screen
    .getByRole('link', { name: /^Applications/ })
    .first()
    .click();
}

async function createVendor(admin: Layout): Promise<void> {
  const { screen } = admin;
  await admin.open('/');
  await openApplications(admin);
  await screen.getByRole('link', { name: VENDOR.typed }).first().click();
  // Until it is there, the newest application stands beside the list, with an Edit of its own.
  await expect(screen.getByRole('heading', { name: VENDOR.typed })).toBeVisible();
  await screen.getByRole('link', { name: 'Edit', exact: true }).click();
  await screen.getByLabel('Business name').fill(VENDOR.name);
  await admin.save();
  await admin.expectToast('The application is saved');
  await openApplications(admin);
  await screen.getByRole('link', { name: VENDOR.name }).first().click();
  await expect(screen.getByRole('heading', { name: VENDOR.name })).toBeVisible();
  await screen.getByRole('button', { name: 'Approve' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve and invite' }).click();
  await admin.expectToast(`${VENDOR.name} is approved and invited`);
}

async function acceptInvitation(vendor: Layout): Promise<void> {
  const { page } = vendor;
  const setPassword = await openMailLink(page, VENDOR.email, 'password');
  await setPassword.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD);
  await setPassword.getByLabel('Confirm new password').fill(DEMO_PASSWORD);
  await setPassword.getByRole('button', { name: 'Set password & log in' }).click();
  await setPassword.waitForURL(/\/app$/);
  await setPassword.close();
  await vendor.open('/');
}

/** Follows a link into the portal from whichever mail to an address has it: mails of one moment are caught in any order. */
async function openMailLink(page: Page, to: string, path: string): Promise<Page> {
  const { sandbox } = addresses();
  const link = page.frameLocator('.mail-body').locator(`a[href*="${path}"]`).first();
  await expect(async () => {
    await page.goto(`${sandbox}/mail?to=${encodeURIComponent(to)}`);
    const rows = page.getByRole('table').getByRole('link');
    const mails = await rows.evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''));
    for (const mail of mails) {
      await page.goto(new URL(mail, sandbox).href);
      if (await link.isVisible()) return;
    }
    throw new Error(`No mail to ${to} leads to ${path}: ${await page.title()} was the last of ${mails.length}`);
  }).toPass({ timeout: 60_000 });
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await untilReady(opened);
  return opened;
}

async function makeProduct(vendor: Layout): Promise<void> {
  const { page } = vendor;
  await vendor.follow('Products');
  await vendor.action('Add product').click();
  await page.getByLabel('Title', { exact: true }).fill(PRODUCT);
  await fillRichText(page, 'Description', 'A lantern that folds flat.');
  await page.locator('input[type="file"]').setInputFiles(join(import.meta.dirname, 'pictures', 'lantern.png'));
  await page.getByLabel('Alt text for image 1').fill('The lantern, lit');
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByLabel('Option 1', { exact: true }).fill('Size');
  await page.getByLabel('Values, separated by commas').fill('Small, Large');
  await page.getByLabel('Option 1', { exact: true }).click();
  await page.getByLabel('Price ($), Small').fill('40');
  await page.getByLabel('Stock, Small').fill('10');
  await page.getByLabel('SKU, Small').fill('LANTERN-S');
  await page.getByLabel('Price ($), Large').fill('64.90');
  await page.getByLabel('Stock, Large').fill('10');
  await page.getByLabel('SKU, Large').fill('LANTERN-L');
  await vendor.save();
  await vendor.expectToast('Sent for approval');
  await page.waitForURL(/products\/\d+$/);
}

async function sendBack(admin: Layout, vendor: Layout): Promise<void> {
  await expectMail(admin.page, 'owner', PRODUCT);
  await admin.open('/products');
  await admin.screen.getByRole('link', { name: PRODUCT }).first().click();
  await admin.screen.getByRole('button', { name: 'Send back', exact: true }).click();
  await expect(admin.screen.getByText('Say what should change')).toBeVisible();
  await admin.screen.getByLabel(`Note to ${VENDOR.name}`).fill('Please say how tall it is.');
  await admin.screen.getByRole('button', { name: 'Send back', exact: true }).click();
  await admin.expectToast('Sent back');
  await passUndoTime(openMarketplace());

  const { page } = vendor;
  await vendor.open('/products');
  await page.getByRole('link', { name: PRODUCT }).first().click();
  await expect(page.getByRole('region', { name: 'Approval' }).getByText('“Please say how tall it is.”')).toBeVisible();
  await fillRichText(page, 'Description', 'A lantern that folds flat. It is 32 cm tall.');
  await vendor.save();
  await vendor.expectToast('Sent for approval');
}

async function approve(admin: Layout): Promise<void> {
  const { page } = admin;
  const { sandbox } = addresses();
  await admin.open('/products');
  await admin.screen.getByRole('link', { name: PRODUCT }).first().click();
  await expect(admin.screen.getByText('It is 32 cm tall').first()).toBeVisible();
  await admin.screen.getByRole('button', { name: /^Approve/ }).click();
  await admin.expectToast('Approved');
  await passUndoTime(openMarketplace());

  await page.goto(`${sandbox}/store/demo/search?q=${encodeURIComponent(PRODUCT)}`);
  await expect(page.getByRole('list').getByText(VENDOR.name)).toBeVisible();
  await page.getByRole('link', { name: PRODUCT }).first().click();
  await expect(page.getByText('It is 32 cm tall')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The lantern, lit' })).toBeVisible();
}

/** Two large lanterns of the new vendor and a product of another one, in one cart. Answers with the order's name. */
async function buy(browser: Browser): Promise<string> {
  const { page, watch } = await openWindow(browser);
  const { sandbox } = addresses();
  await page.goto(`${sandbox}/store/demo/search?q=${encodeURIComponent(PRODUCT)}`);
  await page.getByRole('link', { name: PRODUCT }).first().click();
  await page.getByRole('radio', { name: /Large/ }).check();
  await page.locator('#quantity').fill('2');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.goto(`${sandbox}/store/demo/products`);
  await page.locator('.product-card', { hasText: NORDLYS.name }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('3 items from 2 makers')).toBeVisible();
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  const name = await page.locator('.order-name').innerText();
  watch.expectQuiet();
  await page.context().close();
  return name;
}

/** Waits until a mail about something was caught, as the mail catcher's own list shows it. */
async function expectMail(page: Page, to: string, about: string): Promise<void> {
  await page.goto(`${addresses().sandbox}/mail?to=${encodeURIComponent(about)}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('table')).toContainText(to, { timeout: 500 });
  }).toPass();
}

async function seeOwnLines(browser: Browser, vendor: Layout, order: string): Promise<void> {
  const other = await openPortalLayout(browser, { email: NORDLYS.email });
  await expectMail(other.page, NORDLYS.email, order);
  await expectMail(other.page, VENDOR.email, order);
  await openOrder(other, order);
  await expect(other.screen.getByText('Ship', { exact: true }).first()).toBeVisible();
  await expect(other.page.locator('body')).not.toContainText(PRODUCT);
  await expect(other.page.locator('body')).not.toContainText(VENDOR.name);
  other.watch.expectQuiet();
  await other.page.context().close();
  await openOrder(vendor, order);
  await expect(vendor.page.getByText(PRODUCT).first()).toBeVisible();
  await expect(vendor.page.locator('body')).not.toContainText(NORDLYS.name);
}

/** Opens an order from the list, which may need a moment to know it. */
async function openOrder(layout: Layout, order: string): Promise<void> {
  await expect(async () => {
    await layout.open('/orders');
    await layout.screen.getByRole('link', { name: order }).first().click({ timeout: 1000 });
  }).toPass();
  await expect(layout.screen.getByRole('heading', { name: order })).toBeVisible();
}

/** Two lanterns at 64.90 with 12.5 %: 16.23 of 129.80 after rounding half up. */
async function explain(vendor: Layout): Promise<void> {
  const { page } = vendor;
  await page
    .getByRole('button', { name: /^Explain/ })
    .first()
    .click();
  const explanation = page.getByRole('group', { name: /^How / });
  await expect(explanation).toContainText('rates as of the sale date');
  await expect(explanation).toContainText('2 × Lantern of oak');
  await expect(explanation).toContainText('$129.80 × 12.5%, rounded half up');
  await expect(explanation).toContainText('16.23');
  await expect(explanation).toContainText('Sum in USD');
  await page.keyboard.press('Escape');
  await expect(explanation).toBeHidden();
}

async function ship(vendor: Layout): Promise<void> {
  const { page } = vendor;
  const quantity = page.getByLabel(`Quantity of ${PRODUCT} to ship`);
  await quantity.fill('1');
  await page.getByLabel('Carrier').selectOption('PostNL');
  await page.getByLabel('Tracking number').fill('3SFIRST0001');
  await page.getByRole('button', { name: 'Ship 1 item' }).click();
  await expect(page.getByText('PostNL 3SFIRST0001')).toBeVisible();
  await expect(quantity).toHaveValue('1');
  await page.getByLabel('Carrier').selectOption('DPD');
  await page.getByLabel('Tracking number').fill('0998SECOND');
  await page.getByRole('button', { name: 'Ship 1 item' }).click();
  await expect(page.getByText('DPD 0998SECOND')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ship / })).toBeHidden();
}

async function openInStoreAdmin(page: Page, order: string): Promise<void> {
  await page.goto(`${addresses().sandbox}/admin/store/demo/orders`);
  await page.getByRole('link', { name: order }).click();
  await expect(page.getByRole('heading', { name: order })).toBeVisible();
}

async function seeShipments({ page }: Layout, order: string): Promise<void> {
  await openInStoreAdmin(page, order);
  await expect(page.getByText('Partly fulfilled')).toBeVisible();
  await expect(page.getByText('PostNL')).toBeVisible();
  await expect(page.getByText('3SFIRST0001')).toBeVisible();
  await expect(page.getByText('0998SECOND')).toBeVisible();
}

async function pay(admin: Layout, order: string): Promise<void> {
  const { screen } = admin;
  await admin.open('/money');
  await expect(screen.getByRole('row', { name: order }).filter({ hasText: VENDOR.name })).toContainText('Due');
  await openPayForm(admin);
  await screen.getByLabel('Paid on').fill('2099-01-01');
  await screen.getByLabel('Details').fill('too short');
  await screen.getByRole('button', { name: /^Record payout of \$/ }).click();
  await expect(screen.getByText('must not be in the future')).toBeVisible();
  await expect(screen.getByText('must have at least 10 characters')).toBeVisible();
  await payNow(admin);
}

/** From the list of payouts to the form of the one vendor. */
async function openPayForm(admin: Layout): Promise<void> {
  const { screen } = admin;
  await admin.follow('Finance');
  await screen.getByRole('link', { name: VENDOR.name }).first().click();
  await expect(screen.getByRole('heading', { name: 'You will record' })).toBeVisible();
}

async function payNow({ screen, page }: Layout): Promise<void> {
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Amsterdam' }));
  await screen.getByLabel('Paid on').fill(today);
  await screen.getByLabel('Details').fill('Bank transfer SEPA-4711');
  await screen.getByRole('button', { name: /^Record payout of \$/ }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Record payout' }).click();
  await expect(screen.getByText('1 vendor paid')).toBeVisible();
}

/** A vendor's row of an order on the money screen. */
function moneyRow(layout: Layout, order: string) {
  return layout.screen.getByRole('row', { name: order });
}

async function seePaid(vendor: Layout, order: string): Promise<void> {
  const { page } = vendor;
  await vendor.open('/money');
  await expect(moneyRow(vendor, order)).toContainText('Paid');
  await vendor.open('/money/payouts');
  await page
    .getByRole('link', { name: /^Payout / })
    .first()
    .click();
  await expect(page.getByText('Bank transfer SEPA-4711')).toBeVisible();
  await expect(page.getByText(order).first()).toBeVisible();
}

async function deletePayout(admin: Layout, vendor: Layout, order: string): Promise<void> {
  const { screen } = admin;
  await admin.open('/money/payouts');
  await screen
    .getByRole('link', { name: /^Payout / })
    .first()
    .click();
  await admin.action('Delete payout').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete payout' }).click();
  await admin.expectToast('Payout deleted; its orders are due again');
  await expect(screen.getByText('This payout was deleted')).toBeVisible();
  await vendor.open('/money');
  await expect(moneyRow(vendor, order)).toContainText('Due');
}

async function payAgain(admin: Layout): Promise<void> {
  await openPayForm(admin);
  await payNow(admin);
}

/** One lantern comes back. */
async function refund({ page }: Layout, order: string): Promise<void> {
  await openInStoreAdmin(page, order);
  await page.getByText('Refund', { exact: true }).first().click();
  const form = page.locator('form[action$="/refund"]');
  await form.getByLabel(PRODUCT).fill('1');
  await form.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Partially refunded')).toBeVisible();
}

async function seeOverpaid(admin: Layout, vendor: Layout, order: string): Promise<void> {
  for (const layout of [vendor, admin]) {
    await expect(async () => {
      await layout.open('/money?view=overpaid');
      await expect(moneyRow(layout, order)).toContainText('Overpaid', { timeout: 1000 });
    }).toPass();
    await openOrder(layout, order);
    await expect(layout.screen.getByText('Overpaid').first()).toBeVisible();
  }
  await admin.follow('Finance');
  await admin.screen.getByRole('tab', { name: /^Overpaid/ }).click();
  await expect(admin.screen.getByRole('row', { name: VENDOR.name })).toBeVisible();
}
