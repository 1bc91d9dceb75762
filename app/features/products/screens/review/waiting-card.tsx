import { BlockStack, Button, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { ProductDetail } from '../../products.contract.ts';

/** What of a live product waits for the marketplace, or how its last change was decided; nothing where neither is so. */
export function WaitingCard({ detail }: { detail: ProductDetail }) {
  const t = useText();
  const { change, product } = detail;
  if (!change) return null;
  const names = (fields: readonly (typeof change.waiting)[number][]): string =>
    fields.map((field) => t(`changes:field.${field}`)).join(', ');
  // Whoever may approve reads it as the one who decides.
  const decides = product.allowedActions.includes('approve') || product.allowedActions.includes('unapprove');
  const isWaiting = change.waiting.length > 0;
  return (
    <SectionCard title={t('changes:card.title')}>
      <BlockStack gap="300">
        {isWaiting ? (
          <Text as="p">
            {decides
              ? t('changes:card.waitingAdmin', { vendor: product.vendor, fields: names(change.waiting) })
              : t('changes:card.waiting', { fields: names(change.waiting) })}
          </Text>
        ) : null}
        {change.last && !(isWaiting && change.last.outcome === 'withdrawn') ? (
          <div className="product-note">
            <Text as="p" fontWeight="semibold">
              {t('changes:card.last', {
                outcome: t(`changes:outcome.${change.last.outcome}`),
                fields: names(change.last.fields),
              })}
            </Text>
            {change.last.note ? <Text as="p">“{change.last.note}”</Text> : null}
          </div>
        ) : null}
        <Button url={`/changes/${change.id}`}>
          {t(decides && isWaiting ? 'changes:card.review' : 'changes:card.see')}
        </Button>
      </BlockStack>
    </SectionCard>
  );
}
