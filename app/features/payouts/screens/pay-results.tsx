import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { StatusBadge } from '#app/ui/parts/status-badge.tsx';
import type { PayOutcome } from '../payouts.contract.ts';

/** What came of a payout for each vendor; a paid one leads to its page. */
export function PayResults({ outcome }: { outcome: PayOutcome }) {
  const t = useText();
  const paid = outcome.results.filter((one) => one.status === 'paid').length;
  return (
    <div role="status">
      <SectionCard
        title={paid === 0 ? t('money:result.none') : t('money:result.toast', { count: paid })}
        aside={t('money:result.title')}
        flush
      >
        <Rows
          label={t('money:result.title')}
          rows={outcome.results.map((one) => ({
            id: `${one.vendor} ${one.amount.currency}`,
            ...(one.transactionId === null ? {} : { url: `/money/payouts/${one.transactionId}` }),
            picture: { name: one.vendor },
            title: one.vendor,
            line:
              one.reason === null
                ? t('money:payouts.lines', { count: one.lineCount })
                : t(`money:refusal.${one.reason.code}`),
            badge: <StatusBadge status={one.status === 'paid' ? 'paid' : 'blocked'} />,
            amount: <Money value={one.amount} />,
          }))}
        />
      </SectionCard>
    </div>
  );
}
