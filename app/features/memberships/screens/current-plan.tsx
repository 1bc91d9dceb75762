import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts, Stack, type Fact } from '#app/ui/components/layout.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When, useWhen } from '#app/ui/time/when.tsx';
import type { MembershipStatus } from '../membership.ts';
import type { MembershipDto } from '../memberships.contract.ts';
import { usePlanPrice } from '../shared/plan-price.ts';
import { ProviderPage } from './provider-page.tsx';

const TONES: Partial<Record<MembershipStatus, 'success' | 'info' | 'warning' | 'critical'>> = {
  active: 'success',
  trialing: 'info',
  past_due: 'warning',
  unpaid: 'critical',
  paused: 'warning',
};

/** Where the membership stands, until when, and the way to the provider's page that changes it. */
export function CurrentPlan({ membership }: { membership: MembershipDto }) {
  const t = useText();
  const { plan, status, mayChange, hasCustomer } = membership;
  const tone = TONES[status];
  return (
    <SectionCard
      title={plan ? plan.name : t('memberships:current')}
      aside={<Badge {...(tone ? { tone } : {})}>{t(`memberships:status.${status}`)}</Badge>}
    >
      <Stack>
        {plan ? <PlanFacts membership={membership} plan={plan} /> : null}
        {mayChange && hasCustomer ? (
          <>
            <ProviderPage
              payload={{ act: 'billing' }}
              label={t(plan ? 'memberships:billing' : 'memberships:invoices')}
              isPrimary={!membership.hasAccess && plan !== null}
            />
            <Text as="p" tone="subdued">
              {t('memberships:billingHelp')}
            </Text>
          </>
        ) : null}
        <CheckAgain checkedAt={membership.checkedAt} />
      </Stack>
    </SectionCard>
  );
}

function PlanFacts({ membership, plan }: { membership: MembershipDto; plan: NonNullable<MembershipDto['plan']> }) {
  const t = useText();
  const format = useFormat();
  const priceOf = usePlanPrice();
  const { renewsAt, endsAt, trialEndsAt, status, listingLimit } = membership;
  const day = (label: string, at: string | null): Fact[] => (at ? [{ label, value: <When at={at} as="day" /> }] : []);
  return (
    <Facts
      facts={[
        { label: t('memberships:price'), value: priceOf(plan) },
        ...(status === 'trialing' ? day(t('memberships:trialEnds'), trialEndsAt) : []),
        ...(endsAt ? day(t('memberships:ends'), endsAt) : day(t('memberships:renews'), renewsAt)),
        ...(listingLimit === null ? [] : [{ label: t('memberships:limit'), value: format.number(listingLimit) }]),
      ]}
    />
  );
}

function CheckAgain({ checkedAt }: { checkedAt: string | null }) {
  const t = useText();
  const when = useWhen();
  const form = useForm({ initial: {}, toPayload: () => ({ act: 'check' }) });
  return (
    <InlineStack gap="300" blockAlign="center">
      <Button variant="plain" loading={form.saving} onClick={form.submit}>
        {t('memberships:check')}
      </Button>
      {checkedAt ? (
        <Text as="span" tone="subdued">
          {t('memberships:checked', { when: when(checkedAt) })}
        </Text>
      ) : null}
    </InlineStack>
  );
}
