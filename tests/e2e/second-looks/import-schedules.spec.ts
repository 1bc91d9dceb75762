import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const FEEDS = '/programs/supplier.programs.test/feeds';

test.beforeEach(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { integrations: { enabled: true } } });
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a vendor on a phone goes from the import to a schedule, sees why it fails, mends it and sees what came in', async ({
  browser,
}, info) => {
  const file = `stock-${String(info.repeatEachIndex)}-${String(info.retry)}.csv`;
  const sku = `SUP-${file}`;
  const login = { username: 'nordlys', password: 'clay' };
  await client.control('POST', `${FEEDS}/${file}`, { text: `Title,SKU,Price,Stock\nJug,${sku},18.00,4\n`, ...login });
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { screen, page } = vendor;
  await vendor.open('/products/import');
  await screen.getByRole('link', { name: 'Import a file on a schedule' }).click();
  await expect(screen.getByRole('heading', { name: 'File and schedule' })).toBeVisible();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Stock of the potter');
  await screen.getByRole('textbox', { name: 'Address of the file' }).fill('http://supplier.programs.test/x.csv');
  await screen.getByRole('button', { name: 'Schedule import' }).click();
  await expect(screen.getByText('Must be the https:// or sftp:// address of a file').first()).toBeVisible();
  const address = `https://supplier.programs.test/feeds/${file}`;
  await screen.getByRole('textbox', { name: 'Address of the file' }).fill(address);
  await screen.getByRole('textbox', { name: 'User name' }).fill(login.username);
  await screen.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await keepPicture(page, 'import-schedules-390');
  await screen.getByRole('button', { name: 'Schedule import' }).click();
  await vendor.expectToast(/The import is scheduled/);
  await expect(screen.getByText('The server refuses the user name or password')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'import-schedule-failing-390');

  await screen.getByRole('textbox', { name: 'Password' }).fill(login.password);
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await vendor.expectToast(/Saved/);
  await expect(screen.getByText('1 product created')).toBeVisible();
  await expect(screen.getByText('The server refuses the user name or password')).toHaveCount(0);
  await keepPicture(page, 'import-schedule-390');
  vendor.watch.expectQuiet();
});

test('an admin adds one of the marketplace in the store admin, in German, runs it, switches it off and deletes it', async ({
  browser,
}, info) => {
  const file = `alle-${String(info.repeatEachIndex)}-${String(info.retry)}.csv`;
  await client.control('POST', `${FEEDS}/${file}`, { text: 'Notiz\nnichts\n' });
  const admin = await openAdminLayout(browser, { locale: 'de' });
  const { screen, page } = admin;
  await admin.open('/settings/imports');
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Großhandel');
  await screen.getByRole('textbox', { name: 'Adresse der Datei' }).fill(`https://supplier.programs.test/feeds/${file}`);
  await screen.getByRole('combobox', { name: 'Wie oft' }).selectOption('Jede Woche');
  await screen.getByRole('button', { name: 'Import planen' }).click();
  await admin.expectToast(/Der Import ist geplant/);
  await expect(screen.getByText('Keine Zeile der Datei kann importiert werden')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'import-schedule-frame-de');
  await admin.choose('Jetzt ausführen', 'Weitere Aktionen');
  await admin.expectToast('Der Import läuft jetzt');
  await admin.choose('Ausschalten', 'Weitere Aktionen');
  await admin.expectToast('Ausgeschaltet');
  await admin.open('/settings/imports');
  await expect(screen.getByText('Jede Woche', { exact: true }).first()).toBeVisible();
  await keepPicture(page, 'import-schedules-frame-de');
  await admin.open('/settings/integrations');
  await expect(screen.getByRole('heading', { name: 'Ihr Shop' })).toBeVisible();
  await keepPicture(page, 'connections-frame-de');
  await admin.open('/settings/imports');
  await screen.getByRole('link', { name: 'Großhandel' }).click();
  await admin.action('Löschen').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
  await admin.expectToast('Der geplante Import ist gelöscht');
  admin.watch.expectQuiet();
});
