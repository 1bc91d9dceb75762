import { beforeEach, expect, it, vi } from 'vitest';
import { LOCALES } from '#app/core/viewer.ts';
import type { LocaleBundle } from './catalog.ts';

type Modules = typeof import('./load-texts.ts') & typeof import('./catalog.ts') & typeof import('./translator.ts');
let modules: Modules;

/** A browser begins with no texts at all. */
beforeEach(async () => {
  vi.resetModules();
  modules = {
    ...(await import('./load-texts.ts')),
    ...(await import('./catalog.ts')),
    ...(await import('./translator.ts')),
  };
});

/** What a hook throws while a page is drawn: the promise that React waits for. */
function thrownBy(draw: () => void): unknown {
  try {
    draw();
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}

it('a page waits for the texts that its modules name, in its one language', async () => {
  modules.needTexts('offers');
  await modules.loadTexts('de');
  expect(Object.keys(modules.localeBundle('de').texts).sort()).toEqual(['offers', 'wordings']);
  expect(modules.holdsLocale('fr')).toBe(false);
  expect(thrownBy(() => modules.waitForTexts('de'))).toBeUndefined();
});

it('a page that comes later waits for its own, and translators that exist find them', async () => {
  await modules.loadTexts('de');
  const t = modules.findTranslator('de', {});
  expect(t('holidays:title')).toBe('title');
  modules.needTexts('holidays');
  const waited = thrownBy(() => modules.waitForTexts('de'));
  expect(waited).toBeInstanceOf(Promise);
  await waited;
  expect(thrownBy(() => modules.waitForTexts('de'))).toBeUndefined();
  const title = t('holidays:title');
  expect(title).not.toContain('title');
  expect(t('holidays:title')).toBe(title);
});

it.each(LOCALES)('what a browser loads of Polaris in %s is what the server draws with', async (locale) => {
  const { bundle } = (await import(`./bundles/${locale}.ts`)) as { bundle: LocaleBundle };
  await modules.loadTexts(locale);
  const loaded = modules.localeBundle(locale);
  expect({ ...loaded.polaris }).toEqual({ ...bundle.polaris });
  expect(loaded.nounRules).toEqual(bundle.nounRules);
});

it.each(['mails', 'printedDocuments'])(
  'a page that names %s, which is read on the server alone, gets no texts',
  async (namespace) => {
    modules.needTexts(namespace, 'offers');
    await modules.loadTexts('de');
    const { texts } = modules.localeBundle('de');
    expect(Object.keys(texts['offers'] ?? {}).length).toBeGreaterThan(0);
    expect(texts[namespace]).toEqual({});
  },
);
