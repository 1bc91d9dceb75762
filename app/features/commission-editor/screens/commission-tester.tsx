import { BlockStack, Box, InlineGrid, Select, Text, TextField } from '@shopify/polaris';
import { useId, useState } from 'react';
import { asCurrency, formatAmount, parseAmount, type Currency } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { currencySymbol } from '#app/ui/money/format.ts';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useLayoutData, useFormat } from '#app/ui/shell/shell-context.tsx';
import {
  chooseCommission,
  computeLineCommission,
  type CommissionLine,
  type CommissionRule,
} from '#app/features/commissions/commission.ts';
import { readRows, type CommissionRow } from './commission-form.ts';

/** Type a price, see the commission: computed on the rows as they stand in the fields, saved or not. */
export function CommissionTester({ rows }: { rows: readonly CommissionRow[] }) {
  const t = useText();
  const { store, locale } = useLayoutData();
  const currency = asCurrency(store.currency);
  const [price, setPrice] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [condition, setCondition] = useState('');
  const parsed = readRows(rows, currency, false);
  const conditions = toConditions(parsed.ok ? parsed.value : []);
  const typed = readTypedNumber(price, locale);
  const amount = typed === undefined ? undefined : parseAmount(typed, currency);
  const units = /^[1-9]\d{0,4}$/.test(quantity) ? Number(quantity) : 1;
  return (
    <SectionCard title={t('commissions:try.title')}>
      <InlineGrid columns={2} gap="300">
        <TextField
          label={t('commissions:try.price')}
          value={price}
          onChange={setPrice}
          autoComplete="off"
          inputMode="decimal"
          prefix={currencySymbol(currency, locale)}
        />
        <TextField
          label={t('commissions:try.quantity')}
          type="number"
          min={1}
          value={quantity}
          onChange={setQuantity}
          autoComplete="off"
        />
      </InlineGrid>
      {conditions.length > 0 ? (
        <Select
          label={t('commissions:try.condition')}
          options={[{ value: '', label: t('commissions:try.none') }, ...conditions]}
          value={condition}
          onChange={setCondition}
        />
      ) : null}
      <div role="status">
        <Box background="bg-surface-secondary" borderRadius="200" padding="300">
          {!parsed.ok ? (
            <Hint text={t('commissions:try.unreadable')} />
          ) : !amount?.ok || amount.value < 0n ? (
            <Hint text={t('commissions:try.noPrice')} />
          ) : (
            <Outcome
              lines={parsed.value}
              unitMinor={amount.value}
              units={units}
              currency={currency}
              condition={condition}
            />
          )}
        </Box>
      </div>
      <Hint text={t('commissions:try.note')} />
    </SectionCard>
  );
}

function Hint({ text }: { text: string }) {
  return (
    <Text as="p" variant="bodySm" tone="subdued">
      {text}
    </Text>
  );
}

function Outcome(props: {
  lines: readonly CommissionLine[];
  unitMinor: bigint;
  units: number;
  currency: Currency;
  condition: string;
}) {
  const { lines, unitMinor, units, currency, condition } = props;
  const t = useText();
  const format = useFormat();
  const statusId = useId();
  const toMoneyDto = (amountMinor: bigint): MoneyDto => ({ amount: formatAmount(amountMinor, currency), currency });
  const rule = chooseCommission({ vendorLines: [], defaultLines: lines }, unitMinor, toMetafields(condition));
  const baseMinor = unitMinor * BigInt(units);
  const { percentPartMinor, flatPartMinor, commissionMinor } = computeLineCommission(
    baseMinor,
    rule.percent,
    rule.flatMinor,
  );
  const price = format.money(toMoneyDto(unitMinor));
  return (
    <BlockStack gap="200">
      <Text as="p" variant="bodySm" tone="subdued" id={statusId}>
        {describeRule(t, rule, price, (minor) => format.money(toMoneyDto(minor)))}
      </Text>
      <SumRows
        rows={[
          { label: t('commissions:try.goods', { quantity: units, price }), value: toMoneyDto(baseMinor) },
          {
            label: t('commissions:try.percent', {
              percent: format.tenThousandths(rule.percent),
              base: format.money(toMoneyDto(baseMinor)),
            }),
            value: toMoneyDto(-percentPartMinor),
          },
          { label: t('commissions:try.flat'), value: toMoneyDto(-flatPartMinor) },
        ]}
        total={{ label: t('commissions:try.vendorGets'), value: toMoneyDto(baseMinor - commissionMinor) }}
      />
      <SumRows rows={[{ label: t('commissions:try.total'), value: toMoneyDto(commissionMinor) }]} />
    </BlockStack>
  );
}

function describeRule(
  t: ReturnType<typeof useText>,
  rule: CommissionRule,
  price: string,
  show: (minor: bigint) => string,
): string {
  if (rule.position === null) return t('commissions:try.noRow');
  const known = { row: rule.position + 1, price, from: show(rule.minMinor) };
  return rule.maxMinor === null
    ? t('commissions:try.appliesAbove', known)
    : t('commissions:try.applies', { ...known, to: show(rule.maxMinor) });
}

/** The different conditions of a list; the value carries key and value, parted by a line break that neither can hold. */
function toConditions(lines: readonly CommissionLine[]): { value: string; label: string }[] {
  const labels = new Map<string, string>();
  for (const { constraint } of lines) {
    if (constraint) labels.set(`${constraint.key}\n${constraint.value}`, `${constraint.key} = ${constraint.value}`);
  }
  return [...labels].map(([value, label]) => ({ value, label }));
}

function toMetafields(condition: string) {
  const [path = '', value = ''] = condition.split('\n');
  if (condition === '') return [];
  const dot = path.indexOf('.');
  return [{ namespace: dot < 0 ? 'custom' : path.slice(0, dot), key: path.slice(dot + 1), values: [value] }];
}
