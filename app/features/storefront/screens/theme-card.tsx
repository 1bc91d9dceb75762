import { BlockStack, InlineStack, Link, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { ThemeBlock } from '../theme-blocks.ts';

export type ThemeCardProps = { blocks: readonly { block: ThemeBlock; url: string }[] };

/** The blocks that the store's theme can show, each with the way to the theme editor where it is ready to be saved. */
export function ThemeCard({ blocks }: ThemeCardProps) {
  const t = useText();
  return (
    <SectionCard title={t('storefront:theme.title')}>
      <p className="souk-note">{t('storefront:theme.body')}</p>
      <BlockStack as="ul" gap="300">
        {blocks.map(({ block, url }) => {
          const name = t(`storefront:theme.block.${block}`);
          return (
            <li key={block}>
              <InlineStack align="space-between" blockAlign="start" gap="300" wrap={false}>
                <BlockStack>
                  <Text as="span" variant="bodyMd" fontWeight="medium">
                    {name}
                  </Text>
                  <Text as="span" variant="bodySm" tone="subdued">
                    {t(`storefront:theme.why.${block}`)}
                  </Text>
                </BlockStack>
                <Link url={url} target="_top" accessibilityLabel={t('storefront:theme.addNamed', { name })}>
                  {t('storefront:theme.add')}
                </Link>
              </InlineStack>
            </li>
          );
        })}
      </BlockStack>
    </SectionCard>
  );
}
