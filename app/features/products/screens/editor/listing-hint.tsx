import { Banner, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';

/** How many products may be listed and how many are; null is no limit. */
export type ListingProps = { listing: { limit: number; count: number } | null };

/** Whether one more may be listed. */
export const isFull = ({ listing }: ListingProps): boolean => listing !== null && listing.count >= listing.limit;

/** Says how much of the vendor's limit is used, and what to do where it is reached. */
export function ListingHint({ listing }: ListingProps) {
  const t = useText();
  const format = useFormat();
  if (!listing) return null;
  const words = { listed: format.number(listing.count), limit: format.number(listing.limit) };
  if (!isFull({ listing })) {
    return (
      <Text as="p" tone="subdued">
        {t('products:listing.of', words)}
      </Text>
    );
  }
  return (
    <Banner tone="warning" title={t('products:listing.full', words)}>
      {t('products:listing.fullHelp')}
    </Banner>
  );
}
