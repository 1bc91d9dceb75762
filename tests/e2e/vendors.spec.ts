import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import {
  closeWindows,
  openAdminLayout,
  openPortalLayout,
  openWindow,
  untilReady,
  type Layout,
} from './support/layouts.ts';
import { addresses, FJELL, openMarketplace } from './support/marketplace.ts';
import { fillRichText } from './support/rich-text.ts';

const APPLICANT = { name: 'Birch and Bone', email: 'solveig@birch.test' };
const HELPER = { name: 'Ida', email: 'ida@fjell.test' };
const RENAMED = 'Fjell Wool House';

test.afterEach(({ browser }) => closeWindows(browser));

test('a marketplace runs its vendors: fields, applications, teams, names and pages', async ({ browser }) => {
  test.setTimeout(240_000);
  const admin = await openAdminLayout(browser);
  await test.step('a field of the admin’s is asked by the form', () => editFields(admin, browser));
  await test.step('several applications are decided at once', () => decideTogether(admin));
  const vendor = await openPortalLayout(browser, { email: FJELL.email });
  await test.step('one who leads invites staff with few permissions', () => inviteStaff(vendor, browser));
  await test.step('the vendor writes its page, and the admin approves it', () => publishPage(vendor, admin));
  await test.step('the vendor gets another name, and its products follow', () => rename(admin));
  await test.step('the admin switches vendor by keyboard', () => switchVendor(browser));
  await test.step('all of it fits a phone, in German', () => seePhone(browser));
  for (const layout of [admin, vendor]) layout.watch.expectQuiet();
});

async function editFields(admin: Layout, browser: Browser): Promise<void> {
  const { screen } = admin;
  await admin.open('/fields');
  await screen.getByRole('button', { name: 'Add field' }).click();
  const card = (index: number) => screen.locator('.definition').nth(index);
  await card(0).getByLabel('Name', { exact: true }).fill('Which craft?');
  await card(0).getByLabel('Type').selectOption('select');
  await card(0).getByLabel('Choices').fill('Wood');
  const shown = card(0).getByLabel('Show on the vendor page');
  await pressSlowly(admin, shown);
  await expect(shown).toBeChecked();
  await expect(screen.getByText('There should be at least two choices')).toBeVisible();
  await screen.getByRole('button', { name: 'Add field' }).click();
  await card(1).getByLabel('Name', { exact: true }).fill('About you');
  await admin.save();
  await expect(screen.getByText('There should be at least two choices')).toBeVisible();
  await card(0).getByLabel('Choices').fill('Wood\nWool');
  await screen.getByRole('button', { name: 'Move About you up' }).click();
  await expect(card(0).getByLabel('Name', { exact: true })).toHaveValue('About you');
  await card(1).locator('.definition-handle').dragTo(card(0));
  await expect(card(0).getByLabel('Name', { exact: true })).toHaveValue('Which craft?');
  await admin.save();
  await admin.expectToast('The fields are saved');
  const { page, watch } = await openWindow(browser);
  for (const suffix of ['', ' Two']) {
    await page.goto(`${addresses().app}/app/login/register?store=${DEMO_SHOP}`);
    await untilReady(page);
    await page.getByLabel('Business name').fill(`${APPLICANT.name}${suffix}`);
    await page.getByLabel('Email').fill(suffix === '' ? APPLICANT.email : FJELL.email);
    await page.getByLabel('Which craft?').selectOption('Wool');
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('status')).toContainText('Thank you for your application');
  }
  watch.expectQuiet();
  await page.context().close();
}

/** Presses for as long as a page needs to draw what it has to say of the field that was left: nothing may move meanwhile. */
async function pressSlowly({ page }: Layout, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('the control is not on the page');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await control.evaluate(
    () =>
      new Promise((drawn) => {
        setTimeout(() => requestAnimationFrame(() => setTimeout(drawn)));
      }),
  );
  await page.mouse.up();
}

async function decideTogether(admin: Layout): Promise<void> {
  const { screen } = admin;
  await admin.open('/applications?view=pending');
  await expect(screen.getByText('Wool').first()).toBeVisible();
  for (const name of [APPLICANT.name, `${APPLICANT.name} Two`]) {
    await screen.getByRole('row').filter({ hasText: name }).first().getByRole('checkbox').check({ force: true });
  }
  await screen.getByRole('button', { name: 'Approve 2 applications' }).first().click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve 2 applications' }).click();
  await expect(screen.getByText('1 application is decided. 1 failed:')).toBeVisible();
  await expect(screen.getByText('This email address belongs to another account').first()).toBeVisible();
}

