/** When somebody is away and what buyers read meanwhile. `from` and `to` are days of the store's zone, both included. */
export type Holiday = { enabled: boolean; from: string | null; to: string | null; message: string };

/** A holiday that is switched on, whose days are known. */
export type OpenHoliday = { vendor: string | null; from: string; to: string; message: string };

/** Where a holiday stands on a day of the store's zone. */
export const HOLIDAY_STATES = ['off', 'upcoming', 'now', 'over'] as const;
export type HolidayState = (typeof HOLIDAY_STATES)[number];

/** Most characters of a message. */
export const MAX_MESSAGE = 500;
/** The platform keeps a JSON value of so many bytes; some are left for its own marks. */
export const MAX_THEME_BYTES = 100_000;

/** Returns where a holiday stands on `today`, written as `2026-11-21`. */
export function stateOn({ enabled, from, to }: Holiday, today: string): HolidayState {
  if (!enabled || from === null || to === null) return 'off';
  if (today < from) return 'upcoming';
  return today > to ? 'over' : 'now';
}

/** One holiday as the theme reads it: days as numbers (20261121), so that a template can compare them. */
export type ThemeHoliday = { vendor: string; from: number; to: number; message: string };

/**
 * Builds what the theme reads: holidays that have not ended, the marketplace's own (vendor '') first, then those that begin
 * first. `isWhole` is false where some did not fit; they come once others have ended.
 */
export function buildThemeHolidays(
  holidays: readonly OpenHoliday[],
  o: { today: string; maxBytes?: number },
): { list: ThemeHoliday[]; isWhole: boolean } {
  const order = (a: OpenHoliday, b: OpenHoliday): number =>
    Number(a.vendor !== null) - Number(b.vendor !== null) ||
    compare(a.from, b.from) ||
    compare(a.vendor ?? '', b.vendor ?? '');
  const open = holidays.filter(({ to }) => to >= o.today).sort(order);
  const list: ThemeHoliday[] = [];
  let bytes = 2;
  for (const { vendor, from, to, message } of open) {
    const entry = { vendor: vendor ?? '', from: toNumber(from), to: toNumber(to), message };
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > (o.maxBytes ?? MAX_THEME_BYTES)) return { list, isWhole: false };
    list.push(entry);
  }
  return { list, isWhole: true };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const toNumber = (day: string): number => Number(day.replaceAll('-', ''));
