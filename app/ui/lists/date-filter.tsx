import { BlockStack, Button, ChoiceList, InlineError, InlineStack } from '@shopify/polaris';
import { useState } from 'react';
import { DateField } from '../forms/date-field.tsx';
import { useText } from '../i18n/use-text.ts';
import type { ListFilter } from './list.ts';

const OWN = 'own';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Chosen = { period: string; from: string; to: string };
type DateFilterProps = { filter: ListFilter; chosen: Chosen; onChoose: (chosen: Chosen) => void };

/** One filter for dates: periods of the store's calendar, or a range of one's own days, both ends of which count. */
export function DateFilter({ filter, chosen, onChoose }: DateFilterProps) {
  const t = useText();
  const hasDays = chosen.from !== '' || chosen.to !== '';
  const [isOwn, setOwn] = useState(hasDays);
  const [days, setDays] = useState({ from: chosen.from, to: chosen.to });
  const isUnread = [days.from, days.to].some((day) => day !== '' && !DAY.test(day));
  const isReversed = days.from !== '' && days.to !== '' && days.from > days.to && !isUnread;
  const isUsable = !isUnread && !isReversed && (days.from !== '' || days.to !== '');
  return (
    <BlockStack gap="300">
      <ChoiceList
        title={filter.label}
        titleHidden
        choices={[...filter.choices, { value: OWN, label: t('lists:dates.own') }].map((choice) => ({ ...choice }))}
        selected={[isOwn ? OWN : chosen.period || (filter.standard ?? '')]}
        onChange={([value = '']) => {
          setOwn(value === OWN);
          if (value !== OWN) onChoose({ period: value, from: '', to: '' });
        }}
      />
      {isOwn ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isUsable) onChoose({ period: '', ...days });
          }}
        >
          <BlockStack gap="200">
            <DateField
              label={t('lists:dates.from')}
              value={days.from}
              onChange={(from) => {
                setDays({ ...days, from });
              }}
            />
            <DateField
              label={t('lists:dates.to')}
              value={days.to}
              onChange={(to) => {
                setDays({ ...days, to });
              }}
            />
            {isUnread ? <InlineError message={t('lists:dates.unread')} fieldID="souk-dates" /> : null}
            {isReversed ? <InlineError message={t('lists:dates.reversed')} fieldID="souk-dates" /> : null}
            <InlineStack align="end">
              <Button submit disabled={!isUsable}>
                {t('common:list.apply')}
              </Button>
            </InlineStack>
          </BlockStack>
        </form>
      ) : null}
    </BlockStack>
  );
}
