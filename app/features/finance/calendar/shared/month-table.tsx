import { dateFormat } from '#app/core/intl.ts';
import { useDateStyle, useFormat } from '#app/ui/shell/shell-context.tsx';
import { formatMonthTitle } from '#app/ui/time/format.ts';
import type { CalendarDto, EntryDto } from '../money-calendar.contract.ts';
import { listWeeks } from '../weeks.ts';
import { EntryButton, useDay } from './entry-button.tsx';
import { useEntryWords } from './entry-words.ts';

/** A month as a table: a row a week, a column a weekday, and in each day the sums that move. */
export function MonthTable({ calendar }: { calendar: CalendarDto }) {
  const { locale } = useDateStyle();
  const weeks = listWeeks(calendar);
  const short = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const long = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return (
    <table className="souk-month">
      <caption className="souk-hidden">{formatMonthTitle(calendar.month, locale)}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={long.format(noon(day))}>
              {short.format(noon(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                calendar={calendar}
                entries={calendar.entries.filter((entry) => entry.day === day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Between an amount and its currency: in the narrow cell of a day the currency may stand below its amount. */
const NBSP = '\u00a0';

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

function DayCell(props: { day: string; calendar: CalendarDto; entries: readonly EntryDto[] }) {
  const { day, calendar, entries } = props;
  const { kindOf } = useEntryWords();
  const format = useFormat();
  const longDay = useDay();
  const { locale } = useDateStyle();
  const isOutside = !day.startsWith(calendar.month);
  const date = Number(day.slice(-2));
  const shown =
    isOutside && date === 1
      ? dateFormat(locale === 'en' ? 'en-GB' : locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
          noon(day),
        )
      : String(date);
  return (
    <td
      data-outside={isOutside ? '' : undefined}
      {...(day === calendar.today ? { 'aria-current': 'date' as const } : {})}
    >
      <time className="souk-month-day" dateTime={day} title={longDay(day)}>
        {shown}
      </time>
      {entries.map((entry, index) => (
        <EntryButton key={index} entry={entry} className="souk-chip">
          <b className="souk-chip-amount">{format.money(entry.amount).replaceAll(NBSP, ' ')}</b>{' '}
          <span>{kindOf(entry)}</span>{' '}
        </EntryButton>
      ))}
    </td>
  );
}
