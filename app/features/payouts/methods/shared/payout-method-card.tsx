import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { PayoutMethodView } from '../payout-methods.contract.ts';

type PayoutMethodCardProps = {
  method: PayoutMethodView;
  /** Releases a destination that waits, whose details were changed at this time. */
  onApprove: (detailsChangedAt: string) => void;
  busy: boolean;
};

/** How a vendor will be paid, for those who pay it: which way, and where it stands. */
export function PayoutMethodCard({ method, onApprove, busy }: PayoutMethodCardProps) {
  const t = useText();
  const { kind, phase, detailsChangedAt } = method;
  if (kind === null || phase === null)
    return (
      <SectionCard title={t('payments:card.title')}>
        <Text as="p" tone="subdued">
          {t('payments:card.none')}
        </Text>
      </SectionCard>
    );
  const provider = kind === 'stripe' ? 'Stripe' : method.paypal.type === 'USER_HANDLE' ? 'Venmo' : 'PayPal';
  return (
    <SectionCard title={t('payments:card.title')}>
      <Facts
        facts={[
          { label: t('payments:card.way'), value: provider },
          { label: t('payments:card.state'), value: t(`payments:card.stateOf.${phase}`) },
          ...(detailsChangedAt
            ? [{ label: t('payments:method.changed'), value: <When at={detailsChangedAt} as="long" /> }]
            : []),
        ]}
      />
      {method.waitsForApproval && detailsChangedAt ? (
        <Banner tone="warning">
          <BlockStack gap="200">
            <Text as="p">{t('payments:card.waits', { name: method.waitsForApproval.invitedBy })}</Text>
            <Facts
              facts={[
                {
                  label: t('payments:card.goesTo'),
                  value: kind === 'stripe' ? (method.stripe.account?.email ?? '') : method.paypal.receiver,
                },
              ]}
            />
            <InlineStack>
              <Button
                disabled={busy}
                onClick={() => {
                  onApprove(detailsChangedAt);
                }}
              >
                {t('payments:card.approve')}
              </Button>
            </InlineStack>
          </BlockStack>
        </Banner>
      ) : null}
    </SectionCard>
  );
}
