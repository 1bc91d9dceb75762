import { expect, test, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();

/** The texts of a card that loads after the order, which nothing else on its page names. */
const TEXTS_OF_CARD = '**/app/assets/texts-en-integrations-*.js';
/** The editor of formatted text, which loads when somebody is about to write. */
const EDITOR = '**/app/assets/rich-text-editor-*.js';

test.afterEach(({ browser }) => closeWindows(browser));

/** Keeps a file from a page until what it returns is called. */
async function holdBack(page: Page, file: string): Promise<() => void> {
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(file, async (route) => {
    await late;
    await route.continue();
  });
  return arrive;
}

test('an editor that arrives late writes what was typed after a tool with it, and what was typed before without', async ({
  browser,
}) => {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page, watch } = vendor;
  const arrive = await holdBack(page, EDITOR);
  await vendor.open('/products/new');
  await page.getByRole('textbox', { name: 'Description', exact: true }).click();
  await page.keyboard.type('Glazed ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('stoneware');
  arrive();
  const editor = page.locator('[contenteditable=true]');
  await expect(editor).toHaveText('Glazed stoneware');
  await expect(editor.locator('strong')).toHaveText('stoneware');
  watch.expectQuiet();
});

test('a card whose texts arrive late leaves the page and its buttons in place', async ({ browser }) => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { integrations: { enabled: true } } });
  const { id } = await client.control<{ id: string }>('POST', '/orders', {
    email: 'mara@buyer.test',
    lines: [{ vendor: NORDLYS.name, title: 'Vase', price: '12.00', quantity: 1 }],
    shippingPrice: '4.00',
  });
  await client.control('POST', '/drain', {});
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page, screen, watch } = vendor;
  const requested = page.waitForRequest(TEXTS_OF_CARD);
  const arrive = await holdBack(page, TEXTS_OF_CARD);
  await vendor.open(`/orders/${id}`);
  await requested;
  const heading = screen.getByRole('heading', { level: 1 });
  const title = (await heading.textContent()) ?? '';
  await screen.getByRole('button', { name: 'Language: English' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(heading).toHaveText(title);
  arrive();
  await expect(screen.getByRole('dialog').getByText('Open the next order to ship')).toBeVisible();
  await expect(heading).toHaveText(title);
  watch.expectQuiet();
});
