import { expect, test } from '@playwright/test';
import { closeWindows, openAdminLayout } from './support/layouts.ts';
import { keepPicture } from './support/pictures.ts';

test.afterEach(({ browser }) => closeWindows(browser));

test('an admin pauses everything outgoing after a question, and resumes it with a note of what was compared', async ({
  browser,
}) => {
  const layout = await openAdminLayout(browser, { width: 1440 });
  const { page, screen } = layout;
  await layout.open('/deliveries');
  await screen.getByRole('button', { name: 'Pause everything outgoing' }).click();
  const question = screen.getByRole('dialog');
  await expect(question.getByText(/will wait until someone resumes them/)).toBeVisible();
  await question.getByRole('button', { name: 'Pause everything outgoing' }).click();
  await expect(screen.getByText(/^Paused since .*: an admin paused it$/)).toBeVisible();
  await keepPicture(page, 'hold-1440');

  await screen.getByRole('button', { name: 'Resume' }).click();
  const note = screen.getByRole('dialog');
  await note.getByLabel('What you compared').fill('no');
  await note.getByRole('button', { name: 'Resume' }).click();
  await expect(note.getByText('Enter at least 3 characters about what you compared.')).toBeVisible();
  await note.getByLabel('What you compared').fill('Stripe, PayPal and Shippo of today');
  await note.getByRole('button', { name: 'Resume' }).click();
  await expect(screen.getByText(/^Nothing is paused/)).toBeVisible();
});
