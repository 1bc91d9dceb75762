import { Banner, BlockStack } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { ReportedReason } from '#app/core/payout-reason.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { MoneyDto } from '#app/core/dto.ts';
import { useWhen } from '#app/ui/time/when.tsx';
import { isFailedOrReversed, nextStepOf, chooseVendorStep } from '../resolve/payout-issue.ts';
import type { PayoutDetail } from '../payout-view.ts';
import { UnconfirmedPayout, SaidOfPayout } from './lost-payout.tsx';

/** For so long the page follows a payout that somebody had looked up. */
const FOLLOW_MS = 20_000;

type StatusAction = { content: string; url?: string; onAction?: () => void; loading?: boolean };

/**
 * What a person should know of a payout that is not simply paid: what happened, what is safe, what comes next and who has to act;
 * followed while the provider has not said the last word.
 */
export function PayoutStatusCard({ payout }: { payout: PayoutDetail }) {
  const t = useText();
  const { state, reason } = payout;
  const refresh = useRefreshAction(payout);
  const resolution = useAction();
  const method = t(`money:method.${payout.method}`);
  useLiveRefresh(((state === 'processing' || state === 'unknown') && !payout.isLostForGood) || refresh.isFollowed);
  if (payout.deletedAt !== null) return null;
  if (payout.isLostForGood) return <UnconfirmedPayout payout={payout} method={method} act={resolution} />;
  if (state === 'processing' || state === 'unknown') {
    const isUnconfirmed = state === 'unknown';
    return (
      <Banner
        tone={isUnconfirmed ? 'warning' : 'info'}
        title={t(isUnconfirmed ? 'money:detail.unknownTitle' : 'money:detail.openTitle')}
        {...toActions([refresh.act])}
      >
        <BlockStack gap="100">
          <p>{t(isUnconfirmed ? 'money:detail.unknownBody' : 'money:detail.openBody', { method })}</p>
          {isUnconfirmed ? (
            <p>{t(payout.forMarketplace ? 'money:issue.lost' : 'money:issue.lostVendor', { method })}</p>
          ) : null}
        </BlockStack>
      </Banner>
    );
  }
  if (state === 'unclaimed') return <Unclaimed payout={payout} method={method} look={refresh.act} />;
  if (payout.ended !== null && state === 'paid') return <SaidOfPayout ended={payout.ended} />;
  if (payout.cameBack !== null)
    return <PartBack payout={payout} amount={payout.cameBack} method={method} look={refresh.act} />;
  if (isFailedOrReversed(state) && reason !== null)
    return (
      <>
        {payout.ended === null ? null : <SaidOfPayout ended={payout.ended} />}
        <CameToNothing payout={payout} reason={reason} method={method} />
      </>
    );
  return null;
}

