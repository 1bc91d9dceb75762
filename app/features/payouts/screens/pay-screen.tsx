import { Badge, Banner, BlockStack, Checkbox, Select, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { BankAccountDto } from '#app/features/payouts/methods/bank-account/bank-account.contract.ts';
import { BankAccountLine } from '#app/features/payouts/methods/shared/bank-account-line.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Explain } from '#app/ui/money/explain.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { chooseMethod } from './pay-plan.ts';
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
      <ScreenPage {...frame}>
        <PayResults outcome={outcome} made={props.made} />
      </ScreenPage>
    );
  }
  if (allocations.length === 0) {
    return (
      <ScreenPage {...frame}>
        <EmptyCard
          title={t('money:pay.empty')}
          body={t(props.onlyShipped ? 'money:pay.emptyShipped' : 'money:pay.emptyBody')}
          action={
            props.onlyShipped
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

function Allocations(props: AllocationsProps) {
  const { allocations, included, onInclude, chosen, onChoose } = props;
  const t = useText();
  const blocked = allocations.filter((one) => one.blocked !== null).length;
  return (
    <SectionCard
      title={t('money:pay.ready', { ready: allocations.length - blocked, blocked })}
      aside={<Checkbox label={t('money:pay.onlyShipped')} checked={props.onlyShipped} onChange={props.onShipped} />}
      flush
    >
      <ul className="souk-pay">
        {allocations.map((allocation) => (
          <li key={`${allocation.vendorId} ${allocation.amount.currency} ${allocation.test}`}>
            <AllocationRow
              allocation={allocation}
              bankAccount={props.bankAccounts[allocation.vendorId]}
              isIncluded={included.includes(allocation.vendorId)}
              method={chooseMethod(allocation, chosen)}
              onInclude={onInclude}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function AllocationRow(props: {
  allocation: AllocationDto;
  bankAccount: BankAccountDto | undefined;
  isIncluded: boolean;
  method: PayoutMethod;
  onInclude: PayScreenProps['onInclude'];
  onChoose: AllocationsProps['onChoose'];
}) {
  const { allocation, bankAccount, isIncluded, method, onInclude } = props;
  const { vendor, vendorId, blocked, amount, lines } = allocation;
  const t = useText();
  return (
    <>
      <Checkbox
        label={t('money:pay.include', { name: vendor })}
        labelHidden
        checked={isIncluded && blocked === null}
        disabled={blocked !== null}
        onChange={(checked) => {
          onInclude(vendorId, checked);
        }}
      />
      <div className="souk-pay-who">
        <Text as="span" variant="bodyMd" fontWeight="semibold">
          {vendor}
        </Text>
        {formatNotes(t, allocation).map((note) => (
          <Text key={note} as="span" variant="bodySm" tone="subdued">
            {note}
          </Text>
        ))}
        {bankAccount && blocked === null && method === 'manual' ? (
          <BankAccountLine vendorId={vendorId} vendor={vendor} account={bankAccount} amount={amount} />
        ) : null}
      </div>
      <div className="souk-pay-how">{blocked === null ? <MethodChoice {...props} /> : null}</div>
      <div className="souk-pay-state">
        <PayState allocation={allocation} />
        {allocation.test ? <Badge>{t('money:pay.testOrders')}</Badge> : null}
      </div>
      <div className="souk-pay-sum">
        <Money value={amount} bold />
        {lines.length > 0 ? (
          <Explain
            label={t('money:due.orders', { count: lines.length })}
            explanation={{
              title: vendor,
              steps: [
                {
                  title: t('money:payouts.orders'),
                  rows: lines.map((line) => ({
                    label: line.orderName,
                    value: line.amount,
                    ...(line.amount.amount.startsWith('-') ? { note: t('money:pay.joined') } : {}),
                  })),
                },
              ],
              total: { label: t('money:detail.total'), value: amount },
            }}
          />
        ) : null}
      </div>
    </>
  );
}

/** Whether a vendor can be paid now; one whose orders are not all shipped is pointed out, not stopped. */
function PayState({ allocation: { blocked, lines } }: { allocation: AllocationDto }) {
  const t = useText();
  if (blocked !== null) return <StatusBadge status={blocked.code === 'negative' ? 'overpaid' : 'blocked'} />;
  if (lines.every((line) => line.fulfilled)) return <StatusBadge status="ready" />;
  return <Badge tone="warning">{t('money:pay.notShipped')}</Badge>;
}

const UNASKED: ReadonlySet<string> = new Set(['not_registered', 'not_connected']);

/** The ways of payment; one that cannot be used says why. Where there is but one, it is named only. */
function MethodChoice({
  allocation,
  method,
  onChoose,
}: {
  allocation: AllocationDto;
  method: PayoutMethod;
  onChoose: AllocationsProps['onChoose'];
}) {
  const t = useText();
  const usable = allocation.methods.filter((one) => one.usable);
  // A way that the vendor chose and that cannot be used now; the others are nobody's wish.
  const wanted = allocation.methods.find(({ usable, reason }) => !usable && !UNASKED.has(reason?.code ?? ''));
  return (
    <BlockStack gap="050">
      {usable.length > 1 ? (
        <Select
          label={t('money:pay.method', { name: allocation.vendor })}
          labelHidden
          options={usable.map((one) => ({ value: one.method, label: t(`money:method.${one.method}`) }))}
          value={method}
          onChange={(value) => {
            const found = usable.find((one) => one.method === value);
            if (found) onChoose(allocation.vendorId, found.method);
          }}
        />
      ) : (
        <Text as="span" variant="bodySm" tone="subdued">
          {t(`money:method.${method}`)}
        </Text>
      )}
      {wanted?.reason ? (
        <Text as="span" variant="bodySm" tone="caution">
          {`${t(`money:method.${wanted.method}`)}: ${t(`money:refusal.${wanted.reason.code}`)}`}
        </Text>
      ) : null}
    </BlockStack>
  );
}

/** Why a vendor cannot be paid, or what to look at before it is. */
function formatNotes(t: ReturnType<typeof useText>, { blocked, lines }: AllocationDto): string[] {
  if (blocked !== null) return [t(`money:refusal.${blocked.code}`)];
  const unfulfilled = lines.filter((line) => !line.fulfilled).length;
  const onHold = lines.filter((line) => line.held !== null).length;
  return [
    ...(unfulfilled > 0 ? [t('money:pay.unfulfilled', { count: unfulfilled })] : []),
    ...(onHold > 0 ? [t('money:pay.held', { count: onHold })] : []),
  ];
}
