import { BlockStack, Text } from '@shopify/polaris';
import { lazy, Suspense } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { loadSchemas } from '#app/ui/schemas/ask-schema.ts';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { waitingDays } from '../eligibility.ts';
import type { TypedRules } from './typed-rules.ts';

// What stands in the fields is read by the contract's schema; the server's list stays until that is here.
const RunsList = lazy(async () => {
  const [{ RunsList: list }] = await Promise.all([import('./runs-list.tsx'), loadSchemas()]);
  return { default: list };
});

/** When the schedule in the fields would run next, while it is being changed. */
export function RunsCard({ typed }: { typed: TypedRules }) {
  const t = useText();
  const style = useDateStyle();
  return (
    <SectionCard title={t('payoutRules:runs.title')}>
      <div aria-live="polite">
        <BlockStack gap="200">
          {typed.schedule === 'periodic' ? (
            <Suspense>
              <RunsList typed={typed} />
            </Suspense>
          ) : typed.schedule === 'relative' ? (
            <Text as="p">{t('payoutRules:runs.relative', { count: waitOf(typed) })}</Text>
          ) : (
            <Text as="p">{t('payoutRules:runs.off')}</Text>
          )}
          {typed.schedule === 'periodic' ? (
            <Text as="p" tone="subdued">
              {t('payoutRules:runs.zone', { zone: style.timezone.replaceAll('_', ' ') })}
            </Text>
          ) : null}
        </BlockStack>
      </div>
    </SectionCard>
  );
}

/** The days that a relative schedule waits, as they stand in the fields. */
function waitOf({ days, holdingDays }: TypedRules): number {
  return waitingDays({ schedule: { kind: 'relative', days: Number(days) }, holdingDays: Number(holdingDays) });
}
