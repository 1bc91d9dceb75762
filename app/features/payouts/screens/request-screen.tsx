import { Badge, Banner, BlockStack, Button, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { Explain } from '#app/ui/money/explain.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen, When } from '#app/ui/time/when.tsx';
import type { RequestDetailDto } from '../approval/approvals.contract.ts';
import type { PayoutSummary } from '../payout-view.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { PayResults } from './pay-results.tsx';
import { REQUEST_STATUS } from './request-status.ts';

type RequestScreenProps = {
  request: RequestDetailDto;
  /** The payouts that came of it, as they stand now. */
  made: readonly PayoutSummary[];
};

/** One request: exactly what was asked for, by whom and why it waits; what came of it; and what the viewer can decide. */
export function RequestScreen({ request, made }: RequestScreenProps) {
  const t = useText();
  return (
    <ScreenPage
      title={t('money:request.one', { id: request.id })}
      badges={<StatusBadge status={REQUEST_STATUS[request.state]} />}
      back={{ label: t('money:request.title'), url: '/payouts/requests' }}
    >
      <Stack>
        <RequestStatus request={request} />
        <Columns
          main={
            <Stack>
              {request.outcome ? <PayResults outcome={request.outcome} made={made} /> : null}
              <Parts request={request} />
            </Stack>
          }
          side={<Decision request={request} />}
        />
      </Stack>
    </ScreenPage>
  );
}

/** Why it waits, or how it ended. */
function RequestStatus({ request }: { request: RequestDetailDto }) {
  const t = useText();
  const format = useFormat();
  const { state, why, limit, others, voidReason, blockedUntil } = request;
  const when = useWhen();
  if (state === 'approved') return null;
  if (state !== 'waiting') {
    return (
      <Banner tone="info">
        <p>{t(`money:request.ended.${state}`)}</p>
        {voidReason ? <p>{t(`money:request.void.${voidReason}`, { name: request.askedBy })}</p> : null}
      </Banner>
    );
  }
  return (
    <Banner tone={others === 0 ? 'warning' : 'info'}>
      <p>{t(`money:request.why.${why}`, { limit: format.money(limit) })}</p>
      <p>{t('money:request.unlocked')}</p>
      {others === 0 ? <p>{t('money:request.nobody')}</p> : null}
      {blockedUntil ? <p>{t('money:request.blocked', { when: when(blockedUntil, 'exact') })}</p> : null}
    </Banner>
  );
}

function Parts({ request }: { request: RequestDetailDto }) {
  const t = useText();
  return (
    <SectionCard title={t('money:request.what')} flush>
      <Rows
        label={t('money:request.what')}
        rows={request.parts.map((part) => ({
          id: `${part.vendorId} ${part.amount.currency} ${part.test}`,
          picture: { name: part.vendor },
          title: part.vendor,
          aside: t(`money:method.${part.method}`),
          line: (
            <Explain
              label={t('money:due.orders', { count: part.lineCount })}
              explanation={{
                title: part.vendor,
                steps: [
                  {
                    title: t('money:payouts.orders'),
                    rows: part.lines.map((line) => ({
                      label: line.orderName,
                      value: line.amount,
                      ...(line.joined ? { note: t('money:pay.joined') } : {}),
                    })),
                  },
                ],
                total: { label: t('money:detail.total'), value: part.amount },
              }}
            />
          ),
          badge: part.test ? <Badge>{t('money:pay.testOrders')}</Badge> : undefined,
          amount: <Money value={part.amount} />,
        }))}
      />
    </SectionCard>
  );
}

/** Who asked and when, the sum, and the buttons of whoever can decide. */
function Decision({ request }: { request: RequestDetailDto }) {
  const t = useText();
  const { byHand: manual } = request;
  return (
    <SectionCard title={t('money:detail.facts')}>
      {request.totals.map((total) => (
        <Money key={total.currency} value={total} size="big" />
      ))}
      <Facts
        facts={[
          { label: t('money:request.askedBy'), value: request.askedBy },
          { label: t('money:request.askedOn'), value: <When at={request.askedAt} as="exact" /> },
          ...(request.state === 'waiting'
            ? [{ label: t('money:request.ends'), value: <When at={request.endsAt} as="exact" /> }]
            : []),
          ...(manual
            ? [
                { label: t('money:payouts.paidOn'), value: <When at={manual.paidAt} as="long" /> },
                { label: t('money:payouts.details'), value: manual.details },
              ]
            : []),
          ...(request.decidedBy === null ? [] : [{ label: t('money:request.decidedBy'), value: request.decidedBy }]),
          ...(request.decidedAt === null
            ? []
            : [{ label: t('money:request.decidedOn'), value: <When at={request.decidedAt} as="exact" /> }]),
          ...(request.note === null ? [] : [{ label: t('money:request.note'), value: request.note }]),
        ]}
      />
      <Actions request={request} />
    </SectionCard>
  );
}

function Actions({ request }: { request: RequestDetailDto }) {
  const t = useText();
  const format = useFormat();
  const confirm = useConfirm();
  const { busy, send } = useAction();
  const [isDeclining, setDeclining] = useState(false);
  const { id, allowedActions, askedBy } = request;
  const amount = request.totals.map((total) => format.money(total)).join(' + ');
  const approve = async (): Promise<void> => {
    const count = new Set(request.parts.map(({ vendorId }) => vendorId)).size;
    const sure = await confirm({
      title: t('money:request.confirmTitle', { amount, count }),
      body: t('money:request.confirmBody', { name: askedBy }),
      action: t('money:request.approve', { amount }),
      destructive: false,
    });
    if (sure) send({ act: 'approve' }, t('money:request.approved'));
  };
  const withdraw = async (): Promise<void> => {
    const sure = await confirm({
      title: t('money:request.withdrawTitle', { id }),
      body: t('money:request.withdrawBody'),
      action: t('money:request.withdraw'),
    });
    if (sure) send({ act: 'withdraw' }, t('money:request.withdrawn'));
  };
  return (
    <BlockStack gap="200">
      {allowedActions.includes('approve') ? (
        <>
          <Button variant="primary" fullWidth loading={busy} onClick={() => void approve()}>
            {t('money:request.approve', { amount })}
          </Button>
          <Text as="p" variant="bodySm" tone="subdued">
            {t('money:pay.recomputed')}
          </Text>
        </>
      ) : null}
      {allowedActions.includes('decline') ? (
        <Button
          fullWidth
          disabled={busy}
          onClick={() => {
            setDeclining(true);
          }}
        >
          {t('money:request.decline')}
        </Button>
      ) : null}
      {allowedActions.includes('withdraw') ? (
        <Button fullWidth loading={busy} onClick={() => void withdraw()}>
          {t('money:request.withdraw')}
        </Button>
      ) : null}
      {isDeclining ? (
        <DeclineDialog
          onClose={() => {
            setDeclining(false);
          }}
          onDecline={(note) => {
            setDeclining(false);
            send({ act: 'decline', note }, t('money:request.declined'));
          }}
        />
      ) : null}
    </BlockStack>
  );
}
