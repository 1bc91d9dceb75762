import { DAY_MS } from '#app/core/durations.ts';
import { dateFormat } from '#app/core/intl.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useDateStyle, useFormat } from '#app/ui/shell/shell-context.tsx';
import type { ValuedRow } from '../settings-rows.ts';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A Monday; the six days after it are the rest of the week. */
const A_MONDAY = Date.UTC(2024, 0, 1);

/** Writes what a setting is at present in the viewer's language: "Weekly, Monday". Empty where nothing can be said in short. */
export function useRowWords(): (row: ValuedRow) => string {
  const t = useText();
  const format = useFormat();
  const { locale } = useDateStyle();
  const weekdays = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const nameDay = (day: string): string => weekdays.format(new Date(A_MONDAY + WEEKDAYS.indexOf(day) * DAY_MS));
  return ({ value, summary }) => {
    if (!summary) return value && 'text' in value ? value.text : '';
    const { key, count, percent, days = [], day } = summary;
    return t(`settings:value.${key}`, {
      count: count ?? 0,
      percent: percent === undefined ? '' : format.percent(percent),
      days: days.map(nameDay).join(', '),
      day: day ?? 0,
    });
  };
}
