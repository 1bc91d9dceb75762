import { afterAll, beforeAll, expect, it } from 'vitest';
import { LAST_PAGE_TEXTS } from '#app/ui/shell/last-page/last-page-texts.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const BOTS = [BROWSER.replace('Chrome', 'HeadlessChrome'), 'Googlebot/2.1', 'curl/8.0', 'UptimeRobot/2.0'];
let store: BuiltStore;

beforeAll(async () => {
  await startProgram({ worker: false, screens: await openScreens() });
  store = await buildStore();
}, 120_000);
afterAll(() => program().stop());

async function openFirstScreen(userAgent: string): Promise<{ status: number; location: string | null; html: string }> {
  const query = new URLSearchParams({ shop: store.domain, host: btoa('admin.shopify.com/store/demo'), embedded: '1' });
  const answer = await fetch(`${program().url}/admin?${query.toString()}`, {
    headers: { 'user-agent': userAgent, accept: 'text/html' },
    redirect: 'manual',
  });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
}

it('store admin: the first screen answers whatever calls itself a bot exactly as it answers a browser', async () => {
  const { status, location } = await openFirstScreen(BROWSER);
  expect(status).toBeLessThan(400);
  for (const bot of BOTS) {
    const answer = await openFirstScreen(bot);
    expect([bot, answer.status, answer.location]).toEqual([bot, status, location]);
    expect(answer.html).not.toContain(LAST_PAGE_TEXTS.en.title);
  }
});
