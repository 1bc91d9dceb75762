import { DAY_MS } from '#app/core/durations.ts';
import { dateFormat } from '#app/core/intl.ts';
import type { Locale } from '#app/core/viewer.ts';

/** Everything a date needs to be written: the viewer's language, the store's time zone and the moment that counts as now. */
export type DateStyle = { locale: Locale; timezone: string; now: string };

const NBSP = '\u00a0';
/** Days are written before months in every language, English included. */
const DATE_LOCALE: Record<Locale, string> = { en: 'en-GB', nl: 'nl', de: 'de', fr: 'fr', es: 'es' };

export type NearDay = 'today' | 'yesterday' | 'tomorrow' | 'other';

/** Which day a moment falls on, seen from now, in the store's time zone. */
export function nearDay(at: string, style: DateStyle): NearDay {
  const distance = dayNumber(at, style.timezone) - dayNumber(style.now, style.timezone);
  if (distance === 0) return 'today';
  if (distance === -1) return 'yesterday';
  return distance === 1 ? 'tomorrow' : 'other';
}

/** "18 Nov", and "18 Nov 2025" for other years. */
export function formatDay(at: string, style: DateStyle): string {
  const sameYear = computeYear(at, style.timezone) === computeYear(style.now, style.timezone);
  return write(at, style, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

/** "Tuesday 24 November" and "Dienstag, 24. November", the way days of money are written. */
export function formatLongDay(at: string, style: DateStyle): string {
  const day = write(at, style, { weekday: 'long', day: 'numeric', month: 'long' });
  return style.locale === 'en' ? day.replace(',', '') : day;
}

/** "18 November 2026", the way documents are dated. */
export function formatFullDay(at: string, style: DateStyle): string {
  return write(at, style, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** "November 2026" of a calendar month that is written `2026-11`. */
export function formatMonth(month: string, locale: Locale): string {
  const options = { timeZone: 'UTC', month: 'long', year: 'numeric' } as const;
  return dateFormat(DATE_LOCALE[locale], options).format(new Date(`${month}-15T12:00:00Z`));
}

/** The same where it stands by itself, as a title or in a list: "Novembre 2026". */
export function formatMonthTitle(month: string, locale: Locale): string {
  const text = formatMonth(month, locale);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** "Wednesday 25 November 2026 at 10:00", the way somebody is told when something will happen. */
export function formatAppointment(at: string, style: DateStyle): string {
  return write(at, style, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** "11:48". */
export function formatTime(at: string, style: DateStyle): string {
  return write(at, style, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** The exact moment with its zone, for hovering: "18 November 2026 at 11:48:03 CET". */
export function formatExact(at: string, style: DateStyle): string {
  return write(at, style, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
}

/** A time zone as people name it, by its city: "New York" for "America/New_York". */
export const nameZone = (timezone: string): string =>
  timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** A day (`2026-11-24`) or a day and time (`2026-11-24T09:30`) that somebody typed, of no zone; other texts as they are. */
export function formatTyped(text: string, locale: Locale): string {
  const at = new Date(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return text;
  const time = text.includes('T') ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const) : {};
  const options = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric', ...time } as const;
  return dateFormat(DATE_LOCALE[locale], options).format(at);
}

/** The calendar day of a moment in a time zone, `2026-11-18`. */
export function calendarDay(at: string, timezone: string): string {
  return dateFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(at));
}

function write(at: string, { locale, timezone }: DateStyle, options: Intl.DateTimeFormatOptions): string {
  const parts = dateFormat(DATE_LOCALE[locale], { timeZone: timezone, ...options }).formatToParts(new Date(at));
  return parts
    .map((part, index) =>
      part.type === 'literal' && parts[index - 1]?.type === 'day' ? part.value.replace(/ /g, NBSP) : part.value,
    )
    .join('');
}

function computeYear(at: string, timezone: string): string {
  return calendarDay(at, timezone).slice(0, 4);
}

function dayNumber(at: string, timezone: string): number {
  return Math.round(Date.parse(`${calendarDay(at, timezone)}T00:00:00Z`) / DAY_MS);
}
