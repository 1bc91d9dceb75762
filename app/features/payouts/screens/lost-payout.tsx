import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { NoteDialog } from '#app/ui/page/note-dialog.tsx';
import type { useAction } from '#app/ui/page/use-action.ts';
import { useWhen } from '#app/ui/time/when.tsx';
import { MAX_NOTE, SHORTEST_NOTE } from '../approval/approval.ts';
import type { EndOutcome } from '../resolve/manual-resolution.ts';
import type { PayoutDetail } from '../payout-view.ts';

/** `act` is its caller's: what ends the payout takes this away, and what came of it is told afterwards. */
type Props = { payout: PayoutDetail; method: string; act: ReturnType<typeof useAction> };

/** A payout that the program can no longer find out about: what is safe, who has said what, and the two words that end it. */
export function UnconfirmedPayout({ payout, method, act: { busy, send } }: Props) {
  const t = useText();
  const when = useWhen();
  const [said, setSaid] = useState<EndOutcome | null>(null);
  const { claim, forMarketplace } = payout;
  const verb = (outcome: EndOutcome) => ({
    content: t(`money:lost.${outcome}`),
    loading: busy,
    onAction: () => {
      setSaid(outcome);
    },
  });
  const actions = payout.allowedActions.includes('end')
    ? { action: verb('arrived'), secondaryAction: verb('never_left') }
    : {};
  return (
    <>
      <Banner
        tone={forMarketplace ? 'critical' : 'warning'}
        title={t(forMarketplace ? 'money:lost.title' : 'money:detail.unknownTitle')}
        {...actions}
      >
        <BlockStack gap="100">
          <p>{t(forMarketplace ? 'money:lost.body' : 'money:lost.bodyVendor', { method })}</p>
          {forMarketplace ? null : <p>{t('money:issue.lostVendor')}</p>}
          {claim === null ? null : (
            <p>
              {t(`money:lost.claimed.${claim.outcome}`, { name: claim.by, when: when(claim.at), note: claim.note })}{' '}
              {t(claim.isOwn ? 'money:lost.waitsForOther' : 'money:lost.waitsForYou')}
            </p>
          )}
        </BlockStack>
      </Banner>
      {said === null ? null : (
        <NoteDialog
          title={t(`money:lost.sure.${said}`, { method })}
          label={t('money:request.note')}
          short={t('money:request.short')}
          least={SHORTEST_NOTE}
          most={MAX_NOTE}
          action={t(`money:lost.${said}`)}
          isDestructive={said === 'never_left'}
          onClose={() => {
            setSaid(null);
          }}
          onDone={(note) => {
            setSaid(null);
            send({ act: 'end', outcome: said, note }, t('money:lost.done'));
          }}
        >
          <Text as="p">{t(`money:lost.then.${said}`)}</Text>
        </NoteDialog>
      )}
    </>
  );
}

/** What people said became of a payout, for the marketplace. */
export function SaidOfPayout({ ended }: { ended: NonNullable<PayoutDetail['ended']> }) {
  const t = useText();
  return (
    <Banner tone="info" title={t(`money:lost.said.${ended.outcome}`)}>
      <BlockStack gap="100">
        <p>
          {t('money:lost.by', { name: ended.by, note: ended.note })}
          {ended.confirmedBy === null ? null : ` ${t('money:lost.confirmed', { name: ended.confirmedBy })}`}
        </p>
        <p>{t('money:lost.later')}</p>
      </BlockStack>
    </Banner>
  );
}
