import { Banner, BlockStack, Text } from '@shopify/polaris';
import { dayOf } from '#app/core/calendar.ts';
import { CheckboxInput, MoneyInput, QuantityInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { PayersOnly } from '#app/ui/components/read-only.tsx';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import type { WorkflowRightsDto } from '#app/platform/payout-rights/workflow-rights.contract.ts';
import type { RaiseAction } from '../limit-raise.ts';
import type { PayoutRulesState } from '../payout-rules.contract.ts';
import { MAX_DAYS } from '../payout-rules.ts';
import { fieldOfRules, toRules, computeTyped, type TypedRules } from './typed-rules.ts';
import { RunsCard } from './runs-card.tsx';
import { RaiseCard } from './raise-card.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import { WorkflowsCard } from './workflows-card.tsx';

type PayoutRulesProps = PayoutRulesState & {
  workflows: WorkflowRightsDto;
  /** A decision about a higher limit is on its way. */
  busy: boolean;
  onDecide: (action: RaiseAction) => void;
};

/** When vendors are paid automatically, what waits, and above what another person approves a payout. */
export function PayoutRulesScreen({
  rules,
  version,
  currency,
  raise,
  others,
  mayChange,
  workflows,
  busy,
  onDecide,
}: PayoutRulesProps) {
  const t = useText();
  const { now, timezone } = useDateStyle();
  const form = useForm<TypedRules, PayoutRulesState>({
    schema: () => import('../payout-rules.contract.ts').then(({ payoutRulesBody }) => payoutRulesBody),
    initial: computeTyped(rules, dayOf(new Date(now), timezone)),
    toPayload: (typed) => ({ rules: toRules(typed), version }),
    toField: fieldOfRules,
    method: 'put',
    done: ({ raise: waits }) => t(waits ? 'payoutRules:savedWaits' : 'payoutRules:saved'),
  });
  return (
    <ScreenPage
      title={t('settings:row.payouts.name')}
      subtitle={t('payoutRules:subtitle')}
      saveBar={form.saveBar}
      kind="form"
    >
      <Columns
        main={
          <Stack>
            {raise ? <RaiseCard raise={raise} currency={currency} busy={busy} onDecide={onDecide} /> : null}
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            <PayersOnly mayChange={mayChange}>
              <Stack>
                <ScheduleCard form={form} />
                <WaitingCard form={form} currency={currency} />
                <ApprovalCard form={form} currency={currency} others={others} />
                <WorkflowsCard {...workflows} mayChange={mayChange} />
              </Stack>
            </PayersOnly>
          </Stack>
        }
        side={<RunsCard typed={form.values} />}
      />
    </ScreenPage>
  );
}

type CardProps = { form: Form<TypedRules>; currency: string };

function WaitingCard({ form, currency }: CardProps) {
  const t = useText();
  return (
    <SectionCard title={t('payoutRules:waiting.title')}>
      <BlockStack gap="400">
        <QuantityInput
          {...form.field<unknown>('holdingDays')}
          label={t('payoutRules:waiting.days')}
          helpText={t('payoutRules:waiting.daysHelp')}
          max={MAX_DAYS}
        />
        <MoneyInput
          {...form.field('minimum')}
          label={t('payoutRules:waiting.minimum')}
          helpText={t('payoutRules:waiting.minimumHelp')}
          currency={currency}
        />
        <Text as="p" tone="subdued">
          {t('payoutRules:waiting.note')}
        </Text>
      </BlockStack>
    </SectionCard>
  );
}

function ApprovalCard({ form, currency, others }: CardProps & { others: number }) {
  const t = useText();
  return (
    <SectionCard title={t('payoutRules:approval.title')}>
      <BlockStack gap="400">
        <CheckboxInput
          {...form.field<unknown>('needsApproval')}
          label={t('payoutRules:approval.needs')}
          helpText={t('payoutRules:approval.help')}
        />
        {form.values.needsApproval ? (
          <>
            <MoneyInput
              {...form.field('approveAbove')}
              label={t('payoutRules:approval.above')}
              helpText={others === 0 ? undefined : t('payoutRules:approval.raiseNote')}
              currency={currency}
            />
            {others === 0 ? (
              <Banner tone="warning">
                <p>{t('payoutRules:approval.alone')}</p>
              </Banner>
            ) : null}
          </>
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}
