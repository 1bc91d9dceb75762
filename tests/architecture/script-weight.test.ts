import { beforeAll, expect, test } from 'vitest';
import { buildOnce } from '#scripts/build-once.ts';
import { listImportersOfEntry, weighScreens } from '#tests/support/script-weight.ts';

/** Script files of a first visit, of any screen at either entry point. The aim is 25: whoever comes nearer lowers this. */
const MAX_FILES = 30;
/** Compressed bytes of them. The aim is 260,000. */
const MAX_BYTES = 340_000;
const LOCALES = ['en', 'de', 'fr', 'nl', 'es'];

// Where nothing was built yet, the build takes a minute on a busy machine.
beforeAll(buildOnce, 300_000);

test.each(LOCALES)(
  'first visit of every screen in %s: few script files, and no more bytes than the limit',
  (locale) => {
    const screens = weighScreens(locale);
    expect(screens.length).toBeGreaterThan(100);
    const heavy = screens
      .filter(({ files, bytes }) => files.length > MAX_FILES || bytes > MAX_BYTES)
      .map(({ route, files, bytes }) => `${route}: ${files.length} files, ${bytes} bytes`);
    expect(heavy).toEqual([]);
  },
);

test.each(LOCALES)('first visit of every screen in %s: texts of no other language, and no text editor', (locale) => {
  const others = LOCALES.filter((one) => one !== locale);
  const foreign = weighScreens(locale).flatMap(({ route, files }) =>
    files
      .filter((file) =>
        others.some((one) => file.startsWith(`texts-${one}-`) || file.startsWith(`texts-login-${one}-`)),
      )
      .concat(files.filter((file) => file.startsWith('rich-text-editor')))
      .map((file) => `${route}: ${file}`),
  );
  expect(foreign).toEqual([]);
});

test('entry of the browser program: no other file imports it, because it waits for the texts that import the rest', () => {
  expect(listImportersOfEntry()).toEqual([]);
});
