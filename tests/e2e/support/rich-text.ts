import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** Writes over a formatted text, which becomes an editor with the focus. */
export async function fillRichText(place: Page | FrameLocator, label: string, text: string): Promise<void> {
  await (await openRichText(place, label)).fill(text);
}

/** The editor of a formatted text, with the focus. */
export async function openRichText(place: Page | FrameLocator, label: string): Promise<Locator> {
  const field = place.getByRole('textbox', { name: label, exact: true });
  await field.click();
  const editor = field.and(place.locator('[contenteditable=true]'));
  await expect(editor).toBeFocused();
  return editor;
}
