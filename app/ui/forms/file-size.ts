import type { Locale } from '#app/core/viewer.ts';
import { formatNumber } from '../money/format.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/** The size of a file in the unit that suits it, with one place at most: `1536` is `1.5 KB`. */
export function formatFileSize(bytes: number, locale: Locale): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)));
  const value = Math.round((bytes / STEP ** power) * 10) / 10;
  // 1,023.96 KB would round to a thousand and twenty-four of them.
  const [shown, unit] = value >= STEP && power < UNITS.length - 1 ? [value / STEP, power + 1] : [value, power];
  return `${formatNumber(shown, locale)} ${UNITS[unit] ?? 'TB'}`;
}
