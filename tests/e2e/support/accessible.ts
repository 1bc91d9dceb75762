import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds on a page and its frames that is serious or worse (or at all, with `any`), a line each. Every rule is on and
 * nothing is left out; only the report of what is well is not written, which takes most of its time.
 */
export async function listBarriers(page: Page, o: { any?: boolean } = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  return violations
    .filter(({ impact }) => o.any === true || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}
