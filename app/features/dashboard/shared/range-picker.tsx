import { Button, ButtonGroup } from '@shopify/polaris';
import { useState } from 'react';
import { dayOf } from '#app/core/calendar.ts';
import { DateField } from '#app/ui/forms/date-field.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useNavigate, useNavigation } from '#app/ui/router.ts';
import { useDateStyle, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { countDays, lastRange, MAX_RANGE_DAYS, RANGE_DAYS, type DayRange } from '../dashboard.ts';

/** The last days by their number, or days of one's own; the choice stands in the address of the page, beside what it keeps. */
export function RangePicker({ range, page, kept }: { range: DayRange; page: string; kept?: Record<string, string> }) {
  const t = useText();
  const navigate = useNavigate();
  const isLoading = useNavigation().state === 'loading';
  const path = useLayoutPath();
  const { now, timezone } = useDateStyle();
  const today = dayOf(new Date(now), timezone);
  const chosen = RANGE_DAYS.find((days) => lastRange(days, today).from === range.from && range.to === today);
  const [isOpen, setOpen] = useState(chosen === undefined);
  const show = (query: Record<string, string>): void => {
    navigate(path(`${page}?${new URLSearchParams({ ...kept, ...query }).toString()}`), { preventScrollReset: true });
  };
  return (
    <div className="souk-range">
      <ButtonGroup variant="segmented">
        {RANGE_DAYS.map((days) => (
          <Button
            key={days}
            pressed={!isOpen && days === chosen}
            disabled={isLoading}
            onClick={() => {
              setOpen(false);
              show({ days: String(days) });
            }}
          >
            {t('dashboard:range.days', { count: days })}
          </Button>
        ))}
        <Button
          pressed={isOpen}
          onClick={() => {
            setOpen(true);
          }}
        >
          {t('dashboard:range.own')}
        </Button>
      </ButtonGroup>
      {isOpen ? <OwnDays range={range} today={today} onShow={show} isLoading={isLoading} /> : null}
    </div>
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type OwnDaysProps = { range: DayRange; today: string; onShow: (query: DayRange) => void; isLoading: boolean };

function OwnDays({ range, today, onShow, isLoading }: OwnDaysProps) {
  const t = useText();
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const [isTried, setTried] = useState(false);
  const isRead = DAY.test(from) && DAY.test(to);
  const days = isRead ? countDays({ from, to }) : 0;
  const isWrong = days < 1 || days > MAX_RANGE_DAYS;
  const unread = (day: string) => (isTried && !DAY.test(day) ? { error: t('errors:rules.date') } : {});
  const apart =
    isTried && isRead && isWrong
      ? { error: t('errors:rules.days_apart', { maximum: String(MAX_RANGE_DAYS - 1) }) }
      : {};
  return (
    <form
      className="souk-range-own"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isWrong) onShow({ from, to });
      }}
    >
      <DateField label={t('dashboard:range.from')} value={from} max={today} onChange={setFrom} {...unread(from)} />
      <DateField label={t('dashboard:range.to')} value={to} max={today} onChange={setTo} {...unread(to)} {...apart} />
      <Button submit loading={isLoading}>
        {t('dashboard:range.show')}
      </Button>
    </form>
  );
}
