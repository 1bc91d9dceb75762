import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { NumberInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { formatFullDay } from '#app/ui/time/format.ts';
import type { CurrencySettings } from '../display-currency.contract.ts';

type Props = CurrencySettings & { isMarketplace: boolean };
type Values = { displayCurrency: string; rates: { currency: string; rate: string }[] };

/** In which currency vendors also read amounts; in the marketplace view also the rates, which admins type. */
export function CurrencyScreen(props: Props) {
  const { isMarketplace, storeCurrency, displayCurrency, rates, canEdit } = props;
  const t = useText();
  const initial: Values = { displayCurrency, rates: rates.map((one) => ({ ...one })) };
  const form = useForm<Values>({
    schema: () => import('../display-currency.contract.ts').then(({ currencyForm }) => currencyForm),
    initial,
    // Rates that nobody touched are not sent: another person may have changed them since.
    toPayload: (values) =>
      isMarketplace && JSON.stringify(values.rates) !== JSON.stringify(initial.rates)
        ? values
        : { displayCurrency: values.displayCurrency },
    method: 'put',
    done: t('settings:saved'),
  });
  return (
    <ScreenPage
      title={t('settings:row.currency.name')}
      subtitle={t('settings:currency.about', { currency: storeCurrency })}
      {...(canEdit ? { saveBar: form.saveBar } : {})}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <ChoiceCard {...props} form={form} />
        {isMarketplace ? <RatesCard form={form} storeCurrency={storeCurrency} /> : null}
      </Stack>
    </ScreenPage>
  );
}

type CardProps = { form: Form<Values> };

function ChoiceCard(props: Props & CardProps) {
  const { form, storeCurrency, displayCurrency, standard, rates, ratedAt, canEdit, isMarketplace } = props;
  const t = useText();
  const style = useDateStyle();
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
        {canEdit ? null : <Banner tone="info">{t('settings:currency.readOnly')}</Banner>}
        {kept.length === 0 ? null : (
          <SelectInput
            {...form.field('displayCurrency')}
            label={t('settings:currency.label')}
            choices={[{ value: '', label: none }, ...kept.map((value) => ({ value, label: value }))]}
            disabled={!canEdit}
          />
        )}
        <Text as="p" tone="subdued">
          {rate === undefined || ratedAt === null
            ? t(rates.length === 0 ? 'settings:currency.noRates' : 'settings:currency.unconverted')
            : t('common:rateOf', { storeCurrency, rate, currency: chosen, when: formatFullDay(ratedAt, style) })}
        </Text>
      </BlockStack>
    </SectionCard>
  );
}

function RatesCard({ form, storeCurrency }: CardProps & { storeCurrency: string }) {
  const t = useText();
  const rows = form.values.rates;
  return (
    <SectionCard title={t('settings:currency.rates')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('settings:currency.ratesAbout', { storeCurrency })}
        </Text>
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
        <InlineStack>
          <Button
            onClick={() => {
              form.set('rates', [...rows, { currency: '', rate: '' }]);
            }}
          >
            {t('settings:currency.add')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
