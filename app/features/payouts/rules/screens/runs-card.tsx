import { BlockStack, List, Text } from '@shopify/polaris';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { formatAppointment, nameZone } from '#app/ui/time/format.ts';
import { nextRuns } from '../next-runs.ts';
import { waitingDays } from '../eligibility.ts';
import type { CalendarRule } from '../payout-rules.ts';
import { toRule, type TypedRules } from './typed-rules.ts';

const fetchCalendarRule = () => import('../payout-schedule.ts').then(({ calendarRule }) => calendarRule);
type CalendarRuleSchema = Awaited<ReturnType<typeof fetchCalendarRule>>;

const RUNS_SHOWN = 5;

/** When the schedule in the fields would run next, while it is being changed. */
export function RunsCard({ typed }: { typed: TypedRules }) {
  const t = useText();
  const style = useDateStyle();
  return (
    <SectionCard title={t('payoutRules:runs.title')}>
      <div aria-live="polite">
        <BlockStack gap="200">
          {typed.schedule === 'periodic' ? (
            <Runs typed={typed} />
          ) : typed.schedule === 'relative' ? (
            <Text as="p">{t('payoutRules:runs.relative', { count: computeWait(typed) })}</Text>
          ) : (
            <Text as="p">{t('payoutRules:runs.off')}</Text>
          )}
          {typed.schedule === 'periodic' ? (
            <Text as="p" tone="subdued">
              {t('payoutRules:runs.zone', { zone: nameZone(style.timezone) })}
            </Text>
          ) : null}
        </BlockStack>
      </div>
    </SectionCard>
  );
}

function Runs({ typed }: { typed: TypedRules }) {
  const t = useText();
  const style = useDateStyle();
  // What is typed is read by the contract's schema; until that is fetched, the runs are those that the page came with.
  const [first] = useState(typed);
  const [schema, setSchema] = useState<CalendarRuleSchema>();
  useEffect(() => {
    fetchCalendarRule().then(
      (fetched) => {
        setSchema(fetched);
      },
      () => undefined,
    );
  }, []);
  const runs = useMemo(() => {
    const rule = schema ? schema.safeParse(toRule(typed)).data : (toRule(first) as CalendarRule);
    return rule && nextRuns(rule, new Date(style.now), style.timezone, RUNS_SHOWN).map((run) => run.toISOString());
  }, [first, schema, typed, style.now, style.timezone]);
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

/** The days that a relative schedule waits, as they stand in the fields. */
function computeWait({ days, holdingDays }: TypedRules): number {
  return waitingDays({ schedule: { kind: 'relative', days: Number(days) }, holdingDays: Number(holdingDays) });
}
