import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';
import { buildStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

/** Screens that anybody may post to, and two that ask for a session. */
const SCREENS = ['/chat?index', '/offer?index', '/app/login?index', '/app/account', '/notifications/leave'];
const MEGABYTES = 300;
const run = promisify(execFile);

/** Posts to all screens at once from a process of its own. Returns their statuses. */
async function postToAll(megabytes: number): Promise<string[]> {
  const urls = SCREENS.map((path) => program().url + path);
  const { stdout } = await run(process.execPath, [at('tests/support/send-large-body.ts'), String(megabytes), ...urls]);
  return stdout.trim().split(' ');
}

beforeAll(async () => {
  await startProgram({ worker: false, screens: await openScreens() });
  await buildStore();
}, 120_000);
afterAll(() => program().stop());

it('body limit: 300 MB posted to five screens at once are refused with 413, without the memory or the time of others', async () => {
  // Once before, so that what is compiled and pooled on the way does not count.
  await postToAll(2);
  const before = process.memoryUsage().rss;
  let most = before;
  let slowest = 0;
  const sent = { isDone: false };
  const sending = postToAll(MEGABYTES).finally(() => {
    sent.isDone = true;
  });
  while (!sent.isDone) {
    const asked = performance.now();
    const answer = await fetch(`${program().url}/health`);
    await answer.text();
    slowest = Math.max(slowest, performance.now() - asked);
    most = Math.max(most, process.memoryUsage().rss);
  }
  expect(await sending).toEqual(SCREENS.map(() => '413'));
  expect(most - before).toBeLessThan(50_000_000);
  expect(slowest).toBeLessThan(200);
});

it('body limit: a form of a screen whose declared length passes the limit is refused before it is read', async () => {
  const answer = await fetch(`${program().url}/app/login?index`, {
    method: 'POST',
    headers: { origin: program().url, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a'.repeat(1_000_001),
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ code: 'body_too_large', params: { limitBytes: 1_000_000 } });
});

it('body limit: a form within the limit reaches its screen whole', async () => {
  const answer = await fetch(`${program().url}/app/login?index`, {
    method: 'POST',
    headers: { origin: program().url, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: new URLSearchParams({ email: 'nobody@example.test', password: 'x'.repeat(900_000) }),
  });
  expect(answer.status).toBeLessThan(500);
  expect(answer.status).not.toBe(413);
});
