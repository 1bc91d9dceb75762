import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';

/** The secret that was just made: it is said this once. */
export function NewSecret({ secret }: { secret: string }) {
  const t = useText();
  return (
    <Banner tone="success" title={t('webhooks:secret.title')}>
      <BlockStack gap="100">
        <Text as="p">{t('webhooks:secret.once')}</Text>
        <code data-new-secret style={{ overflowWrap: 'anywhere' }}>
          {secret}
        </code>
      </BlockStack>
    </Banner>
  );
}
