import { Badge, Checkbox, Select, Text } from '@shopify/polaris';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { BankAccountDto } from '#app/features/payouts/methods/bank-account/bank-account.contract.ts';
import { BankAccountLine } from '#app/features/payouts/methods/shared/bank-account-line.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Explain } from '#app/ui/money/explain.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { isWithheld } from './pay-plan.ts';
import type { PayRefusal } from '../payout.ts';
import type { AllocationDto } from '../payouts.contract.ts';

/** One vendor of a payout: where the money goes, whether that works, and the orders that it is for. */
export function AllocationRow(props: {
  allocation: AllocationDto;
  bankAccount: BankAccountDto | undefined;
  isIncluded: boolean;
  method: PayoutMethod;
  onInclude: (vendorId: string, included: boolean) => void;
  onChoose: (vendorId: string, method: PayoutMethod) => void;
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
        {blocked === null ? <Destination {...props} /> : null}
        {blocked === null ? <ChosenMethodNote allocation={allocation} /> : null}
      </div>
      <div className="souk-pay-how">{blocked === null ? <MethodChoice {...props} /> : null}</div>
      <div className="souk-pay-state">
        <PayState allocation={allocation} method={method} bankAccount={bankAccount} />
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

/** How and where a vendor is paid: its bank account with the way to its number, or what a provider pays to. */
function Destination({
  allocation: { vendor, vendorId, amount, methods },
  bankAccount,
  method,
}: {
  allocation: AllocationDto;
  bankAccount: BankAccountDto | undefined;
  method: PayoutMethod;
}) {
  const t = useText();
  if (method === 'manual' && bankAccount)
    return <BankAccountLine vendorId={vendorId} vendor={vendor} account={bankAccount} amount={amount} />;
  const to = methods.find((one) => one.method === method)?.to ?? null;
  return (
    <Text as="span" variant="bodySm" tone="subdued">
      {to === null ? t(`money:method.${method}`) : t('money:pay.to', { method: t(`money:method.${method}`), to })}
    </Text>
  );
}

const BLOCKED_STATUS: Partial<Record<PayRefusal, Status>> = { negative: 'overpaid', on_hold: 'onHold' };

/** Whether a vendor can be paid now; one without an account, or whose orders are not all shipped, is pointed out, not stopped. */
function PayState({
  allocation: { blocked, lines },
  method,
  bankAccount,
}: {
  allocation: AllocationDto;
  method: PayoutMethod;
  bankAccount: BankAccountDto | undefined;
}) {
  const t = useText();
  if (blocked !== null) return <StatusBadge status={BLOCKED_STATUS[blocked.code] ?? 'blocked'} />;
  if (method === 'manual' && !bankAccount) return <Badge tone="warning">{t('money:pay.noAccount')}</Badge>;
  if (method === 'manual' && isWithheld(bankAccount)) return <StatusBadge status="onHold" />;
  if (lines.every((line) => line.fulfilled)) return <StatusBadge status="ready" />;
  return <Badge tone="warning">{t('money:pay.notShipped')}</Badge>;
}

const UNASKED: ReadonlySet<string> = new Set(['not_registered', 'not_connected']);

/** The methods to choose from, where there are several. */
function MethodChoice({
  allocation,
  method,
  onChoose,
}: {
  allocation: AllocationDto;
  method: PayoutMethod;
  onChoose: (vendorId: string, method: PayoutMethod) => void;
}) {
  const t = useText();
  const usable = allocation.methods.filter((one) => one.usable);
  if (usable.length < 2) return null;
  return (
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
  );
}

/** Why the method that the vendor chose cannot be used now; the others are nobody's wish. */
function ChosenMethodNote({ allocation }: { allocation: AllocationDto }) {
  const t = useText();
  const wanted = allocation.methods.find(({ usable, reason }) => !usable && !UNASKED.has(reason?.code ?? ''));
  if (!wanted?.reason) return null;
  return (
    <Text as="span" variant="bodySm" tone="caution">
      {`${t(`money:method.${wanted.method}`)}: ${t(`money:refusal.${wanted.reason.code}`)}`}
    </Text>
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
