import { Box, Button, InlineStack } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import type { PayoutState } from '../payout.ts';
import type { PayoutSummary } from '../payout-view.ts';
import type { PayOutcome, PayResult } from '../payouts.contract.ts';
import { PAYOUT_STATUS } from './payout-history-screen.tsx';

/** The word of a badge for what came of a payout. */
function statusOf(state: PayResult['status'] | PayoutState): Status {
  if (state === 'refused') return 'blocked';
  return state === 'waiting' ? 'awaitingApproval' : PAYOUT_STATUS[state];
}

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
    return { result, now, status: statusOf(state) };
  });
  const isOpen = rows.some(({ status }) => status === 'onItsWay' || status === 'unknown');
  const sent = rows.filter(({ status }) => status === 'paid' || status === 'onItsWay' || status === 'unknown').length;
  useLiveRefresh(isOpen);
  return (
    <div role="status">
      {outcome.requestId === undefined ? null : (
        <Box paddingBlockEnd="400">
          <Button url={`/payouts/requests/${outcome.requestId}`}>{t('money:request.open')}</Button>
        </Box>
      )}
      <SectionCard
        title={
          outcome.requestId !== undefined
            ? t('money:request.asked')
            : sent === 0
              ? t('money:result.none')
              : isOpen
                ? t('money:result.sent', { count: sent })
                : t('money:result.toast', { count: sent })
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
        <Box padding="400">
          <InlineStack gap="200">
            <Button url="/money/payouts">{t('money:result.all')}</Button>
            <Button url="/payouts">{t('money:result.again')}</Button>
          </InlineStack>
        </Box>
      </SectionCard>
    </div>
  );
}
