import { Banner, Text } from '@shopify/polaris';
import { Suspense, useState } from 'react';
import { useForm } from '#app/ui/forms/use-form.ts';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { isFailedOrReversed } from '../resolve/payout-issue.ts';
import type { PayoutDetail } from '../payout-view.ts';
import { PAYOUT_STATUS } from './payout-history-screen.tsx';
import { PayoutStatusCard } from './payout-status.tsx';

const TransferFileDialog = lazyPart(
  async () => (await import('../transfer-file/shared/transfer-file-dialog.tsx')).TransferFileDialog,
);

const EVENTS = {
  'payout.started': 'started',
  'payout.unknown': 'unknown',
  'payout.unclaimed': 'unclaimed',
  'payout.failed': 'failed',
  'payout.reversed': 'reversed',
  'payout.part_returned': 'part_returned',
  'payout.end_claimed': 'end_claimed',
  'payout.end_arrived': 'end_arrived',
  'payout.end_never_left': 'end_never_left',
  'payout.deleted': 'deleted',
  'payout.reminded': 'reminded',
} as const;

const toEvent = (action: string) => (action in EVENTS ? EVENTS[action as keyof typeof EVENTS] : 'paid');

/** One payout: how and when it was made, its orders, what happened to it. */
export function PayoutScreen({ payout }: { payout: PayoutDetail }) {
  const t = useText();
  const format = useFormat();
  const confirm = useConfirm();
  const removal = useForm({
    schema: () => import('../payouts.contract.ts').then(({ removeManualBody }) => removeManualBody),
    initial: { transactionId: payout.id },
    method: 'delete',
    done: t('money:detail.deleted'),
  });
  const [isTransferOpen, setTransferOpen] = useState(false);
  const amount = format.money(payout.amount);
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('money:detail.confirmTitle', { id: payout.id, amount }),
      body: t('money:detail.confirmBody', { count: payout.lineCount, name: payout.vendor }),
      action: t('money:detail.delete'),
    });
    if (sure) removal.submit();
  };
  return (
    <ScreenPage
      title={t('money:payouts.one', { id: payout.id })}
      badges={<StatusBadge status={PAYOUT_STATUS[payout.state]} />}
      back={{ label: t('money:payouts.title'), url: '/money/payouts' }}
      secondaryActions={
        payout.allowedActions.includes('delete')
          ? [
              {
                label: t('money:transfer.open'),
                onAction: () => {
                  setTransferOpen(true);
                },
              },
              {
                label: t('money:detail.delete'),
                destructive: true,
                loading: removal.saving,
                onAction: () => void remove(),
              },
            ]
          : []
      }
    >
      <Stack>
        {removal.formError ? (
          <Banner tone="critical">
            <p>{removal.formError}</p>
          </Banner>
        ) : null}
        {payout.deletedAt === null ? null : (
          <Banner tone="warning" title={t('money:detail.deletedTitle')}>
            <p>{t('money:detail.deletedBody')}</p>
          </Banner>
        )}
        {isTransferOpen ? (
          <Suspense fallback={null}>
            <TransferFileDialog
              payoutIds={[payout.id]}
              onClose={() => {
                setTransferOpen(false);
              }}
            />
          </Suspense>
        ) : null}
        <PayoutStatusCard payout={payout} />
        <Columns main={<Lines payout={payout} />} side={<PayoutFacts payout={payout} />} />
      </Stack>
    </ScreenPage>
  );
}

function Lines({ payout }: { payout: PayoutDetail }) {
  const t = useText();
  return (
    <SectionCard title={t('money:payouts.orders')} aside={t('money:payouts.lines', { count: payout.lineCount })} flush>
      <Rows
        label={t('money:payouts.orders')}
        rows={payout.lines.map((line) => ({
          id: line.orderId,
          url: `/orders/${line.orderId}`,
          title: line.orderName,
          line: <LineNote line={line} />,
          amount: <Money value={line.amount} />,
        }))}
      />
    </SectionCard>
  );
}

/** What a line says besides its amount: what of it came back, that it was taken off, or when it was ordered. */
function LineNote({ line }: { line: PayoutDetail['lines'][number] }) {
  const t = useText();
  const format = useFormat();
  if (line.cameBack !== null) return <>{t('money:detail.lineBack', { amount: format.money(line.cameBack) })}</>;
  if (line.amount.amount.startsWith('-')) return <>{t('money:pay.joined')}</>;
  return <When at={line.orderedAt} as="day" />;
}

function PayoutFacts({ payout }: { payout: PayoutDetail }) {
  const t = useText();
  const format = useFormat();
  return (
    <Stack>
      <SectionCard title={t('money:detail.facts')}>
        <Money value={payout.amount} size="big" struck={payout.deletedAt !== null} />
        <Facts
          facts={[
            { label: t('money:detail.vendor'), value: payout.vendor },
            ...(payout.paidAt === null || isFailedOrReversed(payout.state)
              ? []
              : [
                  {
                    label: t('money:payouts.paidOn'),
                    value: <When at={payout.paidAt} as={payout.method === 'manual' ? 'day' : 'long'} />,
                  },
                ]),
            { label: t('money:payouts.method'), value: t(`money:method.${payout.method}`) },
            ...(payout.details === null ? [] : [{ label: t('money:payouts.details'), value: payout.details }]),
            ...(payout.sentTo === null ? [] : [{ label: t('money:detail.sentTo'), value: payout.sentTo }]),
            ...(payout.providerRef === null
              ? []
              : [{ label: t('money:detail.providerRef'), value: payout.providerRef }]),
            ...(payout.providerCode === null ? [] : [{ label: t('money:detail.why'), value: payout.providerCode }]),
            ...(payout.paidBy === null ? [] : [{ label: t('money:detail.paidBy'), value: payout.paidBy }]),
            ...(payout.approval === null
              ? []
              : [
                  {
                    label: t('money:request.approvedBy'),
                    value: (
                      <LayoutLink url={`/payouts/requests/${payout.approval.requestId}`}>
                        {payout.approval.by}
                      </LayoutLink>
                    ),
                  },
                ]),
          ]}
        />
        {payout.isTest ? (
          <Text as="p" tone="subdued">
            {t('money:detail.test')}
          </Text>
        ) : null}
        {payout.cameBack !== null && payout.stands !== null ? (
          <SumRows
            rows={[
              { label: t('money:detail.total'), value: payout.amount },
              {
                label: t('money:detail.cameBack'),
                value: { ...payout.cameBack, amount: `-${payout.cameBack.amount}` },
              },
            ]}
            total={{ label: t('money:detail.stands'), value: payout.stands }}
          />
        ) : (
          <SumRows rows={[]} total={{ label: t('money:detail.total'), value: payout.amount }} />
        )}
      </SectionCard>
      <SectionCard title={t('money:detail.timeline')}>
        <Timeline
          entries={payout.timeline.map((event) => ({
            id: event.id,
            at: event.at,
            text: t(`money:detail.event.${toEvent(event.action)}`, {
              amount: event.amount === null ? '' : format.money(event.amount),
            }),
            ...(event.by === null ? {} : { by: event.by }),
          }))}
        />
      </SectionCard>
    </Stack>
  );
}
