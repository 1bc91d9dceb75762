import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import type { LivedOrder } from '#tests/factories/orders/shared-orders.ts';
import { differingOf, startPairedWorld, type PairedWorld } from '#tests/factories/shared-world.ts';
import type { Caller } from '#tests/support/api.ts';
import {
  commonFormOf,
  differencesOf,
  leakedNumbers,
  leakedWords,
  OWN,
  pageTextOf,
  SECRET,
  shownOf,
  OUTSIDER,
  type Differing,
} from '#tests/support/leaks.ts';
import type { Side } from '#tests/support/probe.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens, routes } from '#tests/support/screens.ts';

let world: PairedWorld;

beforeAll(async () => {
  await startProgram({ sandbox: true, screens: await openScreens() });
  const store = await installDemoStore();
  world = await startPairedWorld(store, await buildAdmin({ store }));
}, 300_000);
afterAll(() => program().stop());

/** Places of screens that name no order: nothing of an order stands behind them without one of their own. */
const OTHER_SCREENS = /:(?!orderId)|\*|\.csv$/;

/** Every screen of a vendor's portal: those of an order for each order. */
function placesOf(lived: readonly LivedOrder[]): { what: string; path: string }[] {
  const screens = routes.filter(({ parentId, path }) => parentId === 'surface/app' && !OTHER_SCREENS.test(path ?? ''));
  return screens.flatMap(({ path = '' }) =>
    path.includes(':orderId')
      ? lived.map(({ scenario: life, sold }) => ({
          what: `${path} ${life}`,
          path: `/app/${path.replace(':orderId', sold.id)}`,
        }))
      : [{ what: path, path: `/app/${path}` }],
  );
}

/** Every page as somebody gets it, by what it is. */
async function pagesOf(lived: readonly LivedOrder[], { cookie = '' }: Caller): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const { what, path } of placesOf(lived)) {
    const answer = await fetch(`${program().url}${path}`, { headers: { cookie }, redirect: 'manual' });
    pages.set(what, `${answer.status} ${pageTextOf(await answer.text())}`);
  }
  return pages;
}

const commonPages = (pages: ReadonlyMap<string, string>, side: Side, lived: readonly LivedOrder[]) => {
  const which: Differing = differingOf(side, lived);
  return Object.fromEntries([...pages].map(([what, page]) => [what, commonFormOf(shownOf(page), which)]));
};

describe('the screens of two vendors in one order', () => {
  it('show nothing of one another: no word, no amount, no count, no sum, neither shown nor in their data', async () => {
    const { reader, counterpart: twin, outsider, shared, alone, secrets } = world;
    const own = await pagesOf(shared, outsider.member);
    expect([...own.values()].flatMap(leakedWords)).toEqual(expect.arrayContaining([SECRET, OUTSIDER]));
    expect([...own.values()].flatMap((page) => leakedNumbers(page, secrets)).length).toBeGreaterThan(50);

    const pages = await pagesOf(shared, reader.member);
    const pairedPages = await pagesOf(alone, twin.member);
    const leaks = [...pages].flatMap(([what, page]) => {
      // A number that the twin’s page has too is none of the stranger’s.
      const chance = leakedNumbers(pairedPages.get(what) ?? '', secrets);
      const numbers = leakedNumbers(page, secrets).filter((number) => !chance.includes(number));
      return [...leakedWords(page), ...numbers].map((leak) => `${what}: ${leak}`);
    });
    expect(leaks).toEqual([]);
    const statuses = [...pages.values()].map((page) => page.slice(0, 3));
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(15);
    expect(statuses.filter((status) => status.startsWith('5'))).toEqual([]);
    expect([...pages.values()].join().split(OWN).length, 'the screens show the reader’s own words').toBeGreaterThan(
      100,
    );

    // Payments are counted up whoever gets them, so that their list is another one for the twin, who was paid later.
    for (const all of [pages, pairedPages]) {
      all.delete('money/payouts');
      // The bell says the same to both, and leads to the payment by its number.
      all.set('notices', (all.get('notices') ?? '').replaceAll(/\/money\/payouts\/\d+/g, '/money/payouts/n'));
    }
    expect(differencesOf(commonPages(pages, reader, shared), commonPages(pairedPages, twin, alone))).toEqual([]);
  }, 120_000);
});
