import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { PayersOnly } from '#app/ui/components/read-only.tsx';
import type { PaypalState, StripeState } from '../payment-providers.contract.ts';
import { PaypalCard } from './paypal-card.tsx';
import { StripeCard } from './stripe-card.tsx';

export type PaymentSettings = { stripe: StripeState; paypal: PaypalState; mayChange: boolean };

/** The marketplace's keys at the providers by which vendors can be paid. */
export function PaymentSettingsScreen({ stripe, paypal, mayChange }: PaymentSettings) {
  const t = useText();
  return (
    <ScreenPage title={t('settings:row.payouts.name')} subtitle={t('payments:subtitle')} kind="form">
      <BlockStack gap="400">
        <Banner tone="info">
          <Text as="p">{t('payments:manual')}</Text>
        </Banner>
        <PayersOnly mayChange={mayChange}>
          <BlockStack gap="400">
            <StripeCard stripe={stripe} />
            <PaypalCard paypal={paypal} />
          </BlockStack>
        </PayersOnly>
      </BlockStack>
    </ScreenPage>
  );
}
