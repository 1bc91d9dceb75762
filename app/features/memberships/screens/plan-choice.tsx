import { Banner, Text } from '@shopify/polaris';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { callPath } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { PlansDto } from '../memberships.contract.ts';
import { usePlanPrice } from '../shared/plan-price.ts';
import { ProviderPage } from './provider-page.tsx';

type Props = { offer: PlansDto; trialDays: number; mayChange: boolean };

/** The plans that the marketplace offers, each with the way to the page on which it is bought. */
export function PlanChoice({ offer, trialDays, mayChange }: Props) {
  const t = useText();
  const format = useFormat();
  const priceOf = usePlanPrice();
  const owned = useOwnedProducts();
  if (offer.plans.length === 0)
    return offer.problem ? null : (
      <EmptyCard title={t('memberships:noPlans')} body={t('memberships:noPlansHelp')} heading="h2" />
    );
  return (
    <>
      {offer.plans.map((plan) => (
        <SectionCard key={plan.priceId} title={plan.name} aside={priceOf(plan)}>
          <Stack>
            {plan.description === '' ? null : <Text as="p">{plan.description}</Text>}
            <Text as="p" tone="subdued">
              {plan.listingLimit === null
                ? t('memberships:noLimit')
                : t('memberships:limitOf', { count: format.number(plan.listingLimit) })}
              {trialDays > 0 ? ` · ${t('memberships:trial', { count: trialDays })}` : ''}
            </Text>
            {plan.listingLimit !== null && owned !== undefined && owned > plan.listingLimit ? (
              <Banner tone="warning">
                {t('memberships:over', {
                  owned: format.number(owned),
                  allowed: format.number(plan.listingLimit),
                })}
              </Banner>
            ) : null}
            {mayChange ? (
              <ProviderPage
                payload={{ priceId: plan.priceId }}
                label={t('memberships:choose', { name: plan.name })}
                isPrimary
              />
            ) : null}
          </Stack>
        </SectionCard>
      ))}
    </>
  );
}

/** How many products of the vendor are on sale; undefined until it is known. */
function useOwnedProducts(): number | undefined {
  const { data } = useData(['app/status'], async () => {
    const answer = await callPath('GET', '/api/app/status');
    return (await answer.json()) as { activeProducts: number };
  });
  return data?.activeProducts;
}
