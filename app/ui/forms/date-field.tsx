import { Button, Popover, Spinner, TextField } from '@shopify/polaris';
import { CalendarIcon } from '@shopify/polaris-icons';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { readDay, writeDay } from '#app/core/text/typed-day.ts';
import { lazyPart } from '../i18n/load-part.ts';
import { useText } from '../i18n/use-text.ts';
import { useLayoutData } from '../shell/shell-context.tsx';

/** The calendar is fetched when somebody opens it: most people type, and most pages have no date. */
const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar);

type DateFieldProps = {
  label: string;
  /** `2026-11-24`, or what was typed and is no day. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  min?: string;
  max?: string;
  error?: string | boolean | undefined;
  disabled?: boolean;
  labelHidden?: boolean;
  helpText?: ReactNode;
};

/** A day that is typed in the viewer's language or chosen in a calendar; it reads alike in every browser. */
export function DateField({ value, onChange, onBlur, min, max, ...props }: DateFieldProps) {
  const t = useText();
  const { locale } = useLayoutData();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<{ text: string; kept: string }>();
  const id = useId();
  const close = (): void => {
    setOpen(false);
  };
  const { disabled = false, error, ...shown } = props;
  return (
    <TextField
      {...shown}
      id={id}
      disabled={disabled}
      {...(error === undefined ? {} : { error })}
      // What is typed stays as it is until the field is left; a value from elsewhere replaces it.
      value={typed?.kept === value ? typed.text : writeDay(value, locale)}
      onChange={(text) => {
        const kept = readDay(text, locale) ?? text.trim();
        setTyped({ text, kept });
        if (kept !== value) onChange(kept);
      }}
      onBlur={() => {
        setTyped(undefined);
        const kept = readDay(value, locale);
        if (kept !== undefined && kept !== value) onChange(kept);
        onBlur?.();
      }}
      placeholder={t('common:dateField.placeholder')}
      maxLength={40}
      autoComplete="off"
      connectedRight={
        <Popover
          active={isOpen}
          preferredAlignment="right"
          autofocusTarget="first-node"
          onClose={close}
          activator={
            <Button
              icon={CalendarIcon}
              disabled={disabled}
              accessibilityLabel={t('common:dateField.calendar')}
              ariaDescribedBy={`${id}Label`}
              onClick={() => {
                setOpen(!isOpen);
              }}
            />
          }
        >
          <div className="souk-calendar-popover">
            <Suspense fallback={<Spinner size="small" accessibilityLabel={t('shell:loading')} />}>
              {isOpen ? (
                <DayCalendar
                  day={value}
                  min={min}
                  max={max}
                  onChoose={(day) => {
                    setTyped(undefined);
                    onChange(day);
                    close();
                  }}
                />
              ) : null}
            </Suspense>
          </div>
        </Popover>
      }
    />
  );
}
