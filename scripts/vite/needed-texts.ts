import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const TEXT_KEY = /['"`]([a-z]\w+):[\w$]/gi;
/** Lines that are nothing but a comment, where keys stand as examples. */
const COMMENT_LINE = /^\s*(?:\/?\*|\/\/).*$/gm;

/** Modules that name the scopes of API keys (`'orders:read'`), which look like texts and are none. */
const NAMES_SCOPES = /\/app\/(?:core\/viewer|features\/api-keys\/api-key)\.ts$|\.contract\.ts$/;

/**
 * Tells the browser's program which texts each module names (`'orders:title'`), by a call of `needTexts` at its end: a page
 * loads the namespaces of its own modules in its one language, and waits for them.
 */
export function neededTexts(): Plugin {
  const folder = resolve(import.meta.dirname, '../../app');
  const namespaces = new Set(readdirSync(resolve(folder, 'locales/en')).map((file) => file.replace('.json', '')));
  return {
    name: 'needed-texts',
    enforce: 'pre',
    transform(code, id, { ssr } = {}) {
      if (ssr || !id.startsWith(folder) || !/\.tsx?$/.test(id) || NAMES_SCOPES.test(id)) return null;
      const named = [
        ...new Set([...code.replace(COMMENT_LINE, '').matchAll(TEXT_KEY)].map(([, name = '']) => name)),
      ].filter((name) => namespaces.has(name));
      if (named.length === 0) return null;
      const call = `import { needTexts as needTextsOfModule } from '#app/ui/i18n/load-texts.ts';\nneedTextsOfModule(${named.map((name) => `'${name}'`).join(', ')});\n`;
      return { code: `${code}\n${call}`, map: null };
    },
  };
}
