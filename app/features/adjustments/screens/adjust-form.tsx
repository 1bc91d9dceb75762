import { Banner, BlockStack, Button, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { ChoiceInput, MoneyInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
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

const SIGNS = ['add', 'takeAway'] as const;
type Values = {
  kind: Typed['kind'];
  vendor: string;
  sign: (typeof SIGNS)[number];
  amount: string;
  borne: string;
  note: string;
};
type FormProps = { found: AdjustmentsDto; onStale: () => void };

/** Adjusts an order: what, for whom, how much and why, with what it comes to for the vendor. */
export function AdjustForm({ found, onStale }: FormProps) {
  const t = useText();
  const format = useFormat();
  const { currency } = found.order;
  const [only] = found.vendors.length === 1 ? found.vendors : [];
  const form = useForm<Values>({
    schema: () => import('../adjustments.contract.ts').then(({ adjustBody }) => adjustBody),
    initial: { kind: 'correction', vendor: only?.name ?? '', sign: 'add', amount: '', borne: '', note: '' },
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
  const amount = readSigned(form.values);
  const hasGoodwill = Number(found.goodwill.amount) > 0;
  return (
    <SectionCard title={t('adjustments:form')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SelectInput
          {...form.field<unknown>('kind')}
          label={t('adjustments:kind')}
          choices={TYPED_ADJUSTMENT_KINDS.map((value) => ({
            value,
            label: t(value === 'goodwill' && !hasGoodwill ? 'adjustments:noGoodwill' : `adjustments:kinds.${value}`),
            disabled: value === 'goodwill' && !hasGoodwill,
          }))}
        />
        <SelectInput
          {...form.field<unknown>('vendor')}
          label={t('adjustments:vendor')}
          choices={[
            { value: '', label: kind === 'chargeback' ? t('adjustments:nobody') : t('adjustments:choose') },
            ...found.vendors.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        {kind === 'correction' ? (
          <ChoiceInput
            {...form.field<unknown>('sign')}
            label={t('adjustments:sign')}
            choices={SIGNS.map((value) => ({ value, label: t(`adjustments:signs.${value}`) }))}
          />
        ) : null}
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
    amount: readSigned(values) ?? '',
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

/** What is typed, below zero where the vendor is to get less; undefined while it is no number. */
function readSigned({ kind, sign, amount }: Values): string | undefined {
  const typed = readTypedNumber(amount);
  return typed !== undefined && takesAway({ kind, sign }) ? `-${typed.replace('-', '')}` : typed;
}

const takesAway = ({ kind, sign }: Pick<Values, 'kind' | 'sign'>): boolean =>
  kind === 'correction' && sign === 'takeAway';

function toPayload({ kind, vendor, sign, amount, borne: shares, note }: Values, token: string) {
  const isShared = kind === 'chargeback' && vendor !== '' && shares !== '';
  return {
    intent: 'adjust',
    kind,
    vendor: vendor === '' ? null : vendor,
    amount: amount !== '' && takesAway({ kind, sign }) ? `-${amount.replace('-', '')}` : amount,
    borne: isShared ? shares : null,
    note,
    token,
  };
}
