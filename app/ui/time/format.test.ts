import { expect, test } from 'vitest';
import { calendarDay, formatDay, formatExact, formatLongDay, formatTime, nearDay, type DateStyle } from './format.ts';

const style: DateStyle = { locale: 'en', timezone: 'Europe/Amsterdam', now: '2026-11-20T10:00:00Z' };
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test('format of dates: counts days in the time zone of the store', () => {
  expect(nearDay('2026-11-19T23:30:00Z', style)).toBe('today');
  expect(nearDay('2026-11-19T22:30:00Z', style)).toBe('yesterday');
  expect(nearDay('2026-11-20T23:30:00Z', style)).toBe('tomorrow');
  expect(nearDay('2026-11-17T12:00:00Z', style)).toBe('other');
  expect(calendarDay('2026-11-19T23:30:00Z', 'Europe/Amsterdam')).toBe('2026-11-20');
});

test('format of dates: names the year only when it is another one, and keeps day and month together', () => {
  expect(formatDay('2026-11-18T12:00:00Z', style)).toBe('18\u00a0Nov');
  expect(plain(formatDay('2025-11-18T12:00:00Z', style))).toBe('18 Nov 2025');
  expect(plain(formatDay('2026-11-18T12:00:00Z', { ...style, locale: 'de' }))).toBe('18. Nov.');
});

test('format of dates: writes money days in full and times with two digits', () => {
  expect(plain(formatLongDay('2026-11-24T12:00:00Z', style))).toBe('Tuesday 24 November');
  expect(formatTime('2026-11-18T08:02:00Z', style)).toBe('09:02');
  expect(formatExact('2026-11-18T08:02:03Z', style)).toContain('09:02:03');
});
