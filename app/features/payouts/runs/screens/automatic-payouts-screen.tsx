import { appendTo } from '#app/core/append-to.ts';
import { Banner, Box, Button, Text } from '@shopify/polaris';
import { useState } from 'react';
import { PAY_REFUSALS } from '#app/features/payouts/payout.ts';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { When } from '#app/ui/time/when.tsx';
import { SKIP_REASONS } from '../choose.ts';
import type { RunDto } from '../payout-runs.contract.ts';

/** Skipped orders that are shown at once. */
const PAGE = 25;

type AutomaticPayoutsProps = { runs: readonly RunDto[]; can: readonly 'run'[] };

/** The runs of automatic payouts: whom each paid, what it left and why; and one that is begun by a person. */
export function AutomaticPayoutsScreen({ runs, can }: AutomaticPayoutsProps) {
  const t = useText();
  const confirm = useConfirm();
  const isRunning = runs.some((run) => run.endedAt === null);
  useLiveRefresh(isRunning);
  const form = useForm({ initial: {}, done: t('money:automatic.began') });
  const run = async (): Promise<void> => {
    const sure = await confirm({
      title: t('money:automatic.confirmTitle'),
      body: t('money:automatic.confirmBody'),
      action: t('money:automatic.run'),
      destructive: false,
    });
    if (sure) form.submit();
  };
  return (
    <ScreenPage
      title={t('money:automatic.title')}
      subtitle={t('money:automatic.subtitle')}
      back={{ label: t('money:pay.back'), url: '/payouts' }}
      primaryAction={
        can.includes('run')
          ? { label: t('money:automatic.run'), loading: isRunning || form.saving, onAction: () => void run() }
          : undefined
      }
      secondaryActions={[{ label: t('payoutRules:title'), url: '/payments/payouts' }]}
    >
      <Stack>
        {form.formError ? (
          <Banner tone="critical">
            <p>{form.formError}</p>
          </Banner>
        ) : null}
        {runs.length === 0 ? (
          <EmptyCard title={t('money:automatic.empty')} body={t('money:automatic.emptyBody')} />
        ) : (
          runs.map((one) => <RunCard key={one.id} run={one} />)
        )}
      </Stack>
    </ScreenPage>
  );
}

function RunCard({ run }: { run: RunDto }) {
  const t = useText();
  const { results } = run;
  const paid = results?.paid ?? [];
  const skipped = results?.skipped ?? [];
  const more = (results?.skippedCount ?? 0) - skipped.length;
  return (
    <SectionCard
      title={t('money:automatic.one', { id: run.id })}
      aside={<When at={run.startedAt} as="long" />}
      flush={paid.length + skipped.length > 0}
    >
      {results === null ? (
        <Text as="p">{t(run.endedAt === null ? 'money:automatic.running' : 'money:automatic.broken')}</Text>
      ) : null}
      {results && paid.length === 0 && skipped.length === 0 ? <Text as="p">{t('money:automatic.nothing')}</Text> : null}
      {paid.length > 0 ? (
        <Rows
          label={t('money:automatic.one', { id: run.id })}
          rows={paid.map((one) => ({
            id: `${one.vendor} ${one.amount.currency} ${one.payoutId ?? ''}`,
            ...(one.payoutId === null ? {} : { url: `/money/payouts/${one.payoutId}` }),
            picture: { name: one.vendor },
            title: one.vendor,
            line: one.reason === null ? t('money:payouts.lines', { count: one.orders }) : <Reason code={one.reason} />,
            badge: <StatusBadge status={one.payoutId === null ? 'blocked' : 'onItsWay'} />,
            amount: <Money value={one.amount} />,
          }))}
        />
      ) : null}
      {groupByReason(skipped).map(([reason, orders]) => (
        <SkippedGroup key={reason} reason={reason} orders={orders} />
      ))}
      {more > 0 ? (
        <Box padding="400">
          <Text as="p" tone="subdued">
            {t('money:automatic.more', { count: more })}
          </Text>
        </Box>
      ) : null}
    </SectionCard>
  );
}

type Skipped = NonNullable<RunDto['results']>['skipped'];

/** Skipped orders by why they were, the reason of most of them first. */
function groupByReason(skipped: Skipped): [string, Skipped][] {
  const groups = new Map<string, Skipped>();
  for (const one of skipped) appendTo(groups, one.reason, one);
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

/** One reason and how many orders it holds for; they are shown a page at a time to whoever opens it. */
function SkippedGroup({ reason, orders }: { reason: string; orders: Skipped }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const rest = orders.length - shown;
  return (
    <details
      className="souk-group"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <b>{t('money:automatic.skipped', { count: orders.length })}</b> <Reason code={reason} />
      </summary>
      {isOpen ? (
        <>
          <Rows
            label={t('money:automatic.skipped', { count: orders.length })}
            rows={orders.slice(0, shown).map((one) => ({
              id: `${one.vendor} ${one.orderName} ${one.amount.currency}`,
              title: one.orderName,
              aside: one.vendor,
              amount: <Money value={one.amount} />,
            }))}
          />
          {rest > 0 ? (
            <Box padding="400">
              <Button
                onClick={() => {
                  setShown(shown + PAGE);
                }}
              >
                {t('money:automatic.showMore', { count: Math.min(PAGE, rest) })}
              </Button>
            </Box>
          ) : null}
        </>
      ) : null}
    </details>
  );
}

/** Why something was not paid, in the viewer's language. */
function Reason({ code }: { code: string }) {
  const t = useText();
  const skip = SKIP_REASONS.find((one) => one === code);
  if (skip) return <>{t(`money:automatic.skip.${skip}`)}</>;
  const refusal = PAY_REFUSALS.find((one) => one === code);
  return <>{refusal ? t(`money:refusal.${refusal}`) : code}</>;
}
