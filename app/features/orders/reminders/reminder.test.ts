import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { decideReminders } from './reminder.ts';

const placed = new Date('2026-03-06T14:00:00Z');
const after = (hours: number) => new Date(placed.getTime() + hours * HOUR_MS);
const decide = (hours: number, more: Partial<{ sent: number; waited: number; isBlocked: boolean }> = {}) =>
  decideReminders(
    { orderedAt: placed, sent: more.sent ?? 0, waited: more.waited ?? 0 },
    { delays: [24, 48, 72], now: after(hours), isBlocked: more.isBlocked ?? false },
  );

describe('reminders of an order', () => {
  test('each is due its hours after the order was placed, to the minute, on a weekend too', () => {
    expect(decide(23.99).send).toEqual([]);
    expect(decide(24)).toEqual({ send: [1], sent: 1, waited: 0 });
    expect(decide(48, { sent: 1 })).toEqual({ send: [2], sent: 3, waited: 0 });
    expect(decide(72, { sent: 3 }).send).toEqual([3]);
    expect(decide(9000, { sent: 7 }).send).toEqual([]);
  });

  test('one that is due while there is nothing to remind of waits, and of those that waited the last is sent', () => {
    expect(decide(24, { isBlocked: true })).toEqual({ send: [], sent: 0, waited: 1 });
    expect(decide(50, { isBlocked: true, waited: 1 })).toEqual({ send: [], sent: 0, waited: 3 });
    expect(decide(60, { waited: 3 })).toEqual({ send: [2], sent: 3, waited: 3 });
    expect(decide(72, { sent: 3, waited: 3 }).send).toEqual([3]);
  });

  test('of those that came due while nobody looked only the last is sent', () => {
    expect(decide(80)).toEqual({ send: [3], sent: 7, waited: 0 });
  });

  test('hours that were shortened or turned round send each number once all the same', () => {
    const turned = (hours: number, sent: number) =>
      decideReminders(
        { orderedAt: placed, sent, waited: 0 },
        { delays: [24, 12, 72], now: after(hours), isBlocked: false },
      );
    expect(turned(12, 0)).toEqual({ send: [2], sent: 2, waited: 0 });
    expect(turned(24, 2)).toEqual({ send: [1], sent: 3, waited: 0 });
  });
});
