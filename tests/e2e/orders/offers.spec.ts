import { expect, test, type Page } from '@playwright/test';
import type { OfferDto } from '#app/features/offers/offers.contract.ts';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow, untilReady } from '../support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { newestMail } from '../support/sign-in-people.ts';

const client = openMarketplace();
const BUYER = `ada-${Date.now().toString(36)}@buyers.test`;

test.beforeAll(async () => {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  const granted = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
  const scopes = [...granted, 'write_draft_orders'];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes: [...new Set(scopes)] });
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { makeAnOffer: { enabled: true } } });
});
test.afterEach(({ browser }) => closeWindows(browser));

test('an offer is countered, accepted by its link, paid, and split at the accepted price', async ({ browser }) => {
  test.setTimeout(120_000);
  const { page: buyer, watch } = await openWindow(browser);
  const prices = await test.step('a buyer offers a price beside the product', () => makeOffer(buyer));

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await test.step('the vendor finds it and names another price', async () => {
    const { page } = vendor;
    await vendor.open('/');
    await vendor.follow('Inbox');
    await page.getByRole('tab', { name: /^Offers/ }).click();
    await page.getByRole('link').filter({ hasText: prices.title }).or(page.getByText(prices.title)).first().click();
    await expect(page.getByText('a•••@buyers.test')).toBeVisible();
    await page.getByRole('button', { name: 'Make counteroffer' }).click();
    await page.getByLabel('Your price for one').fill(prices.counter);
    await page.getByRole('button', { name: 'Send counteroffer' }).click();
    await expect(page.getByText('Counteroffer').first()).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
  });

  await test.step('the buyer accepts by the link of the mail, without script, and pays', () => acceptAndPay(buyer));
  await test.step('the marketplace sees it paid, and what it comes to for the vendor', async () => {
    await client.control('POST', '/drain', {});
    const admin = await openAdminLayout(browser, { width: 390 });
    await admin.open('/offers');
    await admin.screen.getByText(prices.title).first().click();
    await expect(admin.screen.getByText('The buyer paid the agreed price.')).toBeVisible();
    expect(await listBarriers(admin.page)).toEqual([]);
    const staff = await client.signIn(DEMO_ADMIN);
    const { offers } = await client.call<{ offers: OfferDto[] }>(staff, 'GET', `/offers?q=${BUYER}`);
    const orderId = offers[0]?.order?.id ?? '';
    await admin.open(`/orders/${orderId}`);
    await expect(admin.screen.getByText(`$${prices.counter}`).first()).toBeVisible();
    await admin.action('Show the offer').click();
    await expect(admin.screen.getByText('The buyer paid the agreed price.')).toBeVisible();
    admin.watch.expectQuiet();
  });
  watch.expectQuiet();
  vendor.watch.expectQuiet();
});

type Prices = { title: string; counter: string };

async function makeOffer(page: Page): Promise<Prices> {
  const { sandbox } = addresses();
  const found = await (await fetch(`${sandbox}/store/demo/search?q=nordlys`)).text();
  await page.goto(`${sandbox}${/href="(\/store\/demo\/products\/[^"]+)"/.exec(found)?.[1] ?? ''}`);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.locator('summary', { hasText: 'Make an offer' }).click();
  const form = page.getByRole('form', { name: 'Make an offer' });
  const hint = form.getByText(/^At least \$/);
  await expect(hint).toBeVisible();
  const least = Number(/[\d.]+/.exec((await hint.textContent()) ?? '')?.[0]);
  await form.getByLabel('Email').fill(BUYER);
  await form.getByLabel('Your price for one').fill('0.01');
  await form.getByLabel('Quantity').fill('2');
  await form.getByRole('button', { name: 'Send offer' }).click();
  await expect(form.getByText(/Offer at least \$/)).toBeVisible();
  await form.getByLabel('Your price for one').fill(least.toFixed(2));
  await expect(form.getByText(`$${(least * 2).toFixed(2)} in total`)).toBeVisible();
  await form.getByRole('button', { name: 'Send offer' }).click();
  await expect(form.getByText('The seller answers your offer by email.')).toBeVisible();
  return { title, counter: (least + 1).toFixed(2) };
}

async function acceptAndPay(page: Page): Promise<void> {
  const countered = await newestMail(client, BUYER);
  const link = /href="([^"]*\/offer\?[^"]*)"/.exec(countered.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  await page.goto(link);
  await untilReady(page);
  await expect(page.getByText(`${NORDLYS.name} names another price`)).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: /^Accept \$/ }).click();
  await expect(page.getByText('The price is agreed')).toBeVisible();
  const accepted = await newestMail(client, BUYER);
  expect(accepted.subject).toContain('was accepted');
  const invoice = /href="([^"]*\/invoices\/[^"]*)"/.exec(accepted.html)?.[1] ?? '';
  await page.goto(invoice);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
}
