import { expect, test, type Browser, type Page } from '@playwright/test';
import type { DemoClient } from '#scripts/demo/demo-client.ts';
import { DEMO_PASSWORD, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openWindow, untilReady } from './support/layouts.ts';
import { addresses, openMarketplace } from './support/marketplace.ts';
import {
  authenticatorCode,
  expectHome,
  invitePerson,
  newestMail,
  openLogin,
  typeSignIn,
} from './support/sign-in-people.ts';

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15';
const QUARTER = { advanceHours: 1 / 3 };
/** A form's refusal stands under it, read out. */
const refusalOf = (page: Page) => page.getByRole('alert');

let client: DemoClient;
let person: string;
test.beforeAll(async () => {
  client = openMarketplace();
  person = await invitePerson(client, { accepted: true });
});

async function openPage(browser: Browser, o: Parameters<typeof openWindow>[1] = {}) {
  const { page, watch, context } = await openWindow(browser, o);
  return { page, watch, context };
}

test.afterEach(({ browser }) => closeWindows(browser));

test('every address of the entry leads where the specification says', async ({ request }) => {
  const { app } = addresses();
  const at = async (path: string) => {
    const answer = await request.get(`${app}${path}`, { maxRedirects: 0, headers: { accept: 'text/html' } });
    return answer.status() === 302 ? (answer.headers().location ?? '') : String(answer.status());
  };
  const store = `store=${DEMO_SHOP}`;
  const led: [string, string][] = [
    ['/app', '/app/login'],
    ['/app/orders', '/app/login?next=%2Fapp%2Forders'],
    ['/app/anything/below', '/app/login?next=%2Fapp%2Fanything%2Fbelow'],
    [`/app/login?${store}`, '200'],
    [`/app/login/register?${store}`, '200'],
    [`/app/login/change-password?${store}`, '200'],
    ['/app/login/signin', '/app/login'],
    [`/app/login/signin?${store}`, `/app/login?${store}`],
    ['/app/login/register/deeper/still', '/app/login/register'],
    ['/app/login/anything', '/app/login'],
    ['/app/login/anything/deeper', '/app/login'],
    ['/register', '/app/login/register'],
    [`/register?${store}`, `/app/login/register?${store}`],
    ['/', '/app'],
  ];
  const seen: [string, string][] = [];
  for (const [path] of led) seen.push([path, await at(path)]);
  expect(seen).toEqual(led);
});

