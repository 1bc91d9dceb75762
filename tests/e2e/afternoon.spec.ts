import { expect, test, type Browser, type BrowserContext, type FrameLocator, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { passUndoTime } from './support/decisions.ts';
import { closeWindows, openWindow, untilReady } from './support/layouts.ts';
import { addresses, openMarketplace } from './support/marketplace.ts';
import { keepPicture } from './support/pictures.ts';

const client = openMarketplace();
const STORE = 'other';
const SELLER = { name: 'Tide Glass', email: 'mara@tideglass.test' };
const PRODUCT = 'Sea-glass tumbler';

/** Clicks of everybody, by who they are: what the afternoon costs. */
const clicks = new Map<string, number>();
/** When the first window opened. */
let began = 0;

/** Says what something that people wait for has cost by now, and holds whoever adds a detour to it. */
function reach(milestone: string, { owner, seller }: { owner: number; seller: number }): void {
  const [byOwner, bySeller] = [clicks.get('owner') ?? 0, clicks.get('seller') ?? 0];
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`${milestone}: ${byOwner} clicks of the owner, ${bySeller} of the seller, ${seconds} s`);
  expect(byOwner, `clicks of the owner until ${milestone}`).toBeLessThanOrEqual(owner);
  expect(bySeller, `clicks of the seller until ${milestone}`).toBeLessThanOrEqual(seller);
}

/** A window of somebody whose clicks are counted, in the page and in every frame of it. */
async function openCounted(browser: Browser, who: string, width = 1440) {
  const opened = await openWindow(browser, { width });
  await countClicks(opened.context, who);
  return opened;
}

async function countClicks(context: BrowserContext, who: string): Promise<void> {
  await context.exposeFunction('soukClicked', () => {
    clicks.set(who, (clicks.get(who) ?? 0) + 1);
  });
  await context.addInitScript(() => {
    document.addEventListener(
      'click',
      (event) => {
        // A label's click presses its field once more by itself, and Enter in a form presses its button.
        if (event.isTrusted && event.detail > 0)
          void (window as unknown as { soukClicked(): Promise<void> }).soukClicked();
      },
      true,
    );
  });
}

test.afterEach(({ browser }) => closeWindows(browser));
// The other tests of this marketplace know one store alone.
test.afterAll(async ({ browser }) => {
  const { page } = await openWindow(browser);
  await page.goto(`${addresses().sandbox}/admin/store/${STORE}/apps`);
  const uninstall = page.getByRole('button', { name: 'Uninstall' });
  if (await uninstall.isVisible()) await uninstall.click();
  await client.control('POST', '/drain', {});
});

test('an afternoon: from a fresh installation to the first payout and the first offer, with nothing but the screens', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  began = Date.now();
  const owner = await openOwner(browser);
  await test.step('the owner installs the app and sees the first steps', () => install(owner));
  await test.step('the owner sets a name, a commission and a question for applicants, step by step', () =>
    setUp(owner));
  const seller = await openCounted(browser, 'seller', 390);
  await test.step('a seller applies from the storefront', () => apply(seller.page));
  await test.step('the owner reads of it on the home page and approves', () => approveApplication(owner));
  await test.step('the seller sets a password, follows the first steps and adds a product', () => begin(seller.page));
  await test.step('the owner approves the product', () => approveProduct(owner));
  reach('the first product on sale', { owner: 19, seller: 8 });
  const order = await test.step('a buyer buys it', () => buy(browser));
  await test.step('the seller hears the bell and ships', () => ship(seller.page, order));
  await test.step('the owner pays', () => pay(owner));
  reach('the first payout recorded', { owner: 24, seller: 12 });
  await test.step('the seller sees the payout', () => seePaid(seller.page));
  await test.step('the owner has nothing left to set up', () => seeDone(owner));
  await test.step('the owner turns offers on, and the store is asked for what they need', () => turnOnOffers(owner));
  await test.step('a buyer makes an offer', () => makeOffer(browser));
  await test.step('the seller accepts it', () => acceptOffer(seller.page));
  reach('the first offer answered', { owner: 29, seller: 20 });
  for (const { watch } of [owner, seller]) watch.expectQuiet();
});

type Owner = Awaited<ReturnType<typeof openOwner>>;

/** The store's owner at the store admin, with the app in its frame. */
async function openOwner(browser: Browser) {
  const { page, watch } = await openCounted(browser, 'owner');
  const screen = page.frameLocator('#app-frame');
  return {
    page,
    screen,
    watch,
    follow: (name: string) => page.locator('#app-nav').getByRole('link', { name, exact: true }).click(),
    home: () => page.getByRole('navigation').getByRole('link', { name: 'Souk', exact: true }).first().click(),
    save: () => page.locator('#save-bar-buttons').getByRole('button', { name: 'Save', exact: true }).click(),
    toast: (text: string) => expect(page.locator('#toasts').getByText(text).first()).toBeVisible(),
  };
}

