import { List, Text } from '@shopify/polaris';
import { useMemo } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { formatAppointment } from '#app/ui/time/format.ts';
import { nextRuns } from '../next-runs.ts';
import { typedRule, type TypedRules } from './typed-rules.ts';

const RUNS_SHOWN = 5;

/** The next runs of the rule in the fields; schemas must be loaded. */
export function RunsList({ typed }: { typed: TypedRules }) {
  const t = useText();
  const style = useDateStyle();
  const runs = useMemo(() => {
    const rule = typedRule(typed);
    return rule && nextRuns(rule, new Date(style.now), style.timezone, RUNS_SHOWN).map((run) => run.toISOString());
  }, [typed, style.now, style.timezone]);
  if (!runs) return <Text as="p">{t('payoutRules:runs.incomplete')}</Text>;
  return (
    <List type="number">
      {runs.map((run) => (
        <List.Item key={run}>
          <time dateTime={run}>{formatAppointment(run, style)}</time>
        </List.Item>
      ))}
    </List>
  );
}
