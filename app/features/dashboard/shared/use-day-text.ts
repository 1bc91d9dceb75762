import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { formatDay } from '#app/ui/time/format.ts';

/** Writes a day of the store's calendar: "18 Nov", with its year where that is another. */
export function useDayText(): (day: string) => string {
  const style = useDateStyle();
  // At noon of UTC, written in UTC, a day is itself whatever the store's zone.
  return (day) => formatDay(`${day}T12:00:00Z`, { ...style, timezone: 'UTC' });
}