async function settled(screen: Page | FrameLocator): Promise<void> {
  await expect(screen.locator('.Polaris-Page').first()).toBeVisible();
  await untilReady(screen);
}

async function picture(page: Page, name: string): Promise<void> {
  await keepPicture(page, `afternoon-${name}`);
}

async function install({ page, screen }: Owner): Promise<void> {
  await page.goto(`${addresses().sandbox}/admin/store/${STORE}/apps`);
  await page.getByRole('button', { name: 'Install' }).click();
  await settled(screen);
  await expect(screen.getByRole('region', { name: 'Setup guide' })).toContainText('0 of 6 done');
  expect(await listBarriers(page)).toEqual([]);
  await picture(page, 'install-1440');
}

const guide = (screen: FrameLocator) => screen.getByRole('region', { name: 'Setup guide' });
const backToSteps = (screen: FrameLocator) => screen.getByRole('link', { name: 'Back to first steps' }).click();

async function setUp({ page, screen, save, toast }: Owner): Promise<void> {
  await guide(screen).getByRole('link', { name: 'Customize' }).click();
  await screen.getByRole('textbox', { name: 'Name' }).first().fill('Other Goods');
  await picture(page, 'look-1440');
  await save();
  await toast('Saved');
  await backToSteps(screen);
  await expect(guide(screen)).toContainText('1 of 6 done');
  await guide(screen).getByRole('link', { name: 'Set commission' }).click();
  await screen.getByLabel('Commission (%), Row 1').fill('12');
  await picture(page, 'commission-1440');
  await save();
  await toast('Commission list saved');
  await backToSteps(screen);
  await guide(screen).getByRole('link', { name: 'Choose fields' }).click();
  await screen.getByRole('button', { name: 'Add field' }).click();
  await screen.getByLabel('Name', { exact: true }).fill('What do you make?');
  await picture(page, 'fields-1440');
  await save();
  await toast('The fields are saved');
  await backToSteps(screen);
  await expect(guide(screen)).toContainText('3 of 6 done');
}

async function apply(page: Page): Promise<void> {
  await page.goto(`${addresses().sandbox}/store/${STORE}`);
  await page.getByRole('link', { name: 'Sell with us' }).click();
  await page.getByLabel('Business name').fill(SELLER.name);
  await page.getByLabel('Email').first().fill(SELLER.email);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('A few more questions')).toBeVisible();
  await page.getByLabel('What do you make?').fill('Tumblers of sea glass');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('Thank you for your application')).toBeVisible();
}

