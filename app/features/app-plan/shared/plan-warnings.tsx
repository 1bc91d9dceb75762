import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import type { PlanWarning } from '../plan.ts';

/** The limits of the app's plan that are nearly used up or reached, and what that stops. `hasLink` leads to another plan. */
export function PlanWarnings({ warnings, hasLink }: { warnings: readonly PlanWarning[]; hasLink?: boolean }) {
  const t = useText();
  const format = useFormat();
  const toPath = useLayoutPath();
  if (warnings.length === 0) return null;
  const isReached = warnings.some(({ level }) => level === 'reached');
  return (
    <Banner
      tone={isReached ? 'critical' : 'warning'}
      {...(hasLink ? { action: { content: t('installation:warning.link'), url: toPath('/settings/plan') } } : {})}
    >
      <BlockStack gap="100">
        {warnings.map(({ name, level, used, included }) => (
          <Text as="p" key={name}>
            {t(`installation:warning.${level}`, {
              used: format.number(used),
              included: format.number(included),
              what: t(`installation:warning.what.${name}`),
              effect: t(`installation:warning.effect.${name}`),
            })}
          </Text>
        ))}
      </BlockStack>
    </Banner>
  );
}
