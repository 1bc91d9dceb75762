import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

for (const [layout, width] of [
  ['admin', 1440],
  ['portal', 390],
] as const) {
  test(`an admin sets when vendors are paid and sees the next runs while typing, in the ${layout} at ${width} px`, async ({
    browser,
  }) => {
    const opened =
      layout === 'admin'
        ? await openAdminLayout(browser)
        : await openPortalLayout(browser, { email: DEMO_ADMIN, width });
    const { page, screen, watch } = opened;
    await opened.open('/payments/payouts');
    const runs = screen.getByRole('region', { name: 'Next payouts' });
    const schedule = screen.getByRole('region', { name: 'Automatic payouts' });
    await schedule.getByText('On a schedule (recommended: fewer transfers)').click();
    await schedule.getByLabel('When', { exact: true }).selectOption({ label: 'On a weekday of the month' });
    await schedule.getByLabel('Which one').selectOption({ label: 'The last' });
    await schedule.getByLabel('Weekday', { exact: true }).selectOption({ label: 'Friday' });
    await schedule.getByLabel('Time (such as 10:00)').fill('17:3');
    await expect(runs.getByText('Fill in the schedule to see when it pays.')).toBeVisible();
    await schedule.getByLabel('Time (such as 10:00)').fill('17:30');
    const items = runs.getByRole('listitem');
    await expect(items).toHaveCount(5);
    for (const text of await items.allTextContents()) expect(text).toMatch(/^Friday.* 17:30$/);
    await expect(runs.getByText('In the time zone of the store: Amsterdam')).toBeVisible();

    const days = screen.getByLabel('Holding period in days');
    await days.fill('91');
    await opened.save();
    await expect(screen.getByText('A whole number from 0 to 90')).toBeVisible();
    await days.fill('14');
    await screen.getByLabel('Minimum amount').fill('25.005');
    await opened.save();
    await expect(screen.getByText('At most 2 decimal places')).toBeVisible();
    await screen.getByLabel('Minimum amount').fill(width === 390 ? '30' : '25');
    await opened.save();
    await opened.expectToast('Saved. Applies to future payouts.');

    await opened.open('/payments/payouts');
    await expect(screen.getByLabel('Minimum amount')).toHaveValue(width === 390 ? '30.00' : '25.00');
    await expect(schedule.getByLabel('Which one')).toHaveValue('last');
    await expect(items).toHaveCount(5);
    // After the reload, so that no message of what was saved stands before the page.
    expect(await listBarriers(page)).toEqual([]);
    await keepPicture(page, `payout-settings-${layout}`);
    // So that the other layout begins where this one did.
    await schedule.getByText('Off: pay manually').click();
    await expect(runs.getByText('Automatic payouts are off.')).toBeVisible();
    await opened.save();
    await opened.expectToast('Saved. Applies to future payouts.');
    if (layout === 'portal')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    watch.expectQuiet();
  });
}

test('amounts stand in German with a comma, and a page that nobody touched has nothing to save', async ({
  browser,
}) => {
  const portal = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  await portal.open('/payments/payouts');
  const minimum = portal.page.getByLabel('Mindestbetrag');
  await expect(minimum).toHaveValue(/^\d+,\d\d$/);
  await expect(portal.page.getByRole('button', { name: 'Speichern' })).toHaveCount(0);
  await minimum.fill('1.234,5');
  await minimum.blur();
  await expect(minimum).toHaveValue('1234,5');
  await expect(portal.page.getByRole('button', { name: 'Speichern' })).toBeVisible();
});
