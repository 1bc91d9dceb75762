import { Box, Button, InlineStack } from '@shopify/polaris';
import { Suspense, useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { useNavigate } from '#app/ui/router.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import type { PayoutState } from '../payout.ts';
import type { PayoutSummary } from '../payout-view.ts';
import type { removeManualPayoutEndpoint, PayOutcome, PayResult } from '../payouts.contract.ts';
import { PAYOUT_STATUS } from './payout-history-screen.tsx';

const TransferFileDialog = lazyPart(
  async () => (await import('../transfer-file/shared/transfer-file-dialog.tsx')).TransferFileDialog,
);

/** The word of a badge for what came of a payout. */
function toStatus(state: PayResult['status'] | PayoutState): Status {
  if (state === 'refused') return 'blocked';
  return state === 'waiting' ? 'awaitingApproval' : PAYOUT_STATUS[state];
}

/** What is, or may be, with the vendor. */
const MADE: ReadonlySet<Status> = new Set(['paid', 'onItsWay', 'unknown']);

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
    return { result, now, status: toStatus(state) };
  });
  const isOpen = rows.some(({ status }) => status === 'onItsWay' || status === 'unknown');
  // A vendor with two currencies has a payout of each and is one vendor.
  const sent = new Set(rows.filter(({ status }) => MADE.has(status)).map(({ result }) => result.vendor)).size;
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
      <NextSteps outcome={outcome} made={made} />
    </div>
  );
}

/** Recorded payouts that are taken back at once; with more of them, each is deleted on its own page. */
const MAX_UNDONE = 20;

/** One step to go on with, the file for the bank where payouts were recorded, and beside it taking back what was only recorded. */
function NextSteps({ outcome, made }: PayResultsProps) {
  const t = useText();
  const [isTransferOpen, setTransferOpen] = useState(false);
  const ids = outcome.results.flatMap(({ transactionId }) => transactionId ?? []);
  const recorded = outcome.results.flatMap(({ transactionId, method, status }) =>
    method === 'manual' && status === 'paid' ? (transactionId ?? []) : [],
  );
  const isUndone = made.some(({ deletedAt }) => deletedAt !== null);
  const hasTransfers = recorded.length > 0 && !isUndone;
  const view = ids.length === 1 ? `/money/payouts/${ids[0] ?? ''}` : '/money/payouts';
  const viewLabel = t(ids.length === 1 ? 'money:result.view' : 'money:result.all');
  return (
    <Box paddingBlockStart="400">
      <InlineStack gap="400" blockAlign="center">
        {hasTransfers ? (
          <>
            <Button
              variant="primary"
              onClick={() => {
                setTransferOpen(true);
              }}
            >
              {t('money:transfer.open')}
            </Button>
            <Button variant="plain" url={view}>
              {viewLabel}
            </Button>
          </>
        ) : (
          <Button variant="primary" url={view}>
            {viewLabel}
          </Button>
        )}
        {recorded.length > 0 && recorded.length === ids.length && !isUndone && ids.length <= MAX_UNDONE ? (
          <UndoButton ids={ids} />
        ) : null}
      </InlineStack>
      {isTransferOpen ? (
        <Suspense fallback={null}>
          <TransferFileDialog
            payoutIds={recorded}
            onClose={() => {
              setTransferOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </Box>
  );
}

function UndoButton({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const [isUndoing, setUndoing] = useState(false);
  const undo = async (): Promise<void> => {
    setUndoing(true);
    try {
      for (const transactionId of ids)
        await callApi<typeof removeManualPayoutEndpoint>('DELETE', '/payment/manual', { body: { transactionId } });
      toast(t('money:result.undone'));
      navigate(path('/payouts'));
    } catch (error) {
      toast(error instanceof ApiRefusal ? refusalText(t, error) : t('errors:offline'), { isError: true });
    } finally {
      setUndoing(false);
    }
  };
  return (
    <Button variant="plain" loading={isUndoing} onClick={() => void undo()}>
      {t('money:result.undo')}
    </Button>
  );
}
