import { BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts, type Fact } from '#app/ui/components/layout.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import type { ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import '../orders.css';

type Buyer = ShownOrderDto['buyer'];

/** Who bought and where it goes. What is hidden, or was withheld by the platform, is named, so that nobody looks for it. */
export function BuyerCard({ buyer }: { buyer: Buyer }) {
  const t = useText();
  const format = useFormat();
  const { viewer } = useShell();
  if (buyer.redacted) {
    return (
      <SectionCard title={t('orders:buyer.title')}>
        <Text as="p" tone="subdued">
          {t('orders:buyer.redacted')}
        </Text>
      </SectionCard>
    );
  }
  const { shippingAddress, billingAddress } = buyer;
  const address = (value: NonNullable<Buyer['shippingAddress']>) => (
    <address className="souk-address">{addressText(value, format.country)}</address>
  );
  const isUnknown = !buyer.name && !shippingAddress && !billingAddress;
  const facts: Fact[] = [
    ...(buyer.name ? [{ label: t('orders:buyer.name'), value: buyer.name }] : []),
    ...(shippingAddress ? [{ label: t('orders:buyer.shipTo'), value: address(shippingAddress) }] : []),
    ...(buyer.email ? [{ label: t('orders:buyer.email'), value: buyer.email }] : []),
    ...(buyer.phone ? [{ label: t('orders:buyer.phone'), value: buyer.phone }] : []),
    ...(billingAddress ? [{ label: t('orders:buyer.billTo'), value: address(billingAddress) }] : []),
    ...(buyer.note ? [{ label: t('orders:buyer.note'), value: buyer.note }] : []),
    ...buyer.attributes.map(({ name, value }) => ({ label: name, value })),
  ];
  return (
    <SectionCard title={t('orders:buyer.title')}>
      <BlockStack gap="300">
        {isUnknown ? (
          <Text as="p" tone="subdued">
            {t(viewer.isAdmin ? 'orders:buyer.missing' : 'orders:buyer.missingVendor')}
          </Text>
        ) : null}
        {facts.length > 0 ? <Facts facts={facts} /> : null}
        {buyer.hiddenFields.length > 0 ? (
          <Text as="p" variant="bodySm" tone="subdued">
            {t('orders:buyer.hidden')}
          </Text>
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}

function addressText(address: NonNullable<Buyer['shippingAddress']>, countryOf: (code: string) => string): string {
  const town = [address.zip, address.city].filter(Boolean).join(' ');
  const { name, company, street1, street2, state, country, phone } = address;
  return [name, company, street1, street2, town, state, country && countryOf(country), phone]
    .filter(Boolean)
    .join('\n');
}
