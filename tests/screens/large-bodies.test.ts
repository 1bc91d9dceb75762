import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';
import { buildStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

/** A tenth of what the bodies weigh together; the process takes and gives back tens of megabytes by itself meanwhile. */
const MAX_GROWTH_BYTES = 150_000_000;
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

/** Posts to all screens and meanwhile asks for the health, one call after the other. */
async function postWhileAsking(megabytes: number): Promise<{ statuses: string[]; maxRss: number; slowestMs: number }> {
  let maxRss = 0;
  let slowestMs = 0;
  const sent = { isDone: false };
  const sending = postToAll(megabytes).finally(() => {
    sent.isDone = true;
  });
  while (!sent.isDone) {
    const sentAtMs = performance.now();
    const answer = await fetch(`${program().url}/health`);
    await answer.text();
    slowestMs = Math.max(slowestMs, performance.now() - sentAtMs);
    maxRss = Math.max(maxRss, process.memoryUsage().rss);
  }
  return { statuses: await sending, maxRss, slowestMs };
}

beforeAll(async () => {
  await startProgram({ worker: false, screens: await openScreens() });
  await buildStore();
}, 120_000);
afterAll(() => program().stop());

it('body limit: 300 MB posted to five screens at once are refused with 413, without the memory or the time of others', async () => {
  // A small one before, asked beside as the large one is: what is compiled and pooled on the way, and the room that
  // the asking itself takes, do not count. A body that was kept would count 15 times as much.
  await postWhileAsking(20);
  const before = process.memoryUsage().rss;
  const { statuses, maxRss, slowestMs } = await postWhileAsking(MEGABYTES);
  expect(statuses).toEqual(SCREENS.map(() => '413'));
  expect(maxRss - before).toBeLessThan(MAX_GROWTH_BYTES);
  expect(slowestMs).toBeLessThan(200);
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
