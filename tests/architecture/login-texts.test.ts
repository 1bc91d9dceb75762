import { describe, expect, it } from 'vitest';
import { LOCALES } from '#app/core/viewer.ts';
import { existsSync } from 'node:fs';
import { at } from '#scripts/paths.ts';
import { readSource } from './source-files.ts';

/** Where the pages of the ways in begin. What only a signed-in page draws is not reached from here. */
const ENTRIES = [
  'app/surfaces/login.tsx',
  'app/features/auth/routes/sign-in.tsx',
  'app/features/auth/routes/change-password.tsx',
  'app/features/auth/routes/second-factor.tsx',
  'app/features/auth/routes/continue.tsx',
  'app/features/applications/routes/register.tsx',
];

/** Every module that these pages may draw with; what is the server's own has its texts from elsewhere. */
function reached(): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (path: string): void => {
    if (found.has(path) || path.includes('.server.') || !/\.tsx?$/.test(path) || !existsSync(at(path))) return;
    const { text, imports } = readSource(path);
    found.set(path, text);
    for (const one of imports) walk(one);
  };
  for (const entry of ENTRIES) walk(entry);
  return found;
}

describe('the texts of the ways in', () => {
  const wanted = new Set<string>(['common', 'wordings']);
  for (const [, source] of reached()) {
    const text = source.replace(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, name = ''] of text.matchAll(/['"`]([a-zA-Z]+):[a-zA-Z][\w.]*[.$'"`{]/g)) wanted.add(name);
  }
  const known = new Set(
    LOCALES.flatMap((locale) => namespacesOf(readSource(`app/ui/i18n/bundles/login-${locale}.ts`).text)),
  );

  it('are all in the bundles that those pages load', () => {
    const isOurs = (name: string) => existsSync(at(`app/locales/en/${name}.json`));
    expect([...wanted].filter(isOurs).filter((name) => !known.has(name))).toEqual([]);
  });

  it('are the same in each language', () => {
    for (const locale of LOCALES) {
      const { text } = readSource(`app/ui/i18n/bundles/login-${locale}.ts`);
      expect(namespacesOf(text).sort(), locale).toEqual([...known].sort());
      expect(text).toContain(`locales/${locale}/{`);
      expect(text).toContain(`polaris/locales/${locale}.json`);
    }
  });
});

function namespacesOf(text: string): string[] {
  return /\{([\w,]+)\}\.json/.exec(text)?.[1]?.split(',') ?? [];
}
