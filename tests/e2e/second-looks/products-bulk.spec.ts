import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openAdminLayout, type Layout } from '../support/layouts.ts';
import { FJELL, openMarketplace } from '../support/marketplace.ts';

/** As many as a batch takes with PROVE=1; else more than a page of the list. */
const COUNT = process.env.PROVE === '1' ? 250 : 30;
const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

test('up to 250 found products are approved at once; one is refused, said why, and approved when it is tried again', async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const word = `crate${Date.now().toString(36)}`;
  const ids = await makeDrafts(word);
  const staff = await client.signIn(DEMO_ADMIN);
  const refused = ids[0] ?? '';
  // Somebody was quicker with one of them.
  await client.call(staff, 'PATCH', `/product-v2/${refused}/approve`, {});
  const admin = await openAdminLayout(browser);
  await admin.open(`/products?view=ALL&q=${word}`);
  await approveAllFound(admin);
  const { screen } = admin;
  await expect(screen.getByText(`Approval: ${String(COUNT)} products`)).toBeVisible();
  const done = (count: number) => screen.getByText(`${String(count)} of ${String(COUNT)} done.`, { exact: true });
  await expect(done(COUNT - 1)).toBeVisible({ timeout: 120_000 });
  await expect(screen.getByText('1 was refused:')).toBeVisible();
  await expect(screen.getByText('it is approved already')).toBeVisible();
  await client.call(staff, 'PATCH', `/product-v2/${refused}/unapprove`, { note: 'Once more' });
  await screen.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(done(COUNT)).toBeVisible({ timeout: 30_000 });
  await expect(screen.getByText('1 was refused:')).toHaveCount(0);
  const open = await client.call<{ products: object[] }>(staff, 'GET', `/products-v2?status=DRAFT&q=${word}`);
  expect(open.products).toEqual([]);
  admin.watch.expectQuiet();
});

async function makeDrafts(word: string): Promise<string[]> {
  const maker = await client.signIn(FJELL.email);
  const ids: string[] = [];
  for (let number = 1; number <= COUNT; number++) {
    const product = { title: `Crate ${String(number)} ${word}`, variants: [{ price: '12.00', stock: 3 }] };
    const make = () => client.call<{ productId: string }>(maker, 'PUT', '/products-v2', { product });
    // So many at once are held up by the limit of calls, which passes; anything else is a fault.
    await expect
      .poll(
        async () => {
          const answer = await make().catch((error: unknown) => {
            if (!String(error).includes('(429)')) throw error;
          });
          if (answer) ids[number - 1] = answer.productId;
          return answer !== undefined;
        },
        { timeout: 90_000, intervals: [1000, 5000] },
      )
      .toBe(true);
  }
  return ids;
}

async function approveAllFound({ screen }: Layout): Promise<void> {
  await screen.getByRole('table').getByRole('checkbox').first().check({ force: true });
  await screen.getByRole('button', { name: 'Select all matching (up to 250)' }).first().click();
  await screen
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
}
