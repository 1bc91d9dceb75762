import { Banner, Box, Button, Checkbox, Text } from '@shopify/polaris';
import { useState } from 'react';
import { appendTo } from '#app/core/append-to.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { BankAccountDto } from '#app/features/payouts/methods/bank-account/bank-account.contract.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { AllocationRow } from './allocation-row.tsx';
import { chooseMethod, describeReadiness, READINESS, type Readiness } from './pay-plan.ts';
import type { PayoutSummary } from '../payout-view.ts';
import type { AllocationDto, PayOutcome, Preparation } from '../payouts.contract.ts';
import { PayForm } from './pay-form.tsx';
import { PayResults } from './pay-results.tsx';

export type PayScreenProps = {
  /** Everybody who was chosen, with what each would get. */
  allocations: readonly AllocationDto[];
  /** Vendors (by id) that are ticked. */
  included: readonly string[];
  /** The ticked ones prepared, with the lines to send; null when nobody is. */
  prepared: { preparation: Preparation; lines: { orderName: string; vendor: string; orderId: string }[] } | null;
  /** How many lines fit into one run, where more is due than that; else null. */
  cutAt: number | null;
  today: string;
  /** The payouts that were made from here, as they stand now. */
  made: readonly PayoutSummary[];
  /** The vendors' accounts for manual payouts, by their ids. */
  bankAccounts: Readonly<Record<string, BankAccountDto>>;
  onInclude: (vendorId: string, included: boolean) => void;
  /** Whether orders that are not shipped are left out, and changing that. */
  onlyShipped: boolean;
  /** Nothing is shown although something is due: all of it is for orders that are not shipped. */
  hasUnshippedOnly: boolean;
  onShipped: (onlyShipped: boolean) => void;
  /** Payouts were made; they are followed. */
  onMade: (ids: readonly string[]) => void;
  onReload: () => void;
};

/** Prepare and pay: who gets what and why not, then how the money was sent, then what came of it for each. */
export function PayScreen(props: PayScreenProps) {
  const { allocations, prepared, cutAt } = props;
  const t = useText();
  const [outcome, setOutcome] = useState<PayOutcome>();
  const [chosen, setChosen] = useState<Readonly<Record<string, PayoutMethod>>>({});
  const frame = { title: t('money:pay.title'), back: { label: t('money:pay.back'), url: '/payouts' } };
  if (outcome) {
    return (
      <ScreenPage {...frame} title={t('money:result.title')}>
        <PayResults outcome={outcome} made={props.made} />
      </ScreenPage>
    );
  }
  if (allocations.length === 0) {
    return (
      <ScreenPage {...frame}>
        <EmptyCard
          title={t('money:pay.empty')}
          body={t(props.hasUnshippedOnly ? 'money:pay.emptyShipped' : 'money:pay.emptyBody')}
          action={
            props.hasUnshippedOnly
              ? {
                  label: t('money:pay.showUnshipped'),
                  onAction: () => {
                    props.onShipped(false);
                  },
                }
              : { label: t('money:pay.back'), url: '/payouts' }
          }
        />
      </ScreenPage>
    );
  }
  const side = prepared ? (
    <PayForm
      {...prepared}
      chosen={chosen}
      bankAccounts={props.bankAccounts}
      today={props.today}
      onPaid={(paid) => {
        setOutcome(paid);
        props.onMade(paid.results.flatMap(({ transactionId }) => transactionId ?? []));
      }}
      onReload={props.onReload}
    />
  ) : (
    <SectionCard title={t('money:pay.will')}>
      <Text as="p" tone="subdued">
        {t('money:pay.nobody')}
      </Text>
    </SectionCard>
  );
  return (
    <ScreenPage {...frame} subtitle={t('money:pay.subtitle')}>
      <Stack>
        {cutAt === null ? null : (
          <Banner tone="info">
            <p>{t('money:pay.cut', { count: cutAt })}</p>
          </Banner>
        )}
        <Columns
          main={
            <Allocations
              {...props}
              chosen={chosen}
              onChoose={(vendorId, method) => {
                setChosen((before) => ({ ...before, [vendorId]: method }));
              }}
            />
          }
          side={side}
        />
      </Stack>
    </ScreenPage>
  );
}

type AllocationsProps = Pick<
  PayScreenProps,
  'allocations' | 'bankAccounts' | 'included' | 'onInclude' | 'onlyShipped' | 'onShipped'
> & {
  chosen: Readonly<Record<string, PayoutMethod>>;
  onChoose: (vendorId: string, method: PayoutMethod) => void;
};

/** In which order vendors stand: those that need a look first. */
const GROUPS = ['noAccount', 'withheld', 'blocked', 'ready'] as const satisfies readonly Readiness[];
/** More payouts of a group than this are folded: whoever is ready needs no look. */
const MAX_ROWS: Readonly<Record<Readiness, number>> = { noAccount: 50, withheld: 50, blocked: 50, ready: 10 };

function Allocations(props: AllocationsProps) {
  const { allocations, bankAccounts, chosen } = props;
  const t = useText();
  const groups = new Map<Readiness, AllocationDto[]>();
  for (const one of allocations) appendTo(groups, describeReadiness(one, chosen, bankAccounts), one);
  const formatCount = (readiness: Readiness): string => {
    const vendors = new Set(groups.get(readiness)?.map(({ vendorId }) => vendorId));
    return t(`money:pay.count.${readiness}`, { count: vendors.size });
  };
  return (
    <SectionCard
      title={READINESS.filter((one) => one === 'ready' || groups.has(one))
        .map(formatCount)
        .join(' · ')}
      aside={<Checkbox label={t('money:pay.onlyShipped')} checked={props.onlyShipped} onChange={props.onShipped} />}
      flush
    >
      {GROUPS.filter((one) => groups.has(one)).map((one) => (
        <AllocationGroup
          key={one}
          {...props}
          allocations={groups.get(one) ?? []}
          title={groups.size > 1 ? formatCount(one) : null}
          maximum={MAX_ROWS[one]}
        />
      ))}
    </SectionCard>
  );
}

/** Vendors that stand alike; beyond `maximum` at a press. */
function AllocationGroup(props: AllocationsProps & { title: string | null; maximum: number }) {
  const { allocations, bankAccounts, chosen, included, title, maximum, onInclude, onChoose } = props;
  const t = useText();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? allocations : allocations.slice(0, maximum);
  return (
    <section>
      {title === null ? null : (
        <div className="souk-pay-group">
          <Text as="h3" variant="headingSm">
            {title}
          </Text>
        </div>
      )}
      <ul className="souk-pay">
        {shown.map((allocation) => (
          <li key={`${allocation.vendorId} ${allocation.amount.currency} ${allocation.test}`}>
            <AllocationRow
              allocation={allocation}
              bankAccount={bankAccounts[allocation.vendorId]}
              isIncluded={included.includes(allocation.vendorId)}
              method={chooseMethod(allocation, chosen)}
              onInclude={onInclude}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      {shown.length < allocations.length ? (
        <Box padding="400">
          <Button
            onClick={() => {
              setWhole(true);
            }}
          >
            {t('money:pay.showAll', { number: format.number(allocations.length) })}
          </Button>
        </Box>
      ) : null}
    </section>
  );
}