/** Has a payout looked up, and follows it for a while. */
function useRefreshAction(payout: PayoutDetail): { act: StatusAction | undefined; isFollowed: boolean } {
  const t = useText();
  const { busy, send } = useAction();
  const [isFollowed, setIsFollowed] = useState(false);
  useEffect(() => {
    if (!isFollowed) return;
    const timer = setTimeout(() => {
      setIsFollowed(false);
    }, FOLLOW_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isFollowed]);
  if (!payout.allowedActions.includes('look')) return { act: undefined, isFollowed };
  const onAction = () => {
    setIsFollowed(true);
    send({ act: 'look' }, t('money:issue.looked'));
  };
  const content = t('money:issue.look', { method: t(`money:method.${payout.method}`) });
  return { act: { content, onAction, loading: busy }, isFollowed };
}

/** It waits at the provider for its receiver: who is told how to get it, and what happens if not. */
function Unclaimed({
  payout,
  method,
  look: refresh,
}: {
  payout: PayoutDetail;
  method: string;
  look: StatusAction | undefined;
}) {
  const t = useText();
  const when = useWhen();
  const { busy, send } = useAction();
  const { forMarketplace, vendor: name, toldAt } = payout;
  const remind: StatusAction | undefined = payout.allowedActions.includes('remind')
    ? {
        content: t('money:issue.remind', { name }),
        onAction: () => {
          send({ act: 'remind' }, t('money:issue.reminded'));
        },
        loading: busy,
      }
    : undefined;
  return (
    <Banner tone="warning" title={t('money:detail.event.unclaimed')} {...toActions([remind, refresh])}>
      <BlockStack gap="100">
        <p>{t('money:reason.unclaimed')}</p>
        <p>{t(forMarketplace ? 'money:issue.transit' : 'money:issue.transitVendor', { method })}</p>
        <p>
          {t(forMarketplace ? 'money:issue.next.claim' : 'money:issue.vendorNext.claim', { method, name })}
          {forMarketplace && toldAt !== null ? ` ${t('money:issue.told', { when: when(toldAt) })}` : null}
        </p>
      </BlockStack>
    </Banner>
  );
}

type FailedProps = { payout: PayoutDetail; reason: ReportedReason; method: string };

/**
 * It failed or came back: why, that its orders are due again or were paid again, and what has to be done first. Where an admin
 * said so, no provider gave a reason.
 */
function CameToNothing({ payout, reason, method }: FailedProps) {
  const t = useText();
  const when = useWhen();
  const { forMarketplace, vendor: name, paidAt, aftermath } = payout;
  const isOpen = aftermath?.due != null;
  const next =
    forMarketplace && reason !== 'marketplace'
      ? t(`money:issue.next.${nextStepOf(reason)}`, { method, name })
      : t(`money:issue.vendorNext.${chooseVendorStep(reason)}`, { method });
  return (
    <Banner
      tone={isOpen ? 'critical' : 'info'}
      title={t(`money:issue.title.${payout.state === 'failed' ? 'failed' : 'reversed'}`)}
      {...toActions(useRepairActions(payout, reason))}
    >
      <BlockStack gap="100">
        {payout.ended === null ? <p>{t(`money:reason.${reason}`)}</p> : null}
        {paidAt === null ? null : <p>{t('money:issue.late', { when: when(paidAt, 'long'), method })}</p>}
        <Safe payout={payout} />
        {isOpen ? <p>{next}</p> : null}
      </BlockStack>
    </Banner>
  );
}

type PartProps = { payout: PayoutDetail; amount: MoneyDto; method: string; look: StatusAction | undefined };

/** Part of it was taken back: how much, that it is due again or was paid again, and what comes next. */
function PartBack({ payout, amount, method, look: refresh }: PartProps) {
  const t = useText();
  const format = useFormat();
  const { forMarketplace, aftermath } = payout;
  const isOpen = aftermath?.due != null;
  const next = forMarketplace ? t('money:issue.next.look', { method }) : t('money:issue.vendorNext.ask');
  return (
    <Banner
      tone={isOpen ? 'warning' : 'info'}
      title={t('money:issue.title.part', { amount: format.money(amount) })}
      {...toActions([...useRepairActions(payout, 'reversed'), refresh])}
    >
      <BlockStack gap="100">
        <p>{t('money:issue.part', { method })}</p>
        <Safe payout={payout} />
        {isOpen ? <p>{next}</p> : null}
      </BlockStack>
    </Banner>
  );
}

/** What became of the money: due again, paid again with other payouts, or no longer owed. */
function Safe({ payout: { aftermath, forMarketplace } }: { payout: PayoutDetail }) {
  const t = useText();
  const format = useFormat();
  if (aftermath === null) return null;
  const { due, paidAgain } = aftermath;
  if (due === null && paidAgain.length === 0) return <p>{t('money:issue.nothing')}</p>;
  return (
    <>
      {due === null ? null : (
        <p>
          {t(forMarketplace ? 'money:issue.dueAgain' : 'money:issue.dueToYou', {
            amount: format.money(due.amount),
            count: due.orders,
          })}
        </p>
      )}
      {paidAgain.length === 0 ? null : (
        <p>
          {t('money:issue.paidAgain')}{' '}
          {paidAgain.map((id, index) => (
            <span key={id}>
              {index === 0 ? null : ', '}
              <LayoutLink url={`/money/payouts/${id}`}>{t('money:payouts.one', { id })}</LayoutLink>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** The verbs that lead on, the first of them first; none once nothing is due any more. */
function useRepairActions(payout: PayoutDetail, reason: ReportedReason): (StatusAction | undefined)[] {
  const t = useText();
  if (payout.aftermath?.due == null) return [];
  if (!payout.forMarketplace || reason === 'marketplace') {
    const step = chooseVendorStep(reason);
    const isTheirs = step === 'account' || step === 'receiver';
    return isTheirs ? [{ content: t('money:issue.information'), url: '/payment-information' }] : [];
  }
  const step = nextStepOf(reason);
  const again = payout.aftermath.payUrl
    ? { content: t('money:issue.payAgain'), url: payout.aftermath.payUrl }
    : undefined;
  const payments = { content: t('money:issue.payments'), url: '/payments' };
  if (step === 'key' || step === 'grant') return [payments, again];
  if (step === 'fund') return [again, payments];
  const isTheirs = step === 'account' || step === 'receiver';
  return isTheirs
    ? [again, { content: t('money:issue.vendor', { name: payout.vendor }), url: `/vendors/${payout.vendorId}` }]
    : [again];
}

/** A banner’s first and second button. */
function toActions(actions: readonly (StatusAction | undefined)[]) {
  const [action, secondaryAction] = actions.filter((run) => run !== undefined);
  return { ...(action ? { action } : {}), ...(secondaryAction ? { secondaryAction } : {}) };
}
