import { Badge, Banner, BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { AccessBanner } from '#app/ui/components/access-banner.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts, Stack } from '#app/ui/components/layout.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { CARRIER_NAME } from '../carrier-service/carrier.ts';
import type { CarrierView, ProfileGuide } from '../carrier-service/carrier-view.ts';
import { usePolling } from './use-polling.ts';

type Props = { found: CarrierView; onRefresh: () => void };

/** How the rates stand at the store's checkout: whether the store asks for them, when it did last, and which zones still must. */
export function CheckoutRatesScreen({ found, onRefresh }: Props) {
  const t = useText();
  const [since, setSince] = useState<string | null>();
  const isPending = found.state === 'pending' || (since !== undefined && since === found.checkedAt);
  usePolling(isPending, onRefresh);
  const form = useForm({
    initial: { recheck: true },
    onDone: () => {
      setSince(found.checkedAt);
    },
  });
  return (
    <ScreenPage title={t('settings:row.checkoutRates.name')} subtitle={t('shipping:checkout.subtitle')} kind="form">
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {found.state === 'not_granted' ? (
          <AccessBanner
            scopes={['write_shipping']}
            texts={{
              title: t('shipping:access.title'),
              body: t('shipping:access.body'),
              external: t('shipping:access.external'),
              action: t('shipping:access.action'),
              declined: t('shipping:access.declined'),
            }}
            onGranted={form.submit}
          />
        ) : null}
        {found.state === 'refused' ? <RefusedBanner found={found} /> : null}
        <SectionCard
          title={t('shipping:checkout.status')}
          aside={
            <Button onClick={form.submit} loading={form.saving || isPending}>
              {t('shipping:checkout.recheck')}
            </Button>
          }
        >
          <CarrierStatus found={found} />
        </SectionCard>
        {found.state === 'active' ? <Guide found={found} /> : null}
      </Stack>
    </ScreenPage>
  );
}

/** Why the platform does not ask for rates: by the plan in most cases, and in its own words. */
function RefusedBanner({ found: { plan, refusal } }: { found: CarrierView }) {
  const t = useText();
  return (
    <Banner tone="critical" title={t('shipping:checkout.refused')}>
      <BlockStack gap="200">
        <Text as="p">
          {plan ? t('shipping:checkout.refusedPlan', { plan }) : t('shipping:checkout.refusedUnknown')}
        </Text>
        {refusal ? <Text as="p">{t('shipping:checkout.refusal', { refusal })}</Text> : null}
      </BlockStack>
    </Banner>
  );
}

const TONES = { pending: 'info', active: 'success', not_granted: 'warning', refused: 'critical', off: 'info' } as const;

function CarrierStatus({ found }: { found: CarrierView }) {
  const t = useText();
  const when = useWhen();
  const at = (time: string | null, none: string): string => (time === null ? none : when(time));
  const { state, calledAt, checkedAt, deactivatedAt, foreignAt } = found;
  return (
    <BlockStack gap="300">
      <Facts
        facts={[
          {
            label: t('shipping:checkout.state'),
            value: <Badge tone={TONES[state]}>{t(`shipping:checkout.states.${state}`)}</Badge>,
          },
          { label: t('shipping:checkout.calledAt'), value: at(calledAt, t('shipping:checkout.neverCalled')) },
          { label: t('shipping:checkout.checkedAt'), value: at(checkedAt, t('shipping:checkout.neverChecked')) },
        ]}
      />
      {deactivatedAt ? (
        <Banner tone="warning">{t('shipping:checkout.deactivated', { at: when(deactivatedAt) })}</Banner>
      ) : null}
      {foreignAt ? <Banner tone="warning">{t('shipping:checkout.foreign', { at: when(foreignAt) })}</Banner> : null}
    </BlockStack>
  );
}

/** Which zones of the store ask for the rates, and how the others are made to. */
function Guide({ found: { profiles, isMarketDriven } }: { found: CarrierView }) {
  const t = useText();
  const lacking = (profiles ?? []).some(({ zones }) => zones.some(({ isAsked: isRequested }) => !isRequested));
  return (
    <SectionCard title={t('shipping:guide.title')}>
      <BlockStack gap="400">
        <Text as="p">{t('shipping:guide.body')}</Text>
        {isMarketDriven ? <Banner tone="info">{t('shipping:guide.markets', { carrier: CARRIER_NAME })}</Banner> : null}
        {profiles === null ? <Banner tone="warning">{t('shipping:guide.unread')}</Banner> : null}
        {lacking ? (
          <List type="number">
            <List.Item>{t('shipping:guide.steps.open')}</List.Item>
            <List.Item>{t('shipping:guide.steps.add', { carrier: CARRIER_NAME })}</List.Item>
            <List.Item>{t('shipping:guide.steps.remove')}</List.Item>
          </List>
        ) : null}
        {(profiles ?? []).map((profile, index) => (
          <Profile key={index} profile={profile} />
        ))}
      </BlockStack>
    </SectionCard>
  );
}

function Profile({ profile }: { profile: ProfileGuide }) {
  const t = useText();
  const { name, zones, isDefault, hasMoreZones } = profile;
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {isDefault ? t('shipping:guide.defaultProfile', { name }) : name}
      </Text>
      {zones.map((zone, index) => (
        <InlineStack key={index} align="space-between" blockAlign="center" gap="200">
          <Text as="span">{zone.name}</Text>
          <Badge tone={zone.isAsked ? 'success' : 'warning'}>
            {t(zone.isAsked ? 'shipping:guide.asked' : 'shipping:guide.notAsked')}
          </Badge>
        </InlineStack>
      ))}
      {zones.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('shipping:guide.noZones')}
        </Text>
      ) : null}
      {hasMoreZones ? (
        <Text as="p" tone="subdued">
          {t('shipping:guide.moreZones')}
        </Text>
      ) : null}
    </BlockStack>
  );
}