async function inviteStaff(vendor: Layout, browser: Browser): Promise<void> {
  const { page } = vendor;
  await vendor.open('/team');
  await vendor.action('Invite').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(HELPER.name);
  await dialog.getByLabel('Email').fill(HELPER.email);
  await dialog.getByLabel('View orders and their earnings').check();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await vendor.expectToast('Invitation sent');
  await expect(page.getByText(`${HELPER.email} · View orders and their earnings`)).toBeVisible();
  const client = openMarketplace();
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(HELPER.email);
  const helper = await openPortalLayout(browser, { email: HELPER.email });
  await helper.open('/orders');
  await expect(helper.page.getByRole('navigation').getByText('Team')).toHaveCount(0);
  await helper.page.goto(`${addresses().app}/app/products`);
  await expect(helper.page.getByText(/permission|not allowed|cannot/i).first()).toBeVisible();
  await helper.page.context().close();
}

async function publishPage(vendor: Layout, admin: Layout): Promise<void> {
  const { page } = vendor;
  await vendor.open('/vendor-page');
  await fillRichText(page, 'Description', 'We knit by the fjord.\n\nCome and see us.');
  await page.getByLabel('Which craft?').selectOption('Wool');
  await vendor.save();
  await vendor.expectToast('The page is saved');
  await expect(page.getByText('The page waits for approval')).toBeVisible();
  await openVendor(admin, FJELL.name);
  await admin.screen.getByRole('button', { name: 'Approve', exact: true }).click();
  await admin.expectToast('Decision saved');
  await openMarketplace().control('POST', '/drain', {});
  await vendor.open('/vendor-page');
  const link = page.getByRole('link', { name: 'See it in the store' });
  const handle = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await seeStorefront(page, handle, FJELL.name);
}

async function seeStorefront(page: Page, handle: string, name: string): Promise<void> {
  await page.goto(`${addresses().sandbox}/store/demo/collections/${handle}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('We knit by the fjord.')).toBeVisible();
  await expect(page.locator('.product-card').first()).toBeVisible();
}

async function openVendor(admin: Layout, name: string): Promise<void> {
  await admin.open(`/vendors?q=${encodeURIComponent(name)}`);
  await admin.screen.getByRole('link', { name }).first().click();
  await expect(admin.screen.getByRole('heading', { name: 'Public page' })).toBeVisible();
}

async function rename(admin: Layout): Promise<void> {
  const { screen, page } = admin;
  await openVendor(admin, FJELL.name);
  await admin.action('Rename').click();
  await screen.getByLabel('New name').fill(RENAMED);
  await screen.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await admin.expectToast('Renamed');
  await openMarketplace().control('POST', '/drain', {});
  await openVendor(admin, RENAMED);
  await expect(screen.getByText('have the new name')).toHaveCount(0);
  await page.goto(`${addresses().sandbox}/store/demo`);
  await expect(page.getByRole('heading', { name: RENAMED })).toBeVisible();
  await expect(page.getByRole('heading', { name: FJELL.name })).toHaveCount(0);
}

async function switchVendor(browser: Browser): Promise<void> {
  const layout = await openPortalLayout(browser, { email: DEMO_ADMIN });
  const { page } = layout;
  await layout.open('/');
  await page.keyboard.press('Control+/');
  await page.getByRole('combobox', { name: 'Switch vendor' }).fill('wool house');
  await expect(page.getByRole('option', { name: /wool house/i })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/vendor=/);
  await untilReady(page);
  await layout.open('/orders');
  await page.keyboard.press('Control+/');
  await page.getByRole('combobox', { name: 'Switch vendor' }).press('Enter');
  await page.waitForURL((url) => !url.searchParams.has('vendor'));
  await untilReady(page);
  await page.context().close();
}

async function seePhone(browser: Browser): Promise<void> {
  const layout = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  const client = openMarketplace();
  const { vendors } = await client.call<{ vendors: { id: string; vendor: string }[] }>(
    await client.signIn(DEMO_ADMIN),
    'GET',
    '/vendors',
  );
  const { id = '' } = vendors.find((one) => one.vendor === RENAMED) ?? {};
  const named = `vendor=${encodeURIComponent(RENAMED)}`;
  for (const path of [
    '/vendors',
    `/vendors/${id}`,
    '/fields',
    `/team?${named}`,
    `/vendor-page?${named}`,
    '/applications',
  ]) {
    await layout.open(path);
    const overflow = await layout.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    await expect(layout.page.locator('body')).not.toContainText(/\b(vendors|staff|definitions|vendorPage):\w/);
  }
  await layout.page.context().close();
}
