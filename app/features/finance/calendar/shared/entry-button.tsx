import { Link } from '@shopify/polaris';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsPhone } from '#app/ui/page/use-is-phone.ts';
import { Money } from '#app/ui/money/money.tsx';
import { OpenedDetail } from '#app/ui/components/opened-detail.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useDateStyle, useFormat } from '#app/ui/shell/shell-context.tsx';
import { formatLongDay } from '#app/ui/time/format.ts';
import type { EntryDto } from '../money-calendar.contract.ts';
import { toLink, toStatus, useEntryWords } from './entry-words.ts';

/** An entry that opens its reason: a popover on wide screens, a sheet from below on phones. */
export function EntryButton(props: { entry: EntryDto; className: string; children: ReactNode }) {
  const { entry, className, children } = props;
  const [open, setOpen] = useState(false);
  const isPhone = useIsPhone();
  const { kindOf } = useEntryWords();
  const format = useFormat();
  const day = useDay();
  const button = (
    <button
      type="button"
      className={className}
      data-kind={entry.kind}
      aria-expanded={open}
      aria-haspopup="dialog"
      onClick={() => {
        setOpen(!open);
      }}
    >
      {children}
      {entry.day ? <span className="souk-hidden">{day(entry.day)}</span> : null}
    </button>
  );
  const close = () => {
    setOpen(false);
  };
  const label = `${format.money(entry.amount)}, ${kindOf(entry)}`;
  return (
    <OpenedDetail button={button} open={open} onClose={close} label={label} isSheet={isPhone === true}>
      <EntryDetail entry={entry} onLeave={close} />
    </OpenedDetail>
  );
}

/** Writes a day of the store's calendar, which has no time and no zone. */
export function useDay(): (day: string) => string {
  const style = useDateStyle();
  return (day) => formatLongDay(`${day}T12:00:00Z`, { ...style, timezone: 'UTC' });
}

function EntryDetail({ entry, onLeave }: { entry: EntryDto; onLeave: () => void }) {
  const t = useText();
  const { countOf, whyOf } = useEntryWords();
  const headingId = useId();
  const day = useDay();
  const { words, url } = toLink(entry);
  return (
    <div
      className="souk-explain-body souk-entry-detail"
      role="group"
      aria-labelledby={headingId}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling region has to take focus.
      tabIndex={0}
    >
      <div className="souk-explain-head">
        <h2 id={headingId}>
          <Money value={entry.amount} />
        </h2>
        <StatusBadge status={toStatus(entry)} />
      </div>
      <p className="souk-note">
        {[entry.day ? day(entry.day) : t('moneyCalendar:undated'), countOf(entry)].join(' · ')}
      </p>
      {whyOf(entry).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <Link url={url} onClick={onLeave}>
          {t(`moneyCalendar:open.${words}`)}
        </Link>
      </p>
    </div>
  );
}
