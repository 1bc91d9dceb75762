import { dateFormat } from '../intl.ts';
import type { Locale } from '../viewer.ts';
import { foldForSearch } from './folding.ts';

/** Days are written before months in every language, English included. */
const WRITTEN: Record<Locale, string> = { en: 'en-GB', nl: 'nl', de: 'de', fr: 'fr', es: 'es' };
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** Longer texts are no day in any language. */
const MAX_CHARACTERS = 40;

/** "20 Nov 2026" of the day `2026-11-20`, as fields show it; a text that is no day stays as it is. */
export function writeDay(day: string, locale: Locale): string {
  if (readDay(day, locale) !== day) return day;
  const options = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return dateFormat(WRITTEN[locale], options).format(new Date(`${day}T00:00:00Z`));
}

/**
 * The day (`2026-11-20`) that somebody typed: as fields write it, with the month in words, or in digits. Digits that could be
 * read in two ways (3/4/2026 in English) are no day, because either guess would be wrong for half of the people.
 */
export function readDay(text: string, locale: Locale): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const iso = ISO.exec(text.trim());
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const words = foldForSearch(text)
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && word !== 'de');
  const [first = '', second = '', year = ''] = words;
  if (words.length !== 3 || !/^\d{4}$/.test(year)) return undefined;
  const month = findMonth(second, locale);
  if (month !== undefined) return /^\d{1,2}$/.test(first) ? toDay(Number(year), month, Number(first)) : undefined;
  if (!/^\d{1,2}$/.test(first) || !/^\d{1,2}$/.test(second)) return undefined;
  const [one, other] = [Number(first), Number(second)];
  if (locale !== 'en' || one > 12 || one === other) return toDay(Number(year), other, one);
  return other > 12 ? toDay(Number(year), one, other) : undefined;
}

/** The number of a month by its name, whole or short, with or without its full stop. */
function findMonth(word: string, locale: Locale): number | undefined {
  for (let month = 1; month <= 12; month += 1) {
    const at = new Date(Date.UTC(2026, month - 1, 15));
    for (const length of ['long', 'short'] as const) {
      const options = { timeZone: 'UTC', day: 'numeric', month: length } as const;
      const part = dateFormat(WRITTEN[locale], options)
        .formatToParts(at)
        .find(({ type }) => type === 'month');
      if (foldForSearch(part?.value ?? '').replace('.', '') === word) return month;
    }
  }
  return undefined;
}

/** A day of the calendar; the 31st of a month with 30 days is none. */
function toDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
}
