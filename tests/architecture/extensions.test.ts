import { gzipSync } from 'node:zlib';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleExtension, computeSizeLimit, listUiExtensions } from '#sandbox/platform/ui-extensions.ts';
import { APP_URL } from '../../extensions/souk-account/src/app-address.ts';
import { parseToml } from '#sandbox/platform/app-config.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { at } from '#scripts/paths.ts';

/** The folders of extensions that draw something, each with its own texts. */
const FOLDERS = ['souk-admin', 'souk-account'].map((name) => at('extensions', name));
const extensions = listUiExtensions();

type Texts = { [key: string]: string | Texts };
const readTexts = (folder: string, file: string): Texts =>
  JSON.parse(readFileSync(join(folder, 'locales', file), 'utf8')) as Texts;

/** Every text by its whole key, with the values that it names. */
function listTexts(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string'
      ? [
          [
            path + key,
            [...value.matchAll(/\{\{(\w+)\}\}/g)]
              .map(([, name]) => name)
              .sort()
              .join(),
          ],
        ]
      : listTexts(value, `${path}${key}.`),
  );
}

const readSources = (folder: string): string[] =>
  readdirSync(join(folder, 'src')).map((file) => readFileSync(join(folder, 'src', file), 'utf8'));
const sources = FOLDERS.flatMap(readSources);

describe('the extensions of the store admin and of buyers’ accounts', () => {
  test('have a module, a name in the default language and a handle of their own each', () => {
    expect(extensions.length).toBeGreaterThan(0);
    expect(new Set(extensions.map(({ handle }) => handle)).size).toBe(extensions.length);
    expect([...new Set(extensions.map(({ folder }) => folder))].sort()).toEqual([...FOLDERS].sort());
    for (const { folder, module, name } of extensions) {
      expect(existsSync(join(folder, module)), module).toBe(true);
      expect(readTexts(folder, 'en.default.json')[name], name).toEqual(expect.any(String));
    }
  });

  test(
    'are at most 64 kB each, a whole page 128 kB, when they are built as the platform builds them',
    { timeout: 60_000 },
    async () => {
      for (const extension of extensions) {
        const size = gzipSync(await bundleExtension(extension)).length;
        expect(size, extension.handle).toBeLessThanOrEqual(computeSizeLimit(extension));
      }
    },
  );

  test.each(FOLDERS)('of %s have the same texts with the same values in five languages', (folder) => {
    const english = listTexts(readTexts(folder, 'en.default.json'));
    for (const locale of LOCALES.filter((one) => one !== 'en')) {
      expect(listTexts(readTexts(folder, `${locale}.json`)), locale).toEqual(english);
    }
  });

  test.each(FOLDERS)('of %s use no text that is not there, and keep none that nobody uses', (folder) => {
    const own = readSources(folder);
    const keys = listTexts(readTexts(folder, 'en.default.json')).map(([key]) => key.replace(/\.(one|other)$/, ''));
    const used = own.flatMap((source) => [...source.matchAll(/\bt\(\s*[`'"]([\w.]+)/g)].map(([, key = '']) => key));
    const chosen = own.flatMap((source) => [...source.matchAll(/'((?:[a-z]\w*\.)+\w+)'/g)].map(([, key = '']) => key));
    const families = used.filter((key) => key.endsWith('.'));
    const exact = new Set([...used, ...chosen]);
    expect(used.filter((key) => !key.endsWith('.') && !keys.includes(key))).toEqual([]);
    const isUsed = (key: string): boolean => exact.has(key) || families.some((family) => key.startsWith(family));
    const names = new Set(extensions.map(({ name }) => name));
    expect(keys.filter((key) => !isUsed(key) && !names.has(key))).toEqual([]);
  });

  test('go to no place of the app that is not there, and to no extension that is not there', () => {
    const routes = readFileSync(at('app/routes.ts'), 'utf8');
    const links = sources.flatMap((source) =>
      [...source.matchAll(/app:admin\/([a-z]+)/g)].map(([, place = '']) => place),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const place of links) expect(routes, place).toContain(`screen('${place}/`);
    const opened = sources.flatMap((source) =>
      [...source.matchAll(/extension:([\w-]+)/g)].map(([, handle = '']) => handle),
    );
    for (const handle of opened) expect(extensions.map((one) => one.handle)).toContain(handle);
  });

  test('of buyers’ accounts call the address that the app is deployed at', () => {
    expect(APP_URL).toBe(parseToml(readFileSync(at('shopify.app.toml'), 'utf8'))['application_url']);
    expect(sources.join('').match(/https?:\/\/(?!shopify\.dev)[\w.-]+/g)).toEqual([APP_URL]);
  });

  test('are no part of the program’s own scripts', () => {
    const imports = readdirSync(at('app'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        /from '(?:[^']*extensions\/|preact|@shopify\/ui-extensions)/.test(readFileSync(at('app', file), 'utf8')),
      );
    expect(imports).toEqual([]);
  });
});