async function approveApplication({ page, screen, home, toast }: Owner): Promise<void> {
  await home();
  await settled(screen);
  const task = screen.getByRole('listitem').filter({ hasText: '1 application to review' });
  await expect(task).toContainText(SELLER.name);
  await picture(page, 'application-1440');
  await task.getByRole('link', { name: 'Review' }).click();
  await expect(screen.getByText('Tumblers of sea glass').first()).toBeVisible();
  await picture(page, 'review-application-1440');
  await screen.getByRole('button', { name: 'Approve' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve and invite' }).click();
  await toast(`${SELLER.name} is approved and invited`);
}

async function begin(page: Page): Promise<void> {
  await acceptInvitation(page);
  await settled(page);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('0 of 4 done');
  expect(await listBarriers(page)).toEqual([]);
  await picture(page, 'first-steps-390');
  await steps.getByRole('link', { name: 'Add product' }).click();
  await page.getByLabel('Title', { exact: true }).fill(PRODUCT);
  await page.getByLabel('Price (€)').first().fill('30');
  await page.getByLabel('Stock', { exact: true }).first().fill('5');
  await picture(page, 'product-390');
  await page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.Polaris-Frame-Toast').getByText('Sent for approval')).toBeVisible();
  await page.waitForURL(/products\/\d+/);
}

/** The seller's own mailbox, and the page that its link opens, in the same window. */
async function acceptInvitation(page: Page): Promise<void> {
  await client.control('POST', '/drain', {});
  await page.goto(`${addresses().sandbox}/mail?to=${encodeURIComponent(SELLER.email)}`);
  await page.getByRole('table').getByRole('link').first().click();
  const link = page.frameLocator('.mail-body').locator('a[href*="password"]').first();
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await untilReady(opened);
  await opened.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD);
  await opened.getByLabel('Confirm new password').fill(DEMO_PASSWORD);
  await opened.getByRole('button', { name: 'Set password & log in' }).click();
  await opened.waitForURL(/\/app(\?|$)/);
  await opened.close();
  await page.goto(`${addresses().app}/app`);
}

async function approveProduct({ page, screen, home, toast }: Owner): Promise<void> {
  await home();
  await settled(screen);
  await screen.getByRole('listitem').filter({ hasText: '1 product to approve' }).getByRole('link').click();
  await screen.getByRole('link', { name: PRODUCT }).first().click();
  await expect(screen.getByText(PRODUCT).first()).toBeVisible();
  await picture(page, 'review-product-1440');
  await screen.getByRole('button', { name: 'Approve', exact: true }).click();
  await toast('Approved');
  await passUndoTime(client);
}

async function buy(browser: Browser): Promise<string> {
  const { page } = await openCounted(browser, 'buyer');
  await page.goto(`${addresses().sandbox}/store/${STORE}/search?q=tumbler`);
  await page.getByRole('link', { name: PRODUCT }).first().click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  const name = await page.locator('.order-name').innerText();
  await client.control('POST', '/drain', {});
  return name;
}

async function ship(page: Page, order: string): Promise<void> {
  await goHome(page);
  await page.getByRole('link', { name: '2 unread notifications' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: `Unread: ${PRODUCT} was approved` })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await picture(page, 'bell-390');
  await page.getByRole('link', { name: `New order ${order}` }).click();
  await expect(page.getByRole('heading', { name: order })).toBeVisible();
  await page.getByRole('button', { name: 'Ship 1 item' }).click();
  await expect(page.getByText('Shipped').first()).toBeVisible();
}

async function pay({ page, screen, follow }: Owner): Promise<void> {
  await follow('Finance');
  await screen.getByRole('link', { name: SELLER.name }).first().click();
  await screen.getByLabel('Details').fill('Bank transfer SEPA-4711');
  await picture(page, 'pay-1440');
  await screen.getByRole('button', { name: /^(Pay|Record) / }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Record payout' }).click();
  await expect(screen.getByText('1 vendor paid')).toBeVisible();
  await picture(page, 'paid-1440');
  await screen.getByRole('link', { name: 'View payout' }).click();
  await settled(screen);
}

async function goHome(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click();
  await page.waitForURL(/\/app$/);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
}

async function seePaid(page: Page): Promise<void> {
  await goHome(page);
  await picture(page, 'home-390');
  await page.getByRole('link', { name: /unread notification/ }).click();
  await page.getByRole('link', { name: /Payout of €26\.11/ }).click();
  await expect(page.getByText('Bank transfer SEPA-4711')).toBeVisible();
}

async function seeDone({ page, screen, home }: Owner): Promise<void> {
  await home();
  await settled(screen);
  await expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(guide(screen)).toHaveCount(0);
  await picture(page, 'done-1440');
}

async function turnOnOffers({ page, screen, follow, toast }: Owner): Promise<void> {
  await follow('Settings');
  await screen.getByRole('link', { name: /^Features/ }).click();
  await screen.getByRole('button', { name: 'Turn on Make an offer' }).click();
  await page.getByRole('button', { name: 'Update access' }).click();
  await toast('Make an offer turned on');
  await picture(page, 'features-1440');
  await expect(screen.getByRole('button', { name: 'Turn off Make an offer' })).toBeVisible();
}

async function makeOffer(browser: Browser): Promise<void> {
  const { page } = await openCounted(browser, 'buyer');
  await page.goto(`${addresses().sandbox}/store/${STORE}/search?q=tumbler`);
  await page.getByRole('link', { name: PRODUCT }).first().click();
  await page.locator('summary', { hasText: 'Make an offer' }).click();
  const form = page.getByRole('form', { name: 'Make an offer' });
  await form.getByLabel('Email').fill('ines@buyer.test');
  await form.getByLabel('Your price for one').fill('27');
  await form.getByRole('button', { name: 'Send offer' }).click();
  await expect(form.getByText('The seller answers your offer by email.')).toBeVisible();
}

async function acceptOffer(page: Page): Promise<void> {
  await goHome(page);
  await picture(page, 'offer-home-390');
  await page
    .getByRole('listitem')
    .filter({ hasText: '1 offer to answer' })
    .getByRole('link', { name: 'Answer' })
    .click();
  await page.getByRole('link').filter({ hasText: PRODUCT }).first().click();
  await picture(page, 'offer-390');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(/accepted/i).first()).toBeVisible();
}