test('the login shell: the store, the word Marketplace, titles, colour, the marker of a frame', async ({ browser }) => {
  const { page, watch } = await openPage(browser);
  const titles: [string, string][] = [
    ['', 'Sign in to your account'],
    ['/change-password', 'Reset your password'],
    ['/change-password?email=a%40b.test&code=123456', 'Set your password'],
  ];
  for (const [path, title] of titles) {
    await openLogin(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^.+ · ${title}$`));
    const shop = ((await page.title()).split(' · ')[0] ?? '').trim();
    await expect(page.locator('.souk-login header')).toContainText(shop);
    await expect(page.locator('.souk-login header')).toContainText('Marketplace');
  }
  const brand = await page.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--souk-brand'));
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', brand.trim());
  await expect(page.locator('body')).not.toHaveAttribute('data-iframe');
  const { red, blue } = await page.locator('body').evaluate((body) => {
    const [r = 0, , b = 0] =
      (/\d+/.exec(getComputedStyle(body).backgroundColor)
        ? getComputedStyle(body).backgroundColor.match(/\d+/g)
        : []
      )?.map(Number) ?? [];
    return { red: r, blue: b };
  });
  expect(blue, 'the indigo of an unframed page').toBeGreaterThan(red);
  watch.expectQuiet();
  await page.context().close();
});

test('a wrong password is shown under the form, with the keyboard alone, and the right one opens the portal', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser);
  await openLogin(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(refusalOf(page)).toHaveText('Incorrect email or password');
  await expect(page.getByLabel('Email address')).toHaveValue(person);
  await page.getByLabel('Password').fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('At least 8 characters')).toBeVisible();
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');
  await expectHome(page);
  await openLoginWhileSignedIn(page);
  watch.expectQuiet();
  await page.context().close();
});

async function openLoginWhileSignedIn(page: Page): Promise<void> {
  await page.goto(`${addresses().app}/app/login`);
  await expectHome(page);
}

test('a forgotten password is reset by a code, at 390 px', async ({ browser }) => {
  const email = await invitePerson(client, { accepted: true });
  const { page, watch } = await openPage(browser, { width: 390 });
  await openLogin(page);
  await page.getByRole('link', { name: 'Lost your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await expect(page.getByText('Code sent via email')).toBeVisible();
  const code = /\d{6}/.exec((await newestMail(client, email)).subject)?.[0] ?? '';
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('New password', { exact: true }).fill('a newer password');
  await page.getByLabel('Confirm new password').fill('another password');
  await page.getByRole('button', { name: 'Change password & log in' }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm new password').fill('a newer password');
  const width = await page.locator('html').evaluate((root) => root.scrollWidth - window.innerWidth);
  expect(width).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Change password & log in' }).click();
  await page.waitForURL('**/app');
  await expectHome(page);
  watch.expectQuiet();
  await page.context().close();
});

test('an invitation sets the first password and signs in, once', async ({ browser }) => {
  const email = await invitePerson(client, { accepted: false });
  const link = /https?:\/\/[^\s"<>]*change-password\?[^\s"<>]*/.exec((await newestMail(client, email)).html)?.[0];
  const address = (link ?? '').replaceAll('&amp;', '&');
  const { page, watch } = await openPage(browser);
  const setIt = async () => {
    await page.goto(address);
    await untilReady(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set your password');
    await page.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Confirm new password').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Set password & log in' }).click();
  };
  await setIt();
  await page.waitForURL('**/app');
  await expectHome(page);
  await page.context().clearCookies();
  await setIt();
  await expect(refusalOf(page)).toHaveText('The code is not right or no longer valid');
  watch.expectQuiet();
  await page.context().close();
});

test('a session that ends while somebody types is renewed unseen, and nothing typed is lost', async ({ browser }) => {
  const { page, watch } = await openPage(browser);
  await openLogin(page);
  await typeSignIn(page, person);
  await page.waitForURL('**/app');
  await page.goto(`${addresses().app}/app/account`);
  await untilReady(page);
  await page.getByLabel('Name', { exact: true }).fill('Typed before the session ended');
  await client.control('POST', '/clock', QUARTER);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Name saved')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before the session ended');
  await client.control('POST', '/clock', QUARTER);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before the session ended');
  watch.expectQuiet();
  await page.context().close();
});

/** Ends the sessions of now; what renews them still holds. */
const endSessions = () => client.control('POST', '/clock', QUARTER);

test('no form of the page, the team or the password loses what was typed when the session ends in between', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const email = await invitePerson(client, { accepted: true });
  const { page, watch } = await openPage(browser);
  const { app } = addresses();
  await openLogin(page);
  await typeSignIn(page, email);
  await page.waitForURL('**/app');

  await page.goto(`${app}/app/vendor-page`);
  await untilReady(page);
  const words = page.locator('[name="description"]');
  await words.click();
  await page.keyboard.type('Typed before the session ended');
  await endSessions();
  await page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.Polaris-Frame-Toast').getByText('The page is saved').first()).toBeVisible();
  await expect(words).toHaveText('Typed before the session ended');

  await page.goto(`${app}/app/team`);
  await untilReady(page);
  await page.getByRole('main').getByRole('button', { name: 'Invite', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Noor');
  await dialog.getByLabel('Email').fill(`noor-${email}`);
  await endSessions();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Team' }).getByText(`noor-${email}`)).toBeVisible();

  await page.goto(`${app}/app/account`);
  await untilReady(page);
  await page.getByLabel('Current password').fill(DEMO_PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('another good password');
  await page.getByLabel('Confirm new password').fill('another good password');
  await endSessions();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed; other devices are signed out').first()).toBeVisible();
  watch.expectQuiet();
});

test('where renewing is refused too, what was typed stands in the form again after signing in', async ({ browser }) => {
  test.setTimeout(120_000);
  const email = await invitePerson(client, { accepted: true });
  const { page, context } = await openPage(browser);
  const { app } = addresses();
  await openLogin(page);
  await typeSignIn(page, email);
  await page.waitForURL('**/app');
  await page.goto(`${app}/app/account`);
  await untilReady(page);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Typed before I was signed out');
  await context.clearCookies({ name: /^souk_(?!store$)/ });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/app/login?next=%2Fapp%2Faccount');
  await untilReady(page);
  await typeSignIn(page, email);
  await page.waitForURL('**/app/account');
  await expect(name).toHaveValue('Typed before I was signed out');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Name saved').first()).toBeVisible();

  await page.goto(`${app}/app/vendor-page`);
  await untilReady(page);
  const words = page.locator('[name="description"]');
  await words.click();
  await page.keyboard.type('Stoneware from Ghent');
  await context.clearCookies({ name: /^souk_(?!store$)/ });
  await page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/app/login?next=%2Fapp%2Fvendor-page');
  await untilReady(page);
  await typeSignIn(page, email);
  await page.waitForURL('**/app/vendor-page');
  await expect(words).toHaveText('Stoneware from Ghent');
  await page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.Polaris-Frame-Toast').getByText('The page is saved').first()).toBeVisible();
});

test('one device is signed out by itself, at once, and the others go on', async ({ browser }) => {
  const email = await invitePerson(client, { accepted: true });
  const [desktop, phone] = [await openPage(browser), await openPage(browser, { width: 390 })];
  for (const { page } of [desktop, phone]) {
    await openLogin(page);
    await typeSignIn(page, email);
    await page.waitForURL('**/app');
  }
  await desktop.page.goto(`${addresses().app}/app/account`);
  await untilReady(desktop.page);
  const rows = desktop.page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
  // The third is the one on which the invitation was accepted.
  await expect(rows).toHaveCount(3);
  const here = rows.filter({ hasText: 'This device' });
  await expect(here.getByRole('button')).toHaveCount(0);
  await rows
    .filter({ hasText: 'Chrome on Linux' })
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: 'Sign out Chrome on Linux' })
    .click();
  await expect(rows).toHaveCount(2);
  await phone.page.goto(`${addresses().app}/app/account`);
  await phone.page.waitForURL('**/app/login**');
  await desktop.page.reload();
  await expect(desktop.page.getByText('This device')).toBeVisible();
  desktop.watch.expectQuiet();
});

test('a lost second factor is reset by the one who leads the team, and the password alone signs in', async ({
  browser,
}) => {
  const email = await invitePerson(client, { accepted: true });
  const { page, watch } = await openPage(browser);
  await openLogin(page);
  await typeSignIn(page, email);
  await page.waitForURL('**/app');
  const colleague = `colleague-${email}`;
  const lead = await client.signIn(email);
  await client.call(lead, 'POST', '/staff', { email: colleague, name: 'Noor', role: 'staff', permissions: [] });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(colleague);
  const noor = await client.signIn(colleague);
  const { secret } = await client.call<{ secret: string }>(noor, 'POST', '/account/second-factor', {
    password: DEMO_PASSWORD,
  });
  const code = await authenticatorCode(client, secret);
  await client.call(noor, 'POST', '/account/second-factor/confirm', { code });

  await page.goto(`${addresses().app}/app/team`);
  await untilReady(page);
  await page.getByRole('button', { name: 'Reset two-factor of Noor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('Two-factor of Noor reset').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset two-factor of Noor' })).toHaveCount(0);
  expect((await newestMail(client, colleague)).subject).toMatch(/^🔓 Your second factor for .+ was reset$/);

  const other = await openPage(browser);
  await openLogin(other.page);
  await typeSignIn(other.page, colleague);
  await other.page.waitForURL('**/app');
  await expectHome(other.page);
  watch.expectQuiet();
});

test('signing out on all devices ends them; each comes back through sign-in to where it was', async ({ browser }) => {
  const [desktop, phone] = [await openPage(browser), await openPage(browser, { width: 390 })];
  for (const { page } of [desktop, phone]) {
    await openLogin(page);
    await typeSignIn(page, person);
    await page.waitForURL('**/app');
  }
  await phone.page.goto(`${addresses().app}/app/products?view=ALL`);
  await untilReady(phone.page);
  await desktop.page.goto(`${addresses().app}/app/account`);
  await untilReady(desktop.page);
  await expect(desktop.page.getByText('This device')).toBeVisible();
  await desktop.page.getByRole('button', { name: 'Sign out on all devices' }).click();
  await desktop.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await desktop.page.waitForURL('**/app/login**');
  // The refresh is refused on the other one, whatever its cookies say.
  await phone.page.reload();
  await phone.page.waitForURL('**/app/login?next=%2Fapp%2Fproducts%3Fview%3DALL');
  await untilReady(phone.page);
  await typeSignIn(phone.page, person);
  await phone.page.waitForURL('**/app/products?view=ALL');
  await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible();
  phone.watch.expectQuiet();
  desktop.watch.expectQuiet();
  await phone.page.context().close();
  await desktop.page.context().close();
});

test('a second factor is set up, asked for, and replaced by a recovery code', async ({ browser }) => {
  const email = await invitePerson(client, { accepted: true });
  const { page, watch, context } = await openPage(browser);
  await openLogin(page);
  await typeSignIn(page, email);
  await page.waitForURL('**/app');
  await untilReady(page);
  await page.locator('.souk-who').click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.waitForURL('**/app/account');
  const card = page.getByRole('region', { name: 'Two-factor authentication', exact: true });
  await card.getByRole('button', { name: 'Set up two-factor' }).click();
  await card.getByLabel('Your password').fill('not the password');
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByText('Incorrect password')).toBeVisible();
  await card.getByLabel('Your password').fill(DEMO_PASSWORD);
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await card.locator('.souk-secret').textContent()) ?? '';
  await card.getByLabel('Code from the app').fill(await authenticatorCode(client, secret));
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.locator('.souk-codes code')).toHaveCount(10);
  const recovery = (await card.locator('.souk-codes code').first().textContent()) ?? '';
  await card.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await expect(card.getByText('10 recovery codes left')).toBeVisible();

  await context.clearCookies();
  await openLogin(page);
  await typeSignIn(page, email);
  await page.waitForURL('**/app/login/second-factor**');
  await untilReady(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(refusalOf(page)).toHaveText('The code is not right or no longer valid');
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/app');
  await expectHome(page);
  watch.expectQuiet();
  await page.context().close();
});

test('the browser’s language chooses among nl, de, fr and es; every other reads English, on a .nl host Dutch', async ({
  browser,
  request,
}) => {
  const words: [string, string, string][] = [
    ['nl-NL', 'nl', 'Log in op je account'],
    ['de-AT', 'de', 'Melden Sie sich an'],
    ['fr-FR', 'fr', 'Connectez-vous à votre compte'],
    ['es-MX', 'es', 'Inicie sesión en su cuenta'],
    ['ja-JP', 'en', 'Sign in to your account'],
  ];
  for (const [locale, lang, title] of words) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await openLogin(page);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.locator('input[name="email"]').fill('nobody@ways.test');
    await page.locator('input[name="password"]').fill('not the password');
    await page.locator('button[type="submit"]').click();
    await expect(refusalOf(page)).not.toBeEmpty();
    if (lang !== 'en') await expect(refusalOf(page)).not.toContainText('Incorrect email or password');
    await context.close();
  }
  const dutch = await request.get(`${addresses().app}/app/login?store=${DEMO_SHOP}`, {
    headers: { host: 'portal.example.nl', 'accept-language': 'en' },
  });
  expect(await dutch.text()).toMatch(/<html[^>]* lang="nl"/);
});

for (const [name, userAgent] of [
  ['a browser', undefined],
  ['Safari', SAFARI],
] as const) {
  test(`signing in inside a frame opens the app in a new tab, in ${name}`, async ({ browser }) => {
    const { sandbox, gatewayPort } = addresses();
    const gateway = `http://localhost:${String(gatewayPort)}`;
    const context = await browser.newContext(userAgent ? { userAgent } : {});
    const page = await context.newPage();
    await page.goto(`${sandbox}/admin/store/demo`);
    await page.evaluate((src) => {
      const made = document.createElement('iframe');
      Object.assign(made, { id: 'f', src, style: 'position:fixed;inset:0;width:100%;height:100%;z-index:9' });
      document.body.append(made);
    }, `${gateway}/app/login?store=${DEMO_SHOP}`);
    const frame = page.frameLocator('#f');
    await untilReady(frame);
    await expect(frame.locator('body')).toHaveAttribute('data-iframe', '');
    await expect(frame.getByText('opens in a new tab')).toBeVisible();
    await typeSignIn(frame, person, 'not the password');
    await expect(frame.getByRole('alert')).toHaveText('Incorrect email or password');
    await expect.poll(() => context.pages().length, 'a tab that was opened early is closed again').toBe(1);
    const opening = context.waitForEvent('page');
    await typeSignIn(frame, person);
    const tab = await opening;
    await tab.waitForURL(`${gateway}/app`);
    await expectHome(tab);
    await expect(frame.getByText('is open in another tab')).toBeVisible();
    await context.close();
  });
}

test('staff of the store sign in through the store admin', async ({ browser }) => {
  const { page } = await openPage(browser);
  await openLogin(page, '', `http://localhost:${String(addresses().gatewayPort)}`);
  await page.getByRole('link', { name: 'Do you work at the store?' }).click();
  await page.waitForURL('**/app');
  await expectHome(page);
  await page.goto(`${addresses().app}/app/account`);
  await expect(page.getByText('You sign in through the store admin')).toBeVisible();
  await page.context().close();
});

test('a page that fails says Unexpected Application Error!', async ({ browser }) => {
  const { page } = await openPage(browser);
  await openLogin(page);
  await typeSignIn(page, person);
  await page.waitForURL('**/app');
  await untilReady(page);
  await page.route('**/app/products.data**', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).first().click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.context().close();
});
