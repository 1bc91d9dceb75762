import { gzipSync } from 'node:zlib';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleExtension, listUiExtensions } from '#sandbox/platform/ui-extensions.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { at } from '#scripts/paths.ts';

/** Compressed, by the platform's limit for extensions of the admin. */
const LIMIT_BYTES = 64 * 1024;
const FOLDER = at('extensions/souk-admin');
const extensions = listUiExtensions();

type Texts = { [key: string]: string | Texts };
const readTexts = (file: string): Texts => JSON.parse(readFileSync(join(FOLDER, 'locales', file), 'utf8')) as Texts;

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

const sources = readdirSync(join(FOLDER, 'src')).map((file) => readFileSync(join(FOLDER, 'src', file), 'utf8'));

describe('the extensions of the store admin', () => {
  test('have a module, a name in the default language and a handle of their own each', () => {
    expect(extensions.length).toBeGreaterThan(0);
    expect(new Set(extensions.map(({ handle }) => handle)).size).toBe(extensions.length);
    const texts = readTexts('en.default.json');
    for (const { folder, module, name } of extensions) {
      expect(existsSync(join(folder, module)), module).toBe(true);
      expect(texts[name], name).toEqual(expect.any(String));
    }
  });

  test('are at most 64 kB each when they are built as the platform builds them', { timeout: 60_000 }, async () => {
    for (const extension of extensions) {
      const size = gzipSync(await bundleExtension(extension)).length;
      expect(size, extension.handle).toBeLessThanOrEqual(LIMIT_BYTES);
    }
  });

  test('have the same texts with the same values in five languages', () => {
    const english = listTexts(readTexts('en.default.json'));
    for (const locale of LOCALES.filter((one) => one !== 'en')) {
      expect(listTexts(readTexts(`${locale}.json`)), locale).toEqual(english);
    }
  });

  test('use no text that is not there, and keep none that nobody uses', () => {
    const keys = listTexts(readTexts('en.default.json')).map(([key]) => key.replace(/\.(one|other)$/, ''));
    const used = sources.flatMap((source) => [...source.matchAll(/\bt\(\s*[`'"]([\w.]+)/g)].map(([, key = '']) => key));
    const chosen = sources.flatMap((source) =>
      [...source.matchAll(/'((?:[a-z]\w*\.)+\w+)'/g)].map(([, key = '']) => key),
    );
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

  test('are no part of the program’s own scripts', () => {
    const imports = readdirSync(at('app'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        /from '(?:[^']*extensions\/|preact|@shopify\/ui-extensions)/.test(readFileSync(at('app', file), 'utf8')),
      );
    expect(imports).toEqual([]);
  });
});
