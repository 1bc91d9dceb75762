import { readFileSync } from 'node:fs';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';
import { at } from '#scripts/paths.ts';

/**
 * The library's own text, the small one. Each frame hears the others: a screen of the app stands in a frame of the store admin,
 * at another origin.
 */
const AXE = `${readFileSync(at('node_modules/axe-core/axe.min.js'), 'utf8')};
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

type Barrier = { id: string; impact: axe.ImpactValue | undefined; nodes: string[] };

/**
 * What axe finds on a page and its frames that is serious or worse (or at all, with `any`), a line each. Every rule is on and
 * nothing is left out; only the report of what is well is not written. It runs where the page is: the usual wrapper carries all
 * that was looked at out of the browser, into a page of its own, and takes five times as long.
 */
export async function listBarriers(page: Page, o: { any?: boolean } = {}): Promise<string[]> {
  const [main, ...children] = page.frames();
  // A frame whose document keeps scripts out answers nothing, and axe goes on without it.
  await Promise.all(children.map((frame) => load(frame).catch(() => undefined)));
  if (main) await load(main);
  const barriers = await page.evaluate<Barrier[]>(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map((node) => node.html) }));
  });
  return barriers
    .filter(({ impact }) => o.any === true || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((html) => html.slice(0, 160)).join(' | ')}`);
}

/** Puts axe into a frame, and waits until what moves or fades there stands: half faded, a text has no contrast. */
async function load(frame: Frame): Promise<void> {
  await frame.evaluate(AXE);
  await frame.evaluate(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // One that is taken away before its end rejects.
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}
