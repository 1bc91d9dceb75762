import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '#app/core/viewer.ts';
import { LAST_PAGE_TEXTS } from '#app/ui/shell/last-page/last-page-texts.ts';
import { buildStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

beforeAll(async () => {
  await startProgram({ worker: false, screens: await openScreens() });
  await buildStore();
}, 120_000);
afterAll(() => program().stop());

async function read(path: string, headers: Record<string, string>) {
  const answer = await fetch(`${program().url}${path}`, { headers });
  // Pages name people and amounts, so no cache keeps any of them.
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { status: answer.status, reference: answer.headers.get('x-request-id') ?? '', html: await answer.text() };
}

it('last page: an address that leads nowhere is refused in the language of the browser, or the chosen one', async () => {
  const german = await read('/nowhere', { 'accept-language': 'de-AT,de;q=0.9' });
  expect(german.status).toBe(404);
  expect(german.html).toContain('<html lang="de"');
  expect(german.html).toContain(LAST_PAGE_TEXTS.de.missing);
  const chosen = await read('/nowhere', { 'accept-language': 'de', cookie: 'souk_locale=fr' });
  expect(chosen.html).toContain(LAST_PAGE_TEXTS.fr.missing);
});

it('last page: a page whose shell cannot be read says so in five languages, with the reference of the request and a retry', async () => {
  await program().owner.$executeRawUnsafe('ALTER TABLE stores RENAME TO stores_gone');
  try {
    for (const locale of LOCALES) {
      const { status, html, reference } = await read('/app/login?next=1', { cookie: `souk_locale=${locale}` });
      const texts = LAST_PAGE_TEXTS[locale];
      expect([status, html.includes(`<html lang="${locale}"`)]).toEqual([500, true]);
      expect(html).toContain(texts.title);
      expect(html).toContain('<link rel="stylesheet"');
      expect(html).toContain(`<a href="/app/login?next=1">${texts.retry}</a>`);
      expect(reference).not.toBe('');
      expect(html).toContain(`>${reference}</code>`);
    }
  } finally {
    await program().owner.$executeRawUnsafe('ALTER TABLE stores_gone RENAME TO stores');
  }
  expect((await read('/app/login', {})).status).toBe(200);
});
