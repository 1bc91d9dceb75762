import { Banner, BlockStack, Button, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { MoneyInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { isNegative } from '#app/ui/money/format.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { TYPED_ADJUSTMENT_KINDS } from '#app/features/orders/money/adjustment.ts';
import type { AdjustmentsDto } from '../adjustments.contract.ts';
import { previewOwed, type Typed } from '../preview.ts';
import { NOTE_MAX } from '../limits.ts';

type Values = { kind: Typed['kind']; vendor: string; amount: string; borne: string; note: string };
type FormProps = { found: AdjustmentsDto; onStale: () => void };

/** Adjusts an order: what, for whom, how much and why, with what it comes to for the vendor. */
export function AdjustForm({ found, onStale }: FormProps) {
  const t = useText();
  const format = useFormat();
  const { currency } = found.order;
  const [only] = found.vendors.length === 1 ? found.vendors : [];
  const form = useForm<Values>({
    schema: () => import('../adjustments.contract.ts').then(({ adjustBody }) => adjustBody),
    initial: { kind: 'correction', vendor: only?.name ?? '', amount: '', borne: '', note: '' },
    toPayload: (values) => toPayload(values, found.token),
    done: t('adjustments:done'),
  });
  const { kind, vendor } = form.values;
  const isStale = form.refusedWith === 'conflict';
  useEffect(() => {
    if (isStale) onStale();
  }, [isStale, onStale]);
  const isShared = kind === 'chargeback' && vendor !== '';
  const max = kind === 'goodwill' ? found.goodwill : found.chargeable;
  const amount = readTypedNumber(form.values.amount);
  return (
    <SectionCard title={t('adjustments:form')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SelectInput
          {...form.field<unknown>('kind')}
          label={t('adjustments:kind')}
          choices={TYPED_ADJUSTMENT_KINDS.map((value) => ({ value, label: t(`adjustments:kinds.${value}`) }))}
        />
        <SelectInput
          {...form.field<unknown>('vendor')}
          label={t('adjustments:vendor')}
          choices={[
            { value: '', label: kind === 'chargeback' ? t('adjustments:nobody') : t('adjustments:choose') },
            ...found.vendors.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        <MoneyInput
          {...form.field<unknown>('amount')}
          label={t('adjustments:amount')}
          helpText={t(`adjustments:amountHint.${kind}`, { most: format.money(max) })}
          currency={currency}
        />
        {isShared ? (
          <MoneyInput
            {...form.field<unknown>('borne')}
            label={t('adjustments:borne', { name: vendor })}
            helpText={t('adjustments:borneHint')}
            optional
            currency={currency}
          />
        ) : null}
        <TextInput
          {...form.field<unknown>('note')}
          label={t('adjustments:note')}
          helpText={t('adjustments:noteHint')}
          lines={3}
          maxLength={NOTE_MAX}
          showCount
        />
        <Preview found={found} values={form.values} />
        <EndRow>
          <Button variant="primary" onClick={form.submit} loading={form.saving}>
            {amount === undefined
              ? t('adjustments:makeEmpty')
              : t('adjustments:make', { amount: format.money({ amount, currency }) })}
          </Button>
        </EndRow>
      </BlockStack>
    </SectionCard>
  );
}

/** What the vendor is owed before and after; announced to those who do not see it change. */
function Preview({ found, values }: { found: AdjustmentsDto; values: Values }) {
  const t = useText();
  const format = useFormat();
  const vendor = found.vendors.find(({ name }) => name === values.vendor);
  const typed: Typed = {
    kind: values.kind,
    amount: readTypedNumber(values.amount) ?? '',
    borne: values.kind === 'chargeback' ? (readTypedNumber(values.borne) ?? '') : '',
  };
  const owed = vendor && previewOwed(vendor.due, typed);
  const text = (): string => {
    if (!vendor) return values.kind === 'chargeback' ? t('adjustments:unchanged') : '';
    const { name } = vendor;
    if (!owed) return t('adjustments:before', { name, amount: format.money(vendor.due) });
    const before = format.money(owed.before);
    if (!isNegative(owed.after)) return t('adjustments:after', { name, before, after: format.money(owed.after) });
    const owes = { ...owed.after, amount: owed.after.amount.replace('-', '') };
    return t('adjustments:afterOwes', { name, before, after: format.money(owes) });
  };
  return (
    <div role="status">
      <Text as="p" fontWeight="semibold">
        {text()}
      </Text>
    </div>
  );
}

function toPayload({ kind, vendor, amount, borne: shares, note }: Values, token: string) {
  const isShared = kind === 'chargeback' && vendor !== '' && shares !== '';
  return {
    intent: 'adjust',
    kind,
    vendor: vendor === '' ? null : vendor,
    amount,
    borne: isShared ? shares : null,
    note,
    token,
  };
}
