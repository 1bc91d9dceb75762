import { useText } from '../i18n/use-text.ts';
import { writeDay } from '#app/core/text/typed-day.ts';
import { useDateStyle } from '../shell/shell-context.tsx';
import { formatDay, formatExact, formatLongDay, formatTime, nearDay } from './format.ts';

/** A moment in the store's time zone: "Today, 11:48", "Yesterday, 19:31", "18 Nov". The exact time stands in its title. */
export function When({ at, as = 'near' }: { at: string; as?: 'near' | 'day' | 'long' | 'time' | 'exact' }) {
  const text = useWhen()(at, as);
  const style = useDateStyle();
  return (
    <time dateTime={at} title={formatExact(at, style)} className="souk-when">
      {text}
    </time>
  );
}

/** The same as plain text, for texts that carry a date inside; `inText` is a day within a sentence: "today", "le 18 nov.". */
export function useWhen(): (at: string, as?: 'near' | 'day' | 'inText' | 'long' | 'time' | 'exact') => string {
  const t = useText();
  const style = useDateStyle();
  return (at, as = 'near') => {
    if (as === 'long') return formatLongDay(at, style);
    if (as === 'time') return formatTime(at, style);
    if (as === 'exact') return formatExact(at, style);
    const day = nearDay(at, style);
    if (as === 'inText') return t(`common:dayInText.${day}`, { day: formatDay(at, style) });
    if (day === 'other') return formatDay(at, style);
    if (as === 'day') return t(`common:day.${day}`);
    return t(`common:dayAt.${day}`, { time: formatTime(at, style) });
  };
}

/** Writes a day of the calendar (`2026-11-20`), or the day of a moment, as "20 Nov 2026". */
export function useDayText(): (day: string) => string {
  const { locale } = useDateStyle();
  return (day) => writeDay(day.slice(0, 10), locale);
}
