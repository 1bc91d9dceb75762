import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Layout } from './layouts.ts';
import { addresses, openMarketplace } from './marketplace.ts';

/** What would run, call out or take the page over, if anything drew it as it stands. */
export const HOSTILE = `<img src=x alt=x onerror="alert('ran')"><script>alert('ran')</script><style>body{display:none}</style>`;

/** What a page said from now on that only a script can say. */
export function listenTo(page: Page): string[] {
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  return ran;
}

/** Nothing of what is hostile became part of the page: it stands there as words, or not at all. */
export async function expectHarmless(root: Locator): Promise<void> {
  await expect(root.locator('[onerror], [onclick], a[href^="javascript"]')).toHaveCount(0);
  expect(await root.locator('script, style').evaluateAll((all) => all.map((one) => one.textContent))).not.toContain(
    "alert('ran')",
  );
  await expect(root.locator('body')).toBeVisible();
}

/** The file that a list's export brings. */
export async function exported(layout: Layout): Promise<string> {
  const downloading = layout.page.waitForEvent('download');
  await layout.action('Export').click();
  return readFile(await (await downloading).path(), 'utf8');
}

/** Waits for a mail to somebody that says something, however many others came. Resolves to its id. */
export async function findMail(to: string, words: string): Promise<string> {
  const client = openMarketplace();
  await client.control('POST', '/drain', {});
  let id: string | undefined;
  await expect(async () => {
    const mails = await client.control<{ id: string; html: string }[]>('GET', `/mail?to=${encodeURIComponent(to)}`);
    ({ id } = mails.find(({ html }) => html.includes(words)) ?? {});
    expect(id, `a mail to ${to} is about the product`).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return id ?? '';
}

/** Looks at a mail to each of some people that says something, as they would. */
export async function expectHarmlessMails(page: Page, people: readonly string[], words: string): Promise<void> {
  const ran = listenTo(page);
  for (const to of people) {
    const body = page.frameLocator('.mail-body');
    await page.goto(`${addresses().sandbox}/mail/${await findMail(to, words)}`);
    await expect(body.getByText(words).first()).toBeVisible();
    await expectHarmless(body.locator('html'));
  }
  expect(ran).toEqual([]);
}
