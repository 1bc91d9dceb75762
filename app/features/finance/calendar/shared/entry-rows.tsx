import { dateFormat } from '#app/core/intl.ts';
import { Money } from '#app/ui/money/money.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import type { EntryDto } from '../money-calendar.contract.ts';
import { EntryButton } from './entry-button.tsx';
import { toStatus, useEntryWords } from './entry-words.ts';

/** Entries under one another, each with its day, its sum and why: a `month` on a phone, and what has no day. */
export function EntryRows(props: { entries: readonly EntryDto[]; label: string; month: string }) {
  const { entries, label, month } = props;
  const { countOf, whyOf } = useEntryWords();
  return (
    <ul className="souk-agenda" aria-label={label}>
      {entries.map((entry, index) => (
        <li key={index}>
          <EntryButton entry={entry} className="souk-agenda-row">
            {entry.day ? <DayTile day={entry.day} month={month} /> : null}
            <span className="souk-agenda-main">
              <b className="souk-num">
                <Money value={entry.amount} />
              </b>{' '}
              <span className="souk-note">{[countOf(entry), whyOf(entry)[0]].join(' · ')}</span>{' '}
            </span>
            <StatusBadge status={toStatus(entry)} />{' '}
          </EntryButton>
        </li>
      ))}
    </ul>
  );
}

/** A day as a tile: its number over its weekday, or over its month where that is another one than the page’s. */
function DayTile({ day, month }: { day: string; month: string }) {
  const { locale } = useDateStyle();
  const at = new Date(`${day}T12:00:00Z`);
  const of = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
  return (
    <span className="souk-agenda-day" aria-hidden="true">
      <b>{of({ day: 'numeric' })}</b>
      <span>{of(day.startsWith(month) ? { weekday: 'short' } : { month: 'short' })}</span>
    </span>
  );
}
