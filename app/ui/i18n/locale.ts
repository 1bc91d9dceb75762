import { LOCALES, type Locale } from '#app/core/viewer.ts';

/**
 * The language of a visitor: a remembered choice, else the browser's language when it is Dutch, German, French or Spanish,
 * else Dutch on a .nl host, else English. `acceptLanguage` is the header as it came; `host` may carry a port.
 */
export function chooseLocale(from: {
  chosen?: string | null;
  acceptLanguage?: string | null;
  host?: string | null;
}): Locale {
  const chosen = findLocale(from.chosen ?? '');
  if (chosen) return chosen;
  const spoken = preferredLanguages(from.acceptLanguage ?? '')
    .map(findLocale)
    .find(Boolean);
  if (spoken && spoken !== 'en') return spoken;
  return /\.nl(:\d+)?$/i.test(from.host ?? '') ? 'nl' : 'en';
}

function findLocale(tag: string): Locale | undefined {
  return LOCALES.find((locale) => locale === tag.toLowerCase().split('-')[0]);
}

function preferredLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';');
      const weight = options.map((option) => /^\s*q=([\d.]+)/.exec(option)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
