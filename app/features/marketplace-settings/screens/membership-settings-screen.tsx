import { Banner, Text } from '@shopify/polaris';
import type { MembershipStatus } from '#app/features/memberships/membership.ts';
import { usePlanPrice, type PlanRow } from '#app/features/memberships/shared/plan-price.ts';
import type { Membership } from '#app/platform/settings/store-sections.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts, Stack } from '#app/ui/components/layout.tsx';
import { CheckboxInput, ChoiceInput, NumberInput, TextInput, type Choice } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';

type Props = {
  membership: Membership;
  plans: PlanRow[];
  isConnected: boolean;
  isSilent: boolean;
  counts: { status: MembershipStatus; count: number }[];
};

/** Whether vendors pay for being here, by which of the provider's products, and what they can do without. */
export function MembershipSettingsScreen({ membership, plans, isConnected, isSilent, counts }: Props) {
  const t = useText();
  const toPath = useLayoutPath();
  const format = useFormat();
  const form = useForm({
    schema: () => import('../feature-changes.contract.ts').then(({ membershipForm }) => membershipForm),
    initial: { ...membership, trialDays: String(membership.trialDays) },
    toPayload: (values) => ({ ...values, trialDays: Number(values.trialDays || '0') }),
    method: 'put',
    done: t('settings:saved'),
  });
  const choices = useChoices(plans, membership.products);
  return (
    <ScreenPage
      title={t('settings:row.memberships.name')}
      subtitle={t('settings:row.memberships.about')}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {isConnected ? null : (
          <Banner tone="warning" action={{ content: t('memberships:settings.connect'), url: toPath('/payments') }}>
            {t('memberships:settings.noKey')}
          </Banner>
        )}
        {isSilent ? <Banner tone="warning">{t('memberships:settings.failed')}</Banner> : null}
        {form.values.enabled && form.values.products.length === 0 && isConnected ? (
          <Banner tone="warning">{t('memberships:settings.noneTicked')}</Banner>
        ) : null}
        <SectionCard title={t('settings:row.memberships.name')}>
          <Text as="p" tone="subdued">
            {t('memberships:settings.about')}
          </Text>
          <CheckboxInput
            {...form.field<unknown>('enabled')}
            label={t('memberships:settings.enabled')}
            helpText={t('memberships:settings.enabledHelp')}
          />
          <CheckboxInput
            {...form.field<unknown>('allowFulfillment')}
            label={t('memberships:settings.allowFulfillment')}
            helpText={t('memberships:settings.allowFulfillmentHelp')}
          />
          <ChoiceInput
            {...form.field<unknown>('lapsedProducts')}
            label={t('memberships:settings.lapsed')}
            helpText={t('memberships:settings.lapsedHelp')}
            choices={[
              { value: 'keep', label: t('memberships:settings.lapsedKeep') },
              { value: 'unpublish', label: t('memberships:settings.lapsedUnpublish') },
            ]}
          />
        </SectionCard>
        {counts.length === 0 ? null : (
          <SectionCard title={t('memberships:settings.counts')}>
            <Facts
              facts={counts.map(({ status, count }) => ({
                label: t(`memberships:status.${status}`),
                value: format.number(count),
              }))}
            />
          </SectionCard>
        )}
        {isConnected ? (
          <SectionCard title={t('memberships:settings.plans')}>
            <Text as="p" tone="subdued">
              {t('memberships:settings.plansHelp')}
            </Text>
            {choices.length === 0 ? (
              <Text as="p">{isSilent ? '' : t('memberships:settings.noPlans')}</Text>
            ) : (
              <ChoiceInput
                {...form.field<unknown>('products')}
                label={t('memberships:settings.plans')}
                labelHidden
                choices={choices}
                multiple
              />
            )}
          </SectionCard>
        ) : null}
        <SectionCard title={t('memberships:settings.terms')}>
          <NumberInput
            {...form.field<unknown>('trialDays')}
            label={t('memberships:settings.trialDays')}
            helpText={t('memberships:settings.trialDaysHelp')}
          />
          <TextInput
            {...form.field('documentationUrl')}
            label={t('memberships:settings.documentationUrl')}
            helpText={t('memberships:settings.documentationHelp')}
            type="url"
            maxLength={2048}
          />
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

/** One choice a product, with all its prices; a ticked one that the provider no longer has can still be taken away. */
function useChoices(plans: readonly PlanRow[], ticked: readonly string[]): Choice[] {
  const t = useText();
  const format = useFormat();
  const priceOf = usePlanPrice();
  const ids = [...new Set(plans.map(({ productId }) => productId))];
  const known = ids.map((productId) => {
    const own = plans.filter((plan) => plan.productId === productId);
    const limit = own[0]?.listingLimit ?? null;
    const parts = [
      own.map(priceOf).join(', '),
      ...(limit === null ? [] : [t('memberships:limitOf', { count: format.number(limit) })]),
    ];
    return { value: productId, label: `${own[0]?.name ?? ''} – ${parts.join(' · ')}` };
  });
  const gone = ticked.filter((id) => !ids.includes(id));
  return [...known, ...gone.map((id) => ({ value: id, label: t('memberships:settings.gone', { id }) }))];
}
