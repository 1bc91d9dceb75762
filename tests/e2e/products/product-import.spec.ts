import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

test.afterEach(({ browser }) => closeWindows(browser));

const table = (key: string) =>
  [
    'Article;SKU;Name;Price;Stock;Colour',
    `1;${key}-1;Imported cup;12,50;4;Blue`,
    `2;${key}-2;Imported cup;12,50;Untracked;Red`,
    `3;${key}-3;Imported plate;nine;2;`,
    `4;;Nameless;9;2;`,
    `5;${key}-5;Imported jug;30;2;`,
  ].join('\r\n');
const fileOf = (key: string) => ({
  name: `spring-${key.toLowerCase()}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(table(key), 'utf8'),
});

test('a vendor on a phone uploads a table, maps a column, imports what is right and downloads the rest', async ({
  browser,
}, info) => {
  const key = `E2E${String(info.repeatEachIndex)}X${String(info.retry)}`;
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { screen, page } = vendor;
  await vendor.open('/products/import');
  const sample = page.waitForEvent('download');
  await screen.getByRole('button', { name: 'Download sample file' }).click();
  expect(await readFile(await (await sample).path(), 'utf8')).toContain('option3_value');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'product-import-upload-390');

  await screen.locator('input[type="file"]').setInputFiles(fileOf(key));
  await expect(screen.getByLabel('Import “Article” as')).toHaveValue('');
  await expect(screen.getByLabel('Import “Name” as')).toHaveValue('title');
  await expect(screen.getByText('Line 3 This variant appears twice')).toBeVisible();
  await expect(screen.getByText('1 of 2 variants can be imported')).toBeVisible();
  await expect(screen.getByText('These columns are not imported')).toBeVisible();
  await screen.getByLabel('Import “Colour” as').selectOption('option1Value');
  await expect(screen.getByLabel('Option 1 name')).toHaveValue('Colour');
  await expect(screen.getByText('2 products will be created.')).toBeVisible();
  await expect(screen.getByText('Line 4 Must be a number')).toBeVisible();
  await expect(screen.getByText('Line 5 Required field')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await keepPicture(page, 'product-import-map-390');

  await screen.getByRole('button', { name: 'Show products' }).click();
  await expect(screen.getByRole('checkbox', { name: 'Imported jug' })).toBeChecked();
  expect(await listBarriers(page)).toEqual([]);

  await vendor.action('Import 3 rows').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(screen.getByText('The import is finished. Some rows were not imported.')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'product-import-result-390');
  const failed = page.waitForEvent('download');
  await screen.getByRole('button', { name: 'Download failed rows' }).click();
  expect(await readFile(await (await failed).path(), 'utf8')).toContain('Price: Must be a number');
  await vendor.action('View products').click();
  await expect(screen.getByText('Imported cup').first()).toBeVisible();
  vendor.watch.expectQuiet();
});

test('the marketplace reaches the import from the products and says whose rows are, also in German', async ({
  browser,
}, info) => {
  const admin = await openAdminLayout(browser);
  await admin.open('/products');
  await admin.action('Bulk upload').click();
  const key = `ADM${String(info.repeatEachIndex)}X${String(info.retry)}`;
  await admin.screen.locator('input[type="file"]').setInputFiles(fileOf(key));
  await expect(admin.screen.getByText('Lines 2-6 Required field')).toBeVisible();
  await admin.screen.getByLabel('Vendor for rows without one').selectOption(NORDLYS.name);
  await expect(admin.screen.getByText('1 row is ready to import.')).toBeVisible();
  expect(await listBarriers(admin.page)).toEqual([]);
  await keepPicture(admin.page, 'product-import-map-1440');

  const german = await openPortalLayout(browser, { email: NORDLYS.email, locale: 'de' });
  await german.open('/products/import');
  await german.screen.locator('input[type="file"]').setInputFiles(fileOf(`D${key}`));
  await expect(german.screen.getByText('1 Zeile kann importiert werden.')).toBeVisible();
  await keepPicture(german.page, 'product-import-map-de-1440');
});

for (const { at, width, locale, words } of [
  {
    at: 'the portal on a phone',
    width: 390,
    locale: 'de',
    words: { start: '1 Zeile importieren', yes: 'Importieren', undo: 'Import rückgängig machen' },
  },
  {
    at: 'the store admin',
    width: 1440,
    locale: 'en',
    words: { start: 'Import 1 row', yes: 'Import', undo: 'Undo import' },
  },
]) {
  test(`an import is undone in ${at}, which says what was archived`, async ({ browser }, info) => {
    const isPortal = width === 390;
    const layout = isPortal
      ? await openPortalLayout(browser, { email: NORDLYS.email, width, locale })
      : await openAdminLayout(browser, { width, locale });
    const { screen, page } = layout;
    const key = `UNDO${String(width)}X${String(info.repeatEachIndex)}X${String(info.retry)}`;
    await layout.open('/products/import');
    const vendor = isPortal ? '' : NORDLYS.name;
    const buffer = Buffer.from(`sku,title,price,vendor\n${key}-1,Undone jug,30,${vendor}\n`, 'utf8');
    await screen.locator('input[type="file"]').setInputFiles({ name: 'undone.csv', mimeType: 'text/csv', buffer });
    await layout.action(words.start).click();
    await screen.getByRole('dialog').getByRole('button', { name: words.yes, exact: true }).click();
    const isGerman = locale === 'de';
    await expect(
      screen.getByText(
        isGerman ? /Sie können diesen Import bis .* rückgängig machen/ : /You can undo this import until/,
      ),
    ).toBeVisible();
    await screen.getByRole('button', { name: words.undo, exact: true }).click();
    expect(await listBarriers(page)).toEqual([]);
    await screen.getByRole('dialog').getByRole('button', { name: words.undo, exact: true }).click();
    await expect(
      screen.getByText(isGerman ? 'Der Import ist rückgängig gemacht.' : 'The import is undone.'),
    ).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await keepPicture(page, `product-import-undone-${locale}-${String(width)}`);
    await layout.open('/products/import');
    await expect(
      screen
        .getByText(
          isGerman ? /Rückgängig gemacht: 0 wiederhergestellt, 1 archiviert/ : /Undone: 0 restored, 1 archived/,
        )
        .first(),
    ).toBeVisible();
    layout.watch.expectQuiet();
  });
}

for (const { at, width, locale, words } of [
  {
    at: 'the portal on a phone',
    width: 390,
    locale: 'de',
    words: {
      name: 'Name der Vorlage',
      save: 'Vorlage speichern',
      matched: /wird verwendet, weil die Überschriften gleich sind/,
      back: 'Automatisch zuordnen',
      choose: 'Vorlage wählen',
      missing: /Die Vorlage hat eine Spalte, die dieser Datei fehlt: Etikett/,
      replace: 'Ersetzen',
      remove: 'Vorlage löschen',
      removeYes: 'Löschen',
    },
  },
  {
    at: 'the store admin',
    width: 1440,
    locale: 'en',
    words: {
      name: 'Template name',
      save: 'Save template',
      matched: /is used because the headers are the same/,
      back: 'Use automatic matching',
      choose: 'Choose a template',
      missing: /The template has a column that this file lacks: Etikett/,
      replace: 'Replace',
      remove: 'Delete template',
      removeYes: 'Delete',
    },
  },
]) {
  test(`a template maps the next file of its headers in ${at}, is replaced and deleted`, async ({ browser }, info) => {
    const layout =
      width === 390
        ? await openPortalLayout(browser, { email: NORDLYS.email, width, locale })
        : await openAdminLayout(browser, { width, locale });
    const { screen, page } = layout;
    const key = `TPL${String(width)}X${String(info.repeatEachIndex)}X${String(info.retry)}`;
    const name = `Supplier ${key}`;
    const upload = async (headers: string): Promise<void> => {
      await layout.open('/products/import');
      const buffer = Buffer.from(`${headers}\n${key};Mapped cup;9\n`, 'utf8');
      await screen.locator('input[type="file"]').setInputFiles({ name: 'supplier.csv', mimeType: 'text/csv', buffer });
      await expect(column('Kennung')).toBeVisible();
    };
    const column = (header: string) => screen.getByRole('combobox', { name: new RegExp(`[“„]${header}[”“]`) });
    const headers = `Kennung;Etikett;${key}`;
    await upload(headers);
    await column('Kennung').selectOption('sku');
    await column('Etikett').selectOption('title');
    await column(key).selectOption('price');
    await screen.getByLabel(words.name).fill(name);
    await screen.getByRole('button', { name: words.save }).click();
    await expect(screen.getByLabel(words.choose)).toHaveValue(name);

    await upload(headers);
    await expect(screen.getByText(words.matched)).toBeVisible();
    await expect(column('Etikett')).toHaveValue('title');
    expect(await listBarriers(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await keepPicture(page, `product-import-template-${locale}-${String(width)}`);
    await screen.getByRole('button', { name: words.back }).click();
    await expect(column('Etikett')).toHaveValue('');

    await upload(`Kennung;Other;${key}`);
    await screen.getByLabel(words.choose).selectOption(name);
    await expect(screen.getByText(words.missing)).toBeVisible();
    await expect(column('Kennung')).toHaveValue('sku');
    await screen.getByRole('button', { name: words.save }).click();
    await screen.getByRole('dialog').getByRole('button', { name: words.replace, exact: true }).click();
    await expect(screen.getByText(words.missing)).toBeHidden();
    await screen.getByRole('button', { name: words.remove }).click();
    await screen.getByRole('dialog').getByRole('button', { name: words.removeYes, exact: true }).click();
    await expect(screen.getByRole('button', { name: words.remove })).toBeHidden();
    await expect(screen.locator('option', { hasText: name })).toHaveCount(0);
  });
}
