import { Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { RaiseAction } from '../limit-raise.ts';
import type { PayoutRulesState } from '../payout-rules.contract.ts';

type RaiseCardProps = {
  raise: NonNullable<PayoutRulesState['raise']>;
  currency: string;
  busy: boolean;
  onDecide: (action: RaiseAction) => void;
};

/** A higher limit of approval that somebody asked for, with what the viewer can decide about it. */
export function RaiseCard({ raise, currency, busy, onDecide }: RaiseCardProps) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const { approveAbove, by: name } = raise;
  const action = (which: RaiseAction) => (
    <Button
      key={which}
      variant={which === 'approve' ? 'primary' : 'secondary'}
      disabled={busy}
      onClick={() => {
        onDecide(which);
      }}
    >
      {t(`payoutRules:raise.${which}`)}
    </Button>
  );
  return (
    <SectionCard title={t('payoutRules:raise.title')} tinted>
      <Text as="p">
        {approveAbove === null
          ? t('payoutRules:raise.none', { name })
          : t('payoutRules:raise.to', { name, amount: format.money({ amount: approveAbove, currency }) })}
      </Text>
      <Text as="p" tone="subdued">
        {raise.isVoid
          ? t('payoutRules:raise.void', { name })
          : t('payoutRules:raise.until', { when: when(raise.endsAt, 'exact') })}
      </Text>
      {raise.allowedActions.length > 0 ? <InlineStack gap="200">{raise.allowedActions.map(action)}</InlineStack> : null}
    </SectionCard>
  );
}
