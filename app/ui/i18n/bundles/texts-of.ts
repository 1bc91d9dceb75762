import type { LocaleTexts } from '../catalog.ts';

/** Turns the files of a language (`…/de/orders.json`) into namespaces (`orders`). */
export function toLocaleTexts(files: Record<string, unknown>): LocaleTexts {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      path.replace(/^.*\/([^/]+)\.json$/, '$1'),
      texts as Record<string, unknown>,
    ]),
  );
}
