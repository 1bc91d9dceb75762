import { Badge, InlineStack, Link, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { StoreSync } from '../connection.ts';

/** How the store itself is in step with the platform: a line, and the way to what somebody has to see to. */
export function StoreSyncCard({ sync }: { sync: StoreSync }) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const path = useLayoutPath();
  const { lastReportAt, waiting, problems, withheld } = sync;
  const open = problems + withheld;
  return (
    <SectionCard title={t('integrations:own.title')}>
      <InlineStack gap="200" blockAlign="center">
        <Badge tone={open > 0 ? 'attention' : 'success'}>
          {t(open > 0 ? 'integrations:own.attention' : 'integrations:own.inStep')}
        </Badge>
        <Text as="span" tone="subdued">
          {[
            lastReportAt === null
              ? t('integrations:own.none')
              : t('integrations:own.last', { when: when(lastReportAt) }),
            ...(waiting > 0
              ? [t('integrations:own.waiting', { count: waiting, waiting: format.number(waiting) })]
              : []),
          ].join(' · ')}
        </Text>
        {open > 0 ? (
          <Link url={path('/deliveries')}>
            {t('integrations:own.problems', { count: open, problems: format.number(open) })}
          </Link>
        ) : null}
      </InlineStack>
    </SectionCard>
  );
}
