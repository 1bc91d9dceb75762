import { expect, test } from 'vitest';
import { dateDue, nextHour } from './digest-due.ts';

const at = (text: string): Date => new Date(`2026-11-${text}:00Z`);
const dueAt = (planned: string, now: string, hourUtc = 7) =>
  dateDue({ plannedFor: at(planned), now: at(now), hourUtc });

test('the summary of a date is due at the first look after its hour began, also where that look comes late', () => {
  expect(dueAt('25T06:00', '25T06:00')).toBeUndefined();
  expect(dueAt('25T07:00', '25T07:00')).toBe('2026-11-25');
  expect(dueAt('25T08:00', '25T08:00')).toBeUndefined();
  expect(dueAt('25T05:00', '25T12:10')).toBe('2026-11-25');
  expect(dueAt('23T07:00', '25T09:00')).toBe('2026-11-25');
});

test('a date that is over has no summary any more', () => {
  expect(dueAt('24T06:00', '25T03:00')).toBeUndefined();
});

test('looks follow one another at full hours', () => {
  expect(nextHour(at('25T23:59')).toISOString()).toBe('2026-11-26T00:00:00.000Z');
  expect(nextHour(at('25T07:00')).toISOString()).toBe('2026-11-25T08:00:00.000Z');
});
