import { Banner, BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { ChoiceInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { RATE_MODES } from '../live/live-rate.ts';
import type { RateChoiceDto } from '../live/rate-choice.contract.ts';

type Props = { found: RateChoiceDto; onSaved: () => void };
type Values = { mode: string; services: string[] };

/** Stands for a vendor that leaves the choice to the marketplace. */
const AS_MARKETPLACE = 'marketplace';

/** Whether a vendor's buyers see flat rates, live rates or both, and of which services of carriers. */
export function LiveRatesScreen({ found, onSaved }: Props) {
  const t = useText();
  const form = useForm<Values>({
    schema: () => import('../live/rate-choice.contract.ts').then(({ rateChoiceBody }) => rateChoiceBody),
    initial: { mode: found.mode ?? AS_MARKETPLACE, services: found.services },
    toPayload: ({ mode, services }) => ({
      mode: mode === AS_MARKETPLACE ? null : mode,
      services,
      version: found.version,
    }),
    method: 'put',
    done: t('shipping:live.saved'),
    onDone: onSaved,
  });
  const { mode } = form.values;
  const isLive = (mode === AS_MARKETPLACE ? found.marketplaceMode : mode) !== 'flat';
  const asMarketplace = t('shipping:live.asMarketplace', { mode: t(`shipping:live.modes.${found.marketplaceMode}`) });
  return (
    <ScreenPage
      title={t('shipping:live.title')}
      subtitle={t('shipping:live.subtitle')}
      back={{ label: t('shipping:title'), url: '/settings/shipping' }}
      {...(found.mayWrite ? { saveBar: form.saveBar } : {})}
      kind="form"
    >
      <Stack>
        {found.mayWrite ? null : <Banner tone="info">{t('shipping:live.readOnly')}</Banner>}
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {isLive && found.lacks.length > 0 ? <LacksBanner lacks={found.lacks} /> : null}
        <SectionCard title={t('shipping:live.mode')}>
          <ChoiceInput
            {...withLock(form.field<unknown>('mode'), found.mayWrite)}
            label={t('shipping:live.mode')}
            labelHidden
            choices={[
              { value: AS_MARKETPLACE, label: asMarketplace },
              ...RATE_MODES.map((one) => ({ value: one, label: t(`shipping:live.modes.${one}`) })),
            ]}
            helpText={t('shipping:live.modeHint')}
          />
        </SectionCard>
        {isLive ? (
          <SectionCard title={t('shipping:live.services')}>
            <Services found={found} field={withLock(form.field<unknown>('services'), found.mayWrite)} />
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

type Field = Omit<Parameters<typeof ChoiceInput>[0], 'label' | 'choices'>;

const withLock = (field: Field, mayWrite: boolean): Field => ({ ...field, disabled: !mayWrite });

/** The services of the marketplace's carriers; those that were chosen stay in view where they cannot be listed. */
function Services({ found: { offered, services }, field }: { found: RateChoiceDto; field: Field }) {
  const t = useText();
  const known = offered ?? [];
  const others = services.filter((token) => known.every((one) => one.token !== token));
  return (
    <BlockStack gap="300">
      {offered === null ? <Text as="p">{t('shipping:live.noServices')}</Text> : null}
      {known.length + others.length > 0 ? (
        <ChoiceInput
          {...field}
          label={t('shipping:live.services')}
          labelHidden
          multiple
          choices={[
            ...known.map(({ token, name, carrier }) => ({ value: token, label: `${carrier} ${name}` })),
            ...others.map((token) => ({ value: token, label: token })),
          ]}
          helpText={t('shipping:live.servicesHint')}
        />
      ) : null}
    </BlockStack>
  );
}

function LacksBanner({ lacks }: { lacks: RateChoiceDto['lacks'] }) {
  const t = useText();
  return (
    <Banner tone="warning" title={t('shipping:live.lacks.title')}>
      <BlockStack gap="200">
        <List>
          {lacks.map((one) => (
            <List.Item key={one}>{t(`shipping:live.lacks.${one}`)}</List.Item>
          ))}
        </List>
        {lacks.some((one) => one !== 'key') ? (
          <InlineStack>
            <Button url="/settings/shipping/from">{t('shipping:from.edit')}</Button>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Banner>
  );
}
