import { BlockStack, FormLayout } from '@shopify/polaris';
import { dateFormat } from '#app/core/intl.ts';
import { ChoiceInput, DateInput, QuantityInput, SelectInput, TextInput, type Choice } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { EVERY_HOURS, MAX_DAYS, MAX_WEEKS, NTHS, RULE_KINDS, SCHEDULE_KINDS, WEEKDAYS } from '../payout-rules.ts';
import type { TypedRules } from './typed-rules.ts';

type CardProps = { form: Form<TypedRules> };

/** When vendors are paid: never by itself, so long after shipping, or by the calendar. */
export function ScheduleCard({ form }: CardProps) {
  const t = useText();
  return (
    <SectionCard title={t('payoutRules:schedule.title')}>
      <BlockStack gap="400">
        <ChoiceInput
          {...form.field('schedule')}
          label={t('payoutRules:schedule.title')}
          labelHidden
          choices={SCHEDULE_KINDS.map((value) => ({ value, label: t(`payoutRules:schedule.${value}`) }))}
        />
        {form.values.schedule === 'relative' ? (
          <QuantityInput
            {...form.field<unknown>('days')}
            label={t('payoutRules:schedule.days')}
            helpText={t('payoutRules:schedule.daysHelp')}
            max={MAX_DAYS}
          />
        ) : null}
        {form.values.schedule === 'periodic' ? <CalendarFields form={form} /> : null}
      </BlockStack>
    </SectionCard>
  );
}

function CalendarFields({ form }: CardProps) {
  const t = useText();
  const { rule } = form.values;
  const weekdays = useWeekdays();
  const kinds = RULE_KINDS.map((value) => ({ value, label: t(`payoutRules:rule.${value}`) }));
  const hours = EVERY_HOURS.map((count) => ({
    value: String(count),
    label: t('payoutRules:rule.everyHours', { count }),
  }));
  const nths = NTHS.map((value) => ({ value, label: t(`payoutRules:nth.${value}`) }));
  return (
    <FormLayout>
      <SelectInput {...form.field('rule')} label={t('payoutRules:rule.label')} choices={kinds} />
      {rule === 'hours' ? (
        <SelectInput
          {...form.field('hours')}
          label={t('payoutRules:rule.every')}
          helpText={t('payoutRules:rule.hoursHelp')}
          choices={hours}
        />
      ) : null}
      {rule === 'weekdays' ? (
        <ChoiceInput
          {...form.field<unknown>('weekdays')}
          multiple
          label={t('payoutRules:rule.days')}
          choices={weekdays}
        />
      ) : null}
      {rule === 'weeks' ? <WeekFields form={form} /> : null}
      {rule === 'nth_weekday' ? (
        <SelectInput {...form.field('nth')} label={t('payoutRules:rule.which')} choices={nths} />
      ) : null}
      {rule === 'weeks' || rule === 'nth_weekday' ? (
        <SelectInput {...form.field('weekday')} label={t('payoutRules:rule.weekday')} choices={weekdays} />
      ) : null}
      {rule === 'month_day' ? (
        <QuantityInput
          {...form.field<unknown>('monthDay')}
          label={t('payoutRules:rule.monthDay')}
          helpText={t('payoutRules:rule.monthDayHelp')}
          min={1}
          max={31}
        />
      ) : null}
      {rule === 'hours' ? null : (
        <TextInput {...form.field('time')} label={t('payoutRules:rule.time')} placeholder="10:00" maxLength={5} />
      )}
    </FormLayout>
  );
}

function WeekFields({ form }: CardProps) {
  const t = useText();
  return (
    <FormLayout.Group>
      <QuantityInput
        {...form.field<unknown>('weeks')}
        label={t('payoutRules:rule.everyWeeks')}
        min={1}
        max={MAX_WEEKS}
      />
      <DateInput {...form.field('from')} label={t('payoutRules:rule.from')} helpText={t('payoutRules:rule.fromHelp')} />
    </FormLayout.Group>
  );
}

/** The days of a week that begins on Monday, by their names in the viewer's language. */
function useWeekdays(): Choice[] {
  const { locale } = useDateStyle();
  const name = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return WEEKDAYS.map((value, index) => ({ value, label: name.format(new Date(Date.UTC(2024, 0, 1 + index))) }));
}
