import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { BankAccountView } from '../bank-account/bank-account.contract.ts';
import type { PayoutMethodView } from '../payout-methods.contract.ts';
import { BankAccountCard } from './bank-account-card.tsx';
import { CurrentMethod } from './current-method.tsx';
import { PaypalForm } from './paypal-form.tsx';
import { StripeForm } from './stripe-form.tsx';

type PaymentInformationScreenProps = { method: PayoutMethodView; bankAccount: BankAccountView; email: string };

/** How a vendor will be paid, and the ways that it can choose from. Whoever does not lead it reads only. */
export function PaymentInformationScreen({ method, bankAccount, email }: PaymentInformationScreenProps) {
  const t = useText();
  const { stripe, paypal, mayChange } = method;
  const isOffered = stripe.isOffered || paypal.isOffered;
  return (
    <ScreenPage title={t('settings:row.paymentInformation.name')} subtitle={t('payments:method.subtitle')} kind="form">
      <BlockStack gap="400">
        {!mayChange ? <Banner tone="info">{t('payments:method.readOnly')}</Banner> : null}
        {method.waitsForApproval ? <Banner tone="warning">{t('payments:method.waits')}</Banner> : null}
        {method.kind !== null ? <CurrentMethod method={method} /> : null}
        {method.kind === null && isOffered ? <Text as="p">{t('payments:method.none')}</Text> : null}
        {mayChange && stripe.isOffered && needsStripe(method) ? <StripeForm method={method} email={email} /> : null}
        {mayChange && paypal.isOffered ? <PaypalForm method={method} /> : null}
        <BankAccountCard {...bankAccount} />
      </BlockStack>
    </ScreenPage>
  );
}

/** An account that stands is answered to, not made again. */
function needsStripe({ kind, phase }: PayoutMethodView): boolean {
  return kind !== 'stripe' || phase === 'renew' || phase === 'rejected';
}
