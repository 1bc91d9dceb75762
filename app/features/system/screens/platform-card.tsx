import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { PlatformProblemDto } from '../system.contract.ts';

/** What the platform refuses until somebody mends it: what is wrong, since when, and what to do. */
export function PlatformCard({ problems }: { problems: readonly PlatformProblemDto[] }) {
  const t = useText();
  const when = useWhen();
  if (problems.length === 0) return null;
  return (
    <SectionCard title={t('system:platform.title')}>
      <BlockStack gap="300">
        {problems.map(({ kind, detail, since }) => (
          <Banner key={kind} tone="critical" title={t(`system:platform.${kind}.title`, { detail })}>
            <Text as="p">{t('system:platform.since', { when: when(since, 'exact') })}</Text>
            <Text as="p">{t(`system:platform.${kind}.means`)}</Text>
            <Text as="p">{t(`system:platform.${kind}.next`)}</Text>
          </Banner>
        ))}
      </BlockStack>
    </SectionCard>
  );
}
