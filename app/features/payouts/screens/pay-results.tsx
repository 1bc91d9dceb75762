import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { StatusBadge } from '#app/ui/parts/status-badge.tsx';
import type { PayoutSummary } from '../payout-view.ts';
import type { PayOutcome } from '../payouts.contract.ts';
import { PAYOUT_STATUS } from './payout-history-screen.tsx';

type PayResultsProps = {
  outcome: PayOutcome;
  /** The payouts that were made, as they stand now. */
  made: readonly PayoutSummary[];
};

/** What comes of a payout for each vendor, followed while any is on its way; each that was made leads to its page. */
export function PayResults({ outcome, made }: PayResultsProps) {
  const t = useText();
  const nowOf = new Map(made.map((payout) => [payout.id, payout]));
  const rows = outcome.results.map((result) => {
    const now = result.transactionId === null ? undefined : nowOf.get(result.transactionId);
    const state = now?.state ?? result.status;
    return { result, now, status: state === 'refused' ? ('blocked' as const) : PAYOUT_STATUS[state] };
  });
  const sent = rows.filter(({ status }) => status === 'paid' || status === 'onItsWay' || status === 'unknown').length;
  useLiveRefresh(rows.some(({ status }) => status === 'onItsWay' || status === 'unknown'));
  return (
    <div role="status">
      <SectionCard
        title={
          sent === 0
            ? t('money:result.none')
            : rows.every(({ status }) => status === 'paid' || status === 'blocked')
              ? t('money:result.toast', { count: sent })
              : t('money:result.sent', { count: sent })
        }
        aside={t('money:result.title')}
        flush
      >
        <Rows
          label={t('money:result.title')}
          rows={rows.map(({ result, now, status }) => ({
            id: `${result.vendor} ${result.amount.currency} ${result.transactionId ?? ''}`,
            ...(result.transactionId === null ? {} : { url: `/money/payouts/${result.transactionId}` }),
            picture: { name: result.vendor },
            title: result.vendor,
            line: now?.reason
              ? t(`money:reason.${now.reason}`)
              : result.reason === null
                ? t('money:payouts.lines', { count: result.lineCount })
                : t(`money:refusal.${result.reason.code}`),
            badge: <StatusBadge status={status} />,
            amount: <Money value={result.amount} />,
          }))}
        />
      </SectionCard>
    </div>
  );
}
