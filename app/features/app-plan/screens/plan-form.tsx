import { Banner, BlockStack, Button, ChoiceList, Form, Text } from '@shopify/polaris';
import { useState } from 'react';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { InstallationDto } from '../app-plan.contract.ts';
import { computePrice, listExceeded, PLAN_CURRENCY, type AddonName, type PlanName } from '../plan.ts';

type Values = { plan: PlanName; addons: AddonName[] };

/** A plan with its add-ons, and the way to the platform's page that approves them. */
export function PlanForm({ found }: { found: InstallationDto }) {
  const t = useText();
  const format = useFormat();
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm<Values, { url: string }>({
    schema: () => import('../app-plan.contract.ts').then(({ changePlanBody }) => changePlanBody),
    initial: { plan: found.plan, addons: found.addons },
    method: 'put',
    onDone: ({ url }) => {
      setIsLeaving(true);
      // The platform's pages never open inside of a frame.
      window.open(url, '_top');
    },
  });
  const { values } = form;
  const amountMinor = computePrice(values);
  const isTooSmall = listExceeded(values, found.usage).length > 0;
  const isSame = !form.dirty;
  const shown = format.money({ amount: formatAmount(amountMinor, asCurrency(PLAN_CURRENCY)), currency: PLAN_CURRENCY });
  return (
    <SectionCard title={t('installation:plan')}>
      <Form onSubmit={form.submit} noValidate>
        <BlockStack gap="400">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <ChoiceList
            title={t('installation:plan')}
            titleHidden
            selected={[values.plan]}
            onChange={([plan]) => {
              form.set('plan', plan);
            }}
            choices={found.plans.map(({ name, price, limits }) => ({
              value: name,
              label: `${t(`installation:plans.${name}`)} · ${t('installation:price', { price: format.money(price) })}`,
              helpText: t('installation:limits', {
                limit: format.number(limits.vendors),
                orders: format.number(limits.orders),
                products: format.number(limits.products),
              }),
            }))}
          />
          <ChoiceList
            allowMultiple
            title={t('installation:addons')}
            selected={values.addons}
            onChange={(addons) => {
              form.set('addons', addons);
            }}
            choices={found.addonsOffered.map(({ name, price, count }) => ({
              value: name,
              label: `${t(`installation:addon.${name}`, { number: format.number(count) })} · ${t('installation:price', { price: format.money(price) })}`,
            }))}
          />
          <Text as="p" fontWeight="semibold">
            {t('installation:total')}: {t('installation:price', { price: shown })}
          </Text>
          {found.trialDays > 0 && amountMinor > 0n ? (
            <Text as="p">{t('installation:trial', { count: found.trialDays })}</Text>
          ) : null}
          <Text as="p" tone="subdued">
            {t(isSame ? 'installation:nothing' : isTooSmall ? 'installation:tooSmall' : 'installation:about')}
          </Text>
          {isSame || isTooSmall ? null : (
            <EndRow>
              <Button submit variant="primary" loading={form.saving || isLeaving}>
                {t(amountMinor === 0n ? 'installation:end' : 'installation:change')}
              </Button>
            </EndRow>
          )}
        </BlockStack>
      </Form>
    </SectionCard>
  );
}
