import { Badge, Banner, BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { useMemo } from 'react';
import { CheckboxInput, MoneyInput, QuantityInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow, Facts, Stack } from '#app/ui/components/layout.tsx';
import { PayersOnly } from '#app/ui/components/read-only.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { ShippoState } from '../shippo-key.contract.ts';
import { ReportSecretCard } from './report-secret-card.tsx';

const fetchLabelSettingsBody = () =>
  import('../shippo-key.contract.ts').then(({ labelSettingsBody }) => labelSettingsBody);

type Props = { found: ShippoState; mayChange: boolean };

/** The marketplace's key of Shippo, by which labels are bought, and who bears what they cost. */
export function LabelSettingsScreen({ found, mayChange }: Props) {
  const t = useText();
  return (
    <ScreenPage title={t('settings:row.labels.name')} subtitle={t('labels:settings.subtitle')} kind="form">
      <PayersOnly mayChange={mayChange}>
        <Stack>
          <KeyCard found={found} />
          <CostCard found={found} />
          <LimitsCard key={`limits/${found.version}`} found={found} />
          {found.isSet ? <ReportSecretCard key={found.version} found={found} /> : null}
        </Stack>
      </PayersOnly>
    </ScreenPage>
  );
}

function KeyCard({ found }: { found: ShippoState }) {
  const t = useText();
  const { isSet, isTestKey } = found;
  return (
    <SectionCard
      title="Shippo"
      aside={
        isSet ? (
          <Badge tone={isTestKey ? 'warning' : 'success'}>{t(isTestKey ? 'labels:test' : 'labels:live')}</Badge>
        ) : undefined
      }
    >
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t('labels:settings.about')}
        </Text>
        {isSet ? <KnownKey found={found} /> : null}
        {/* After a save it begins again, so that no key stays in a field. */}
        <NewKey key={found.savedAt ?? ''} isSet={isSet} />
      </BlockStack>
    </SectionCard>
  );
}

function KnownKey({ found }: { found: ShippoState }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    toPayload: () => ({ remove: true }),
    method: 'delete',
    done: t('labels:settings.removed'),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('labels:settings.removeTitle'),
      body: t('labels:settings.removeBody'),
      action: t('labels:settings.remove'),
      destructive: true,
    });
    if (sure) form.submit();
  };
  return (
    <BlockStack gap="300">
      {found.problem ? (
        <Banner tone={found.problem === 'key' ? 'critical' : 'warning'}>{t(`labels:problem.${found.problem}`)}</Banner>
      ) : null}
      {found.isTestKey ? <Text as="p">{t('labels:settings.testNote')}</Text> : null}
      <Text as="p">{t(found.reportsTracking ? 'labels:settings.reported' : 'labels:settings.polled')}</Text>
      <Facts
        facts={[
          {
            label: t('labels:settings.known', { hint: found.hint }),
            value: found.savedAt === null ? '' : <When at={found.savedAt} as="day" />,
          },
        ]}
      />
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <InlineStack>
        <Button tone="critical" variant="plain" loading={form.saving} onClick={() => void ask()}>
          {t('labels:settings.remove')}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function NewKey({ isSet }: { isSet: boolean }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../shippo-key.contract.ts').then(({ shippoKeySchema }) => shippoKeySchema),
    initial: { apiKey: '' },
    method: 'put',
    done: t('labels:settings.keySaved'),
  });
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <TextInput
          {...form.field('apiKey')}
          label={t(isSet ? 'labels:settings.otherKey' : 'labels:settings.key')}
          helpText={t('labels:settings.keyHint')}
          type="password"
          autoComplete="off"
          maxLength={255}
        />
        <EndRow>
          <Button submit variant={isSet ? 'secondary' : 'primary'} loading={form.saving} disabled={!form.dirty}>
            {t('labels:settings.saveKey')}
          </Button>
        </EndRow>
      </BlockStack>
    </Form>
  );
}

function CostCard({ found }: { found: ShippoState }) {
  const t = useText();
  const { chargeVendor, version } = found;
  const initial = useMemo(() => ({ chargeVendor }), [chargeVendor]);
  const form = useForm({
    schema: fetchLabelSettingsBody,
    initial,
    toPayload: (values) => ({ ...values, version }),
    method: 'put',
    done: t('labels:settings.costSaved'),
  });
  return (
    <SectionCard title={t('labels:settings.cost')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <CheckboxInput
          {...form.field<unknown>('chargeVendor')}
          label={t('labels:settings.chargeVendor')}
          helpText={t('labels:settings.chargeHint')}
        />
        <EndRow>
          <Button variant="primary" onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('common:save')}
          </Button>
        </EndRow>
      </BlockStack>
    </SectionCard>
  );
}

/** What vendors may spend on labels: none of it holds for the marketplace's own people. */
function LimitsCard({ found }: { found: ShippoState }) {
  const t = useText();
  const { chargeVendor, limits, version } = found;
  const initial = useMemo(
    () => ({
      limits: {
        maxPricePercent: limits.maxPricePercent === null ? '' : String(limits.maxPricePercent),
        minPrice: limits.minPrice,
        extraGrams: limits.extraGrams === null ? '' : String(limits.extraGrams),
      },
    }),
    [limits],
  );
  const form = useForm({
    schema: fetchLabelSettingsBody,
    initial,
    toPayload: (values) => ({ ...values, chargeVendor, version }),
    method: 'put',
    done: t('labels:settings.limitsSaved'),
  });
  return (
    <SectionCard title={t('labels:settings.limits')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <Text as="p" tone="subdued">
          {t('labels:settings.limitsAbout')}
        </Text>
        <QuantityInput
          {...form.field<unknown>('limits.maxPricePercent')}
          label={t('labels:settings.maxPricePercent')}
          helpText={t('labels:settings.noLimit')}
          min={1}
          max={10_000}
        />
        <MoneyInput
          {...form.field<unknown>('limits.minPrice')}
          label={t('labels:settings.minPrice')}
          helpText={t('labels:settings.minPriceHelp')}
        />
        <QuantityInput
          {...form.field<unknown>('limits.extraGrams')}
          label={t('labels:settings.extraGrams')}
          helpText={t('labels:settings.noLimit')}
          min={0}
          max={1_000_000}
        />
        <EndRow>
          <Button variant="primary" onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('common:save')}
          </Button>
        </EndRow>
      </BlockStack>
    </SectionCard>
  );
}
