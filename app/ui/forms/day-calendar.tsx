import { DatePicker } from '@shopify/polaris';
import { useState } from 'react';
import { calendarDay } from '../time/format.ts';
import { useDateStyle } from '../shell/shell-context.tsx';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Polaris' calendar for one day. It counts in the browser's own zone, so days come and go as year, month and day alone. */
export function DayCalendar(props: {
  day: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}) {
  const { now, timezone, locale } = useDateStyle();
  const chosen = toDate(props.day);
  const start = chosen ?? toDate(calendarDay(now, timezone)) ?? new Date();
  const [shown, setShown] = useState({ month: start.getMonth(), year: start.getFullYear() });
  const [min, max] = [toDate(props.min ?? ''), toDate(props.max ?? '')];
  return (
    <DatePicker
      {...shown}
      {...(chosen ? { selected: chosen } : {})}
      {...(min ? { disableDatesBefore: min } : {})}
      {...(max ? { disableDatesAfter: max } : {})}
      weekStartsOn={locale === 'en' ? 0 : 1}
      onMonthChange={(month, year) => {
        setShown({ month, year });
      }}
      onChange={({ start: day }) => {
        props.onChoose(formatDay(day));
      }}
    />
  );
}

function toDate(day: string): Date | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(date));
}

const two = (value: number): string => String(value).padStart(2, '0');
const formatDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
