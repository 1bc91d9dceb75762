import { useText } from '../i18n/use-text.ts';
import { useDayText } from '../time/when.tsx';
import { chosenLabel, type ListFilter } from './list.ts';

/** Writes what a filter holds ("Date: This week"); undefined where it narrows nothing. */
export function useFilterLabel(): (filter: ListFilter, chosen: Readonly<Record<string, string>>) => string | undefined {
  const t = useText();
  const dayText = useDayText();
  return (filter, chosen) => {
    const { key, range, standard, label } = filter;
    const from = range ? (chosen[range.from] ?? '') : '';
    const to = range ? (chosen[range.to] ?? '') : '';
    if (from !== '' && to !== '') return t('lists:dates.between', { label, from: dayText(from), to: dayText(to) });
    if (from !== '') return t('lists:dates.since', { label, day: dayText(from) });
    if (to !== '') return t('lists:dates.until', { label, day: dayText(to) });
    const value = chosen[key] ?? standard;
    return value === undefined || value === 'all' ? undefined : `${label}: ${chosenLabel(filter, value)}`;
  };
}
