import { Banner, Link, Text } from '@shopify/polaris';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { MembershipDto, PlansDto } from '../memberships.contract.ts';
import { CurrentPlan } from './current-plan.tsx';
import { PlanChoice } from './plan-choice.tsx';

type Props = { membership: MembershipDto; offer: PlansDto; isBack: boolean };

/** What the vendor pays the marketplace, and the plans that it may choose. Whoever does not lead it reads only. */
export function MembershipScreen({ membership, offer, isBack }: Props) {
  const t = useText();
  const isOnHold = membership.status === 'unpaid' || membership.status === 'paused';
  const mayBuy = membership.isRequired && !membership.hasAccess && !isOnHold;
  return (
    <ScreenPage title={t('settings:row.membership.name')} subtitle={t('memberships:subtitle')} kind="form">
      <Stack>
        <StateBanner membership={membership} isBack={isBack} />
        {membership.isRequired ? <CurrentPlan membership={membership} /> : null}
        {mayBuy ? <PlanChoice offer={offer} trialDays={membership.trialDays} mayChange={membership.mayChange} /> : null}
        {offer.documentationUrl === '' ? null : (
          <Text as="p">
            <Link url={offer.documentationUrl} target="_blank">
              {t('memberships:documentation')}
            </Link>
          </Text>
        )}
      </Stack>
    </ScreenPage>
  );
}

function StateBanner({ membership, isBack }: { membership: MembershipDto; isBack: boolean }) {
  const t = useText();
  const when = useWhen();
  const { isRequired, hasAccess, status, mayChange, problem, checkedAt } = membership;
  if (!isRequired) return <Banner tone="info">{t('memberships:notNeeded')}</Banner>;
  return (
    <>
      {problem ? (
        <Banner tone="warning">
          {checkedAt ? t('memberships:stale', { when: when(checkedAt) }) : t('memberships:staleNew')}
        </Banner>
      ) : null}
      {isBack && !hasAccess ? <Banner tone="info">{t('memberships:back')}</Banner> : null}
      {status === 'past_due' ? <Banner tone="warning">{t('memberships:pastDue')}</Banner> : null}
      {status === 'unpaid' || status === 'paused' ? <Banner tone="critical">{t('memberships:unpaid')}</Banner> : null}
      {status === 'canceled' ? <Banner tone="warning">{t('memberships:ended')}</Banner> : null}
      {status === 'none' ? <Banner tone="info">{t('memberships:none')}</Banner> : null}
      {mayChange ? null : <Banner tone="info">{t('memberships:readOnly')}</Banner>}
    </>
  );
}
