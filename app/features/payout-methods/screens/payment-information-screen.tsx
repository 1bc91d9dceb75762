import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard } from '#app/ui/components/cards.tsx';
import type { PayoutMethodView } from '../payout-methods.contract.ts';
import { CurrentMethod } from './current-method.tsx';
import { PaypalForm } from './paypal-form.tsx';
import { StripeForm } from './stripe-form.tsx';

/** How a vendor will be paid, and the ways that it can choose from. Whoever does not lead it reads only. */
export function PaymentInformationScreen({ method, email }: { method: PayoutMethodView; email: string }) {
  const t = useText();
  const { stripe, paypal, mayChange } = method;
  const isOffered = stripe.isOffered || paypal.isOffered;
  return (
    <ScreenPage title={t('payments:method.title')} subtitle={t('payments:method.subtitle')} width="narrow">
      <BlockStack gap="400">
        {!mayChange && isOffered ? <Banner tone="info">{t('payments:method.readOnly')}</Banner> : null}
        {method.waitsForApproval ? <Banner tone="warning">{t('payments:method.waits')}</Banner> : null}
        {method.kind !== null ? <CurrentMethod method={method} /> : null}
        {method.kind === null && isOffered ? <Text as="p">{t('payments:method.none')}</Text> : null}
        {mayChange && stripe.isOffered && needsStripe(method) ? <StripeForm method={method} email={email} /> : null}
        {mayChange && paypal.isOffered ? <PaypalForm method={method} /> : null}
        {method.kind === null && !isOffered ? (
          <EmptyCard title={t('payments:method.noProviderTitle')} body={t('payments:method.noProvider')} />
        ) : null}
      </BlockStack>
    </ScreenPage>
  );
}

/** An account that stands is answered to, not made again. */
function needsStripe({ kind, phase }: PayoutMethodView): boolean {
  return kind !== 'stripe' || phase === 'renew' || phase === 'rejected';
}
