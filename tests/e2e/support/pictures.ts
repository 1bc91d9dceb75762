import type { Locator, Page } from '@playwright/test';
import { at } from '#scripts/paths.ts';
import { isProof } from '#tests/support/scale.ts';

/** Keeps a picture for looking at in .local/e2e-pictures, where E2E_PICTURES is set or in a proof: drawing one takes as long as a page. */
export async function keepPicture(shown: Page | Locator, name: string): Promise<void> {
  if (!isProof && !process.env.E2E_PICTURES) return;
  const path = at('.local/e2e-pictures', `${name}.png`);
  await ('goto' in shown ? shown.screenshot({ path, fullPage: true }) : shown.screenshot({ path }));
}
