import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openPortalLayout } from '../support/layouts.ts';
import { openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const CLAY = { name: 'Clay & Co', email: 'clay-and-co@demo.test' };

test.afterEach(({ browser }) => closeWindows(browser));

type Keys = { consumerKey: string; consumerSecret: string };

test('a vendor on a phone connects its store of WooCommerce with its keys, and sees its products come in', async ({
  browser,
}, info) => {
  const host = `clay-${String(info.repeatEachIndex)}-${String(info.retry)}.woo.test`;
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { integrations: { enabled: true } } });
  await client.call(admin, 'POST', `/vendors/${encodeURIComponent(CLAY.name)}`, {
    identity: CLAY.email,
    confirm: true,
  });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(CLAY.email);
  const keys = await client.control<Keys>('POST', '/woo-stores', { host });
  const title = `Salt pig ${host}`;
  await client.control('POST', `/woo-stores/${host}/products`, { name: title, sku: host, price: '18.00', stock: 4 });

  const vendor = await openPortalLayout(browser, { email: CLAY.email, width: 390 });
  const { page, screen } = vendor;
  await vendor.open('/settings/integrations');
  await screen.getByText('WooCommerce', { exact: true }).click();
  await screen.getByLabel('Address of your store').fill(`https://${host}/`);
  await screen.getByLabel('Consumer key').fill(keys.consumerKey);
  await screen.getByLabel('Consumer secret').fill('cs_typed_wrong');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'connect-woocommerce-390');
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(screen.getByText('The store does not know this key and secret')).toBeVisible();
  await screen.getByLabel('Consumer secret').fill(keys.consumerSecret);
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(screen.getByRole('heading', { name: host })).toBeVisible();
  await vendor.expectToast('Store connected');
  await screen.getByRole('link', { name: 'Choose products' }).click();
  await screen.getByRole('button', { name: `Sync: ${title}` }).click();
  await expect(screen.getByText('In sync', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await listBarriers(page)).toEqual([]);

  const german = await openPortalLayout(browser, { email: CLAY.email, width: 1440, locale: 'de' });
  await client.call(await client.signIn(CLAY.email), 'DELETE', '/integrations/keys', { store: true });
  await german.open('/settings/integrations');
  await german.screen.getByText('WooCommerce', { exact: true }).click();
  await expect(german.screen.getByText(/^Öffnen Sie in WooCommerce/)).toBeVisible();
  expect(await listBarriers(german.page)).toEqual([]);
  await keepPicture(german.page, 'connect-woocommerce-1440-de');
});
