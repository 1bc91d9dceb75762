import { Banner, BlockStack, Button, Text } from '@shopify/polaris';
import { z } from 'zod';
import { DateInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { MAX_DETAILS, MIN_DETAILS } from '../payout.ts';
import type { PayOutcome, Preparation } from '../payouts.contract.ts';

type PayFormProps = {
  preparation: Preparation;
  lines: readonly { orderName: string; vendor: string; orderId: string }[];
  /** The calendar day of the store; nothing was paid later than it. */
  today: string;
  onPaid: (outcome: PayOutcome) => void;
  onReload: () => void;
};

/** The sum, how the money was sent by hand, and the button that carries the sum. */
export function PayForm({ preparation, lines, today, onPaid, onReload }: PayFormProps) {
  const t = useText();
  const format = useFormat();
  const { allocations, totals, token } = preparation;
  const count = new Set(allocations.map((one) => one.vendorId)).size;
  const amount = totals.map((total) => format.money(total)).join(' + ');
  const form = useForm<{ paidAt: string; details: string }, PayOutcome>({
    schema: manualSchema(t, today),
    initial: { paidAt: today, details: '' },
    toPayload: (manual) => ({
      payoutLines: lines,
      methods: [...new Set(lines.map((line) => line.vendor))].map((vendor) => ({ vendor, method: 'manual' })),
      manual,
      token,
    }),
    toField: (path) => path.replace(/^manual\./, ''),
    onDone: onPaid,
  });
  return (
    <SectionCard title={t('money:pay.will')}>
      {totals.map((total) => (
        <Money key={total.currency} value={total} size="big" />
      ))}
      <SumRows rows={totals.map((total) => ({ label: t('money:pay.byHand', { count }), value: total }))} />
      {form.formError ? (
        <Banner tone="critical" action={{ content: t('money:pay.newAmounts'), onAction: onReload }}>
          <p>{form.formError}</p>
        </Banner>
      ) : null}
      <BlockStack gap="300">
        <DateInput {...form.field('paidAt')} label={t('money:pay.paidAt')} max={today} />
        <TextInput
          {...form.field('details')}
          label={t('money:pay.details')}
          helpText={t('money:pay.detailsHint')}
          maxLength={MAX_DETAILS}
          lines={2}
        />
        <Button variant="primary" fullWidth loading={form.saving} onClick={form.submit}>
          {t('money:pay.button', { count, amount })}
        </Button>
      </BlockStack>
      <Text as="p" variant="bodySm" tone="subdued">
        {t('money:pay.recomputed')}
      </Text>
      <Text as="p" variant="bodySm" tone="subdued">
        {t('money:pay.otherMethods')}
      </Text>
    </SectionCard>
  );
}

/** The rules of the server in the viewer's language, at the payload's own paths. */
function manualSchema(t: Translate, today: string) {
  const details = z
    .string()
    .trim()
    .min(MIN_DETAILS, t('money:rules.min', { limit: MIN_DETAILS }))
    .max(MAX_DETAILS, t('money:rules.max', { limit: MAX_DETAILS }));
  const paidAt = z.iso.date(t('money:rules.date')).refine((day) => day <= today, t('money:rules.future'));
  return z.object({ manual: z.object({ paidAt, details }) });
}
