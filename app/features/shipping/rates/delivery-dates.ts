import { dayOf } from '#app/core/calendar.ts';
import type { DeliveryDays } from './offered-rate.ts';

/**
 * A window of days after a moment as the platform's carrier calls state it. Days are those of the store's time zone; each is
 * written as its noon, so that it is the same day for whoever reads it in another zone.
 */
export function toDeliveryDates({ min, max }: DeliveryDays, at: Date, timezone: string): { min: string; max: string } {
  const today = new Date(`${dayOf(at, timezone)}T12:00:00Z`);
  const write = (days: number): string => {
    const day = new Date(today);
    day.setUTCDate(day.getUTCDate() + days);
    return `${day.toISOString().slice(0, 'yyyy-mm-dd'.length)} 12:00:00 +0000`;
  };
  return { min: write(min), max: write(max) };
}
