import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { NumberInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { formatFullDay } from '#app/ui/time/format.ts';
import type { CurrencySettings } from '../display-currency.contract.ts';

type Props = CurrencySettings & { isMarketplace: boolean };

/** In which currency vendors also read amounts; in the marketplace view also the rates, which admins type. */
export function CurrencyScreen(props: Props) {
  const { isMarketplace, storeCurrency } = props;
  const t = useText();
  return (
    <ScreenPage
      title={t('settings:row.currency.name')}
      subtitle={t('settings:currency.about', { currency: storeCurrency })}
      back={{ label: t('settings:title'), url: '/settings' }}
      kind="form"
    >
      <Stack>
        <ChoiceCard {...props} />
        {isMarketplace ? <RatesCard {...props} /> : null}
      </Stack>
    </ScreenPage>
  );
}

function ChoiceCard({ storeCurrency, displayCurrency, standard, rates, ratedAt, canEdit, isMarketplace }: Props) {
  const t = useText();
  const style = useDateStyle();
  const form = useForm({
    schema: () => import('../display-currency.contract.ts').then(({ currencyInput }) => currencyInput),
    initial: { displayCurrency },
    method: 'put',
    done: t('settings:saved'),
  });
  const none =
    isMarketplace || standard === '' ? t('settings:currency.none') : t('settings:currency.standard', { standard });
  // The store's own currency is a choice of its own where the marketplace chose another for everybody.
  const codes = [
    ...(isMarketplace || standard === '' ? [] : [storeCurrency]),
    ...rates.map(({ currency }) => currency),
  ];
  const kept = codes.includes(displayCurrency) || displayCurrency === '' ? codes : [displayCurrency, ...codes];
  const chosen = form.values.displayCurrency || standard;
  const rate = rates.find(({ currency }) => currency === chosen)?.rate;
  return (
    <SectionCard title={t('settings:currency.choice')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {canEdit ? null : <Banner tone="info">{t('settings:currency.readOnly')}</Banner>}
        <SelectInput
          {...form.field('displayCurrency')}
          label={t('settings:currency.label')}
          choices={[{ value: '', label: none }, ...kept.map((value) => ({ value, label: value }))]}
          disabled={!canEdit}
        />
        {rate === undefined || ratedAt === null ? (
          <Text as="p" tone="subdued">
            {t(rates.length === 0 ? 'settings:currency.noRates' : 'settings:currency.unconverted')}
          </Text>
        ) : (
          <Text as="p" tone="subdued">
            {t('common:rateOf', { storeCurrency, rate, currency: chosen, when: formatFullDay(ratedAt, style) })}
          </Text>
        )}
        <InlineStack>
          <Button onClick={form.submit} loading={form.saving} disabled={!form.dirty || !canEdit} variant="primary">
            {t('common:save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

function RatesCard({ storeCurrency, rates }: Props) {
  const t = useText();
  const form = useForm({
    schema: () => import('../display-currency.contract.ts').then(({ ratesInput }) => ratesInput),
    initial: { rates: rates.map((one) => ({ ...one })) },
    method: 'patch',
    done: t('settings:saved'),
  });
  const rows = form.values.rates;
  return (
    <SectionCard title={t('settings:currency.rates')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('settings:currency.ratesAbout', { storeCurrency })}
        </Text>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {rows.map((row, at) => (
          <InlineStack key={at} gap="300" blockAlign="end" wrap={false}>
            <TextInput {...form.field(`rates.${at}.currency`)} label={t('settings:currency.code')} maxLength={3} />
            <NumberInput {...form.field(`rates.${at}.rate`)} label={t('settings:currency.rate', { storeCurrency })} />
            <Button
              onClick={() => {
                form.set('rates', rows.toSpliced(at, 1));
              }}
              accessibilityLabel={t('settings:currency.removeOf', { currency: row.currency })}
            >
              {t('settings:currency.remove')}
            </Button>
          </InlineStack>
        ))}
        <InlineStack gap="200">
          <Button
            onClick={() => {
              form.set('rates', [...rows, { currency: '', rate: '' }]);
            }}
          >
            {t('settings:currency.add')}
          </Button>
          <Button onClick={form.submit} loading={form.saving} disabled={!form.dirty} variant="primary">
            {t('settings:currency.saveRates')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
