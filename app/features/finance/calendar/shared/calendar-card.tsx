import { Button, InlineStack } from '@shopify/polaris';
import { ChevronLeftIcon, ChevronRightIcon } from '@shopify/polaris-icons';
import { monthAfter } from '#app/core/calendar.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsPhone } from '#app/ui/page/use-is-phone.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useSearchParams } from '#app/ui/router.ts';
import { useDateStyle, useFormat } from '#app/ui/shell/shell-context.tsx';
import { formatMonthTitle } from '#app/ui/time/format.ts';
import type { CalendarDto, EntryDto } from '../money-calendar.contract.ts';
import { EntryRows } from './entry-rows.tsx';
import { hasDates } from './calendar-dates.ts';
import { useDay } from './entry-button.tsx';
import { useEntryWords } from './entry-words.ts';
import { MonthTable } from './month-table.tsx';
import { sumDto } from './sum-dto.ts';
import './calendar.css';

/** A vendor’s month: what came and what comes on which day, and below it what has no day. */
export function CalendarCard({ calendar }: { calendar: CalendarDto }) {
  const t = useText();
  const { locale } = useDateStyle();
  const day = useDay();
  const isPhone = useIsPhone();
  const title = formatMonthTitle(calendar.month, locale);
  const [next] = calendar.next;
  const undated = calendar.others.filter((entry) => entry.day === null);
  // A month of empty squares tells nothing: without dates the amounts stand in a list.
  if (!hasDates(calendar)) return <UndatedCard undated={undated} month={calendar.month} />;
  return (
    <SectionCard flush title={title} aside={<MonthSteps month={calendar.month} />}>
      <p className="souk-calendar-note souk-note">
        {calendar.paidTo.by === 'hand'
          ? t('moneyCalendar:paysManually')
          : next
            ? t('moneyCalendar:nextRun', { day: day(next.day) })
            : null}
      </p>
      {isPhone === true ? null : (
        <div className="souk-list-wide">
          <MonthTable calendar={calendar} />
        </div>
      )}
      {isPhone === false ? null : (
        <div className="souk-list-phone">
          {calendar.entries.length > 0 ? (
            <EntryRows entries={calendar.entries} label={title} month={calendar.month} />
          ) : (
            <p className="souk-calendar-note souk-note">{t('moneyCalendar:agendaEmpty')}</p>
          )}
        </div>
      )}
      <OtherMonths others={calendar.others} />
      {undated.length > 0 ? (
        <div className="souk-undated">
          <h3>{t('moneyCalendar:undated')}</h3>
          <p className="souk-note">{t('moneyCalendar:undatedHint')}</p>
          <EntryRows entries={undated} label={t('moneyCalendar:undated')} month={calendar.month} />
        </div>
      ) : null}
    </SectionCard>
  );
}

function UndatedCard({ undated, month }: { undated: readonly EntryDto[]; month: string }) {
  const t = useText();
  return (
    <SectionCard flush title={t('moneyCalendar:undated')}>
      <p className="souk-calendar-note souk-note">{t('moneyCalendar:undatedHint')}</p>
      <EntryRows entries={undated} label={t('moneyCalendar:undated')} month={month} />
    </SectionCard>
  );
}

/** Shows another month in the place of this one; the address keeps it. */
function useMonth(): (month: string) => void {
  const [, setParams] = useSearchParams();
  return (month) => {
    setParams(
      (before) => {
        const params = new URLSearchParams(before);
        params.set('month', month);
        return params;
      },
      { preventScrollReset: true },
    );
  };
}

function MonthSteps({ month }: { month: string }) {
  const t = useText();
  const { locale } = useDateStyle();
  const show = useMonth();
  return (
    <InlineStack gap="100" wrap={false}>
      {([-1, 1] as const).map((by) => {
        const other = monthAfter(month, by);
        return (
          <Button
            key={by}
            icon={by < 0 ? ChevronLeftIcon : ChevronRightIcon}
            accessibilityLabel={t(by < 0 ? 'moneyCalendar:previous' : 'moneyCalendar:next', {
              month: formatMonthTitle(other, locale),
            })}
            onClick={() => {
              show(other);
            }}
          />
        );
      })}
    </InlineStack>
  );
}

/** Open money that moves on days which are not shown: a line a month and kind, with the way there. */
function OtherMonths({ others }: { others: readonly EntryDto[] }) {
  const t = useText();
  const format = useFormat();
  const day = useDay();
  const { kindOf } = useEntryWords();
  const { locale } = useDateStyle();
  const show = useMonth();
  const lines = new Map<string, { first: EntryDto; day: string; amounts: MoneyDto[] }>();
  for (const entry of others) {
    if (entry.day === null) continue;
    const key = [entry.day.slice(0, 'yyyy-mm'.length), entry.kind, entry.amount.currency].join('|');
    const line = lines.get(key) ?? { first: entry, day: entry.day, amounts: [] };
    lines.set(key, { ...line, amounts: [...line.amounts, entry.amount] });
  }
  if (lines.size === 0) return null;
  return (
    <ul className="souk-other-months">
      {[...lines].map(([key, line]) => (
        <li key={key}>
          {t('moneyCalendar:later', {
            amount: format.money(sumDto(line.amounts, line.first.amount.currency)),
            kind: kindOf(line.first),
            day: day(line.day),
          })}{' '}
          <Button
            variant="plain"
            onClick={() => {
              show(line.day.slice(0, 'yyyy-mm'.length));
            }}
          >
            {t('moneyCalendar:see', { month: formatMonthTitle(line.day.slice(0, 'yyyy-mm'.length), locale) })}
          </Button>
        </li>
      ))}
    </ul>
  );
}
