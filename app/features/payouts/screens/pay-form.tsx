import { Banner, BlockStack, Button, Text } from '@shopify/polaris';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import { DateInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { chooseMethod, describeReadiness, findDestination, isShort, sumByMethod, sumUnshipped } from './pay-plan.ts';
import type { BankAccountDto } from '../methods/bank-account/bank-account.contract.ts';
import { MAX_DETAILS } from '../payout.ts';
import type { PayOutcome, Preparation } from '../payouts.contract.ts';

type PayFormProps = {
  preparation: Preparation;
  lines: readonly { orderName: string; vendor: string; orderId: string }[];
  /** Which way was chosen for vendors, by their ids. */
  chosen: Readonly<Record<string, PayoutMethod>>;
  /** The vendors' accounts for manual payouts, by their ids. */
  bankAccounts: Readonly<Record<string, BankAccountDto>>;
  /** The calendar day of the store; nothing was paid later than it. */
  today: string;
  onPaid: (outcome: PayOutcome) => void;
  onReload: () => void;
};

/** As many vendors are named one by one before it is paid. */
const MAX_NAMED = 12;

/** The sum and its ways, how the money was sent by hand where that is one of them, and the button that carries the sum. */
export function PayForm({ preparation, lines, chosen, bankAccounts, today, onPaid, onReload }: PayFormProps) {
  const t = useText();
  const format = useFormat();
  const { allocations, totals, token, stripeBalance, approval } = preparation;
  const count = new Set(allocations.map((one) => one.vendorId)).size;
  const amount = totals.map((total) => format.money(total)).join(' + ');
  const sums = sumByMethod(allocations, chosen);
  const isManual = sums.some(({ method }) => method === 'manual');
  const isSent = sums.some(({ method }) => method !== 'manual');
  const hasStripe = sums.some(({ method }) => method === 'stripe');
  const confirm = useConfirm();
  const name = count === 1 ? allocations[0]?.vendor : undefined;
  const ask = async () => {
    if (approval) return undefined;
    const isSure = await confirm({
      title:
        name === undefined
          ? t(isSent ? 'money:pay.confirmTitle' : 'money:pay.recordTitle', { count, amount })
          : t(isSent ? 'money:pay.confirmTitleOf' : 'money:pay.recordTitleOf', { name, amount }),
      body: t(`money:pay.confirmBody.${isSent ? (isManual ? 'both' : 'sent') : 'recorded'}`),
      lines: buildLines(),
      action: t(isSent ? 'money:pay.confirmSend' : 'money:pay.confirmRecord'),
      destructive: false,
    });
    return isSure ? undefined : ('cancelled' as const);
  };
  const buildLines = (): string[] => {
    const payable = allocations.filter(({ blocked }) => blocked === null);
    const named = payable.slice(0, MAX_NAMED).map((one) => {
      const to = findDestination(one, chosen, bankAccounts);
      const isOnHold = describeReadiness(one, chosen, bankAccounts) === 'withheld';
      const known = isOnHold ? 'money:pay.confirmOnHold' : 'money:pay.confirmLine';
      return t(to === null ? 'money:pay.confirmNowhere' : known, {
        vendor: one.vendor,
        amount: format.money(one.amount),
        method: t(`money:method.${chooseMethod(one, chosen)}`),
        to: to ?? '',
      });
    });
    const others = payable.length - named.length;
    return others > 0 ? [...named, t('money:pay.confirmOthers', { count: others })] : named;
  };
  const form = useForm<{ paidAt: string; details: string }, PayOutcome>({
    schema: isManual ? () => import('../payouts.contract.ts').then(({ manualForm }) => manualForm(today)) : undefined,
    initial: { paidAt: today, details: '' },
    toPayload: (manual) => ({
      payoutLines: lines,
      methods: [...new Map(allocations.map((one) => [one.vendor, chooseMethod(one, chosen)]))].map(
        ([vendor, method]) => ({
          vendor,
          method,
        }),
      ),
      manual: isManual ? manual : null,
      token,
    }),
    before: ask,
    toField: (path) => path.replace(/^manual\./, ''),
    onDone: onPaid,
  });
  return (
    <SectionCard title={t(isSent ? 'money:pay.will' : 'money:pay.willRecord')}>
      {totals.map((total) => (
        <Money key={total.currency} value={total} size="big" />
      ))}
      <SumRows
        rows={[
          ...sums.map(({ method, amount: value, vendors }) => ({
            label: t('money:pay.by', { method: t(`money:method.${method}`), count: vendors }),
            value,
          })),
          ...sumUnshipped(allocations).map((value) => ({ label: t('money:pay.ofUnshipped'), value })),
          ...(hasStripe && stripeBalance ? [{ label: t('money:pay.balance'), value: stripeBalance }] : []),
        ]}
      />
      {hasStripe && stripeBalance && isShort(stripeBalance, sums) ? (
        <Banner tone="warning">
          <p>{t('money:pay.short')}</p>
        </Banner>
      ) : null}
      {approval ? <WillWait approval={approval} /> : null}
      {form.formError ? (
        <Banner tone="critical" action={{ content: t('money:pay.newAmounts'), onAction: onReload }}>
          <p>{form.formError}</p>
        </Banner>
      ) : null}
      <BlockStack gap="300">
        {isManual ? (
          <>
            <DateInput {...form.field('paidAt')} label={t('money:pay.paidAt')} max={today} />
            <TextInput
              {...form.field('details')}
              label={t('money:pay.details')}
              helpText={t('money:pay.detailsHint')}
              maxLength={MAX_DETAILS}
              lines={2}
            />
          </>
        ) : null}
        <Button variant="primary" fullWidth loading={form.saving} onClick={form.submit}>
          {t(approval ? 'money:request.button' : isSent ? 'money:pay.button' : 'money:pay.record', { count, amount })}
        </Button>
      </BlockStack>
      <Text as="p" variant="bodySm" tone="subdued">
        {t('money:pay.recomputed')}
      </Text>
      {isSent && !approval ? (
        <Text as="p" variant="bodySm" tone="subdued">
          {t('money:pay.sent')}
        </Text>
      ) : null}
    </SectionCard>
  );
}

/** Says before the click that another person has to approve it, and where nobody could. */
function WillWait({ approval: { why, limit, others } }: { approval: NonNullable<Preparation['approval']> }) {
  const t = useText();
  const format = useFormat();
  return (
    <Banner tone={others === 0 ? 'warning' : 'info'} title={t('money:request.will')}>
      <p>{t(`money:request.why.${why}`, { limit: format.money(limit) })}</p>
      <p>{others === 0 ? t('money:request.nobody') : t('money:request.willBody')}</p>
    </Banner>
  );
}
