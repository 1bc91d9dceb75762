import { Banner, BlockStack, Button, Divider, InlineStack, List } from '@shopify/polaris';
import { useMemo } from 'react';
import { MoneyInput, NumberInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { listTaken, RATE_FIELDS } from '../zones/zone.ts';
import type { ZoneDto, ZonesDto } from '../zones/zones.contract.ts';
import type { NamedCountry } from './countries.ts';
import { useRangeText } from './use-range-text.ts';
import { checkRates, NEW_COUNTRY, nextRate, toPayload, toValues, type ZoneValues } from './zone-form.ts';

type FormProps = { form: Form<ZoneValues>; found: ZonesDto };

/** One zone: where it ships to, at which rates, and what no rate holds for. */
export function ZoneScreen(props: {
  found: ZonesDto;
  zone: ZoneDto | undefined;
  countries: NamedCountry[];
  list: string;
  onSaved: () => void;
}) {
  const { found, zone, countries, list, onSaved } = props;
  const t = useText();
  const initial = useMemo(() => toValues(zone, found.settings.names), [zone, found.settings.names]);
  const form = useForm<ZoneValues>({
    schema: () => import('../zones/zones.contract.ts').then(({ zoneInput }) => zoneInput),
    initial,
    toPayload: (values) => toPayload(values, zone),
    done: t('shipping:zone.saved'),
    onDone: onSaved,
  });
  return (
    <ScreenPage
      title={zone?.zoneName ?? t('shipping:zone.new')}
      back={{ label: t('shipping:title'), url: list }}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('shipping:zone.places')}>
          <BlockStack gap="300">
            <TextInput
              {...form.field<unknown>('zoneName')}
              label={t('shipping:zone.name')}
              helpText={t('shipping:zone.nameHint')}
              maxLength={100}
            />
            <Countries form={form} found={found} zone={zone} countries={countries} />
          </BlockStack>
        </SectionCard>
        <SectionCard title={t('shipping:zone.rates')}>
          <BlockStack gap="300">
            <Rates form={form} found={found} />
            <RateCheck form={form} found={found} />
          </BlockStack>
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

type CountriesProps = FormProps & { zone: ZoneDto | undefined; countries: readonly NamedCountry[] };

function Countries({ form, found, zone, countries }: CountriesProps) {
  const t = useText();
  const rows = form.values.countries;
  const taken = useMemo(
    () =>
      listTaken(
        found.zones.map((one) => ({ ...one, rates: [] })),
        zone?.id ?? null,
      ),
    [found.zones, zone],
  );
  // A country of another zone can still lend its provinces to this one, so it can be chosen.
  const choices = countries.map(({ code, name }) => {
    const whole = taken.find((place) => place.country === code && place.province === null);
    return { value: code, label: whole ? t('shipping:zone.taken', { name, zone: whole.zoneName }) : name };
  });
  return (
    <>
      {rows.map((row, index) => {
        const provinces = taken.flatMap((place) => (place.country === row.code ? (place.province ?? []) : []));
        return (
          <BlockStack key={index} gap="200">
            <SelectInput
              {...form.field<unknown>(`countries.${index}.code`)}
              label={t('shipping:zone.country')}
              choices={[{ value: '', label: t('shipping:zone.choose') }, ...choices]}
            />
            <TextInput
              {...form.field<unknown>(`countries.${index}.provinces`)}
              label={t('shipping:zone.provinces')}
              helpText={
                provinces.length === 0
                  ? t('shipping:zone.provincesHint')
                  : t('shipping:zone.provincesTaken', { list: provinces.join(', ') })
              }
              optional
              maxLength={700}
            />
            {rows.length > 1 ? <RemoveRow form={form} path="countries" index={index} /> : null}
          </BlockStack>
        );
      })}
      <InlineStack>
        <Button
          onClick={() => {
            form.set('countries', [...rows, NEW_COUNTRY]);
          }}
        >
          {t('shipping:zone.addCountry')}
        </Button>
      </InlineStack>
    </>
  );
}

function Rates({ form, found }: FormProps) {
  const t = useText();
  const rows = form.values.rates;
  const { names } = found.settings;
  return (
    <>
      {rows.map((row, index) => {
        const at = `rates.${index}`;
        const known = names.includes(row.name) || row.name === '' ? names : [row.name, ...names];
        const Bound = row.field === 'TOTAL_WEIGHT' ? WeightInput : MoneyInput;
        return (
          <BlockStack key={index} gap="200">
            {index > 0 ? <Divider /> : null}
            <SelectInput
              {...form.field<unknown>(`${at}.name`)}
              label={t('shipping:rate.name')}
              choices={known.map((name) => ({ value: name, label: name }))}
            />
            <TextInput
              {...form.field<unknown>(`${at}.description`)}
              label={t('shipping:rate.description')}
              optional
              maxLength={250}
            />
            <MoneyInput {...form.field<unknown>(`${at}.price`)} label={t('shipping:rate.price')} />
            <SelectInput
              {...form.field<unknown>(`${at}.field`)}
              label={t('shipping:rate.field')}
              choices={RATE_FIELDS.map((value) => ({ value, label: t(`shipping:rate.fields.${value}`) }))}
            />
            <Bound {...form.field<unknown>(`${at}.min`)} label={t('shipping:rate.min')} />
            <Bound
              {...form.field<unknown>(`${at}.max`)}
              label={t('shipping:rate.max')}
              helpText={t('shipping:rate.maxHint')}
              optional
            />
            {rows.length > 1 ? <RemoveRow form={form} path="rates" index={index} /> : null}
          </BlockStack>
        );
      })}
      <InlineStack>
        <Button
          onClick={() => {
            form.set('rates', [...rows, nextRate(names, rows.at(-1))]);
          }}
        >
          {t('shipping:zone.addRate')}
        </Button>
      </InlineStack>
    </>
  );
}

function WeightInput(props: Parameters<typeof NumberInput>[0]) {
  return <NumberInput {...props} suffix="kg" />;
}

function RemoveRow({ form, path, index }: { form: Form<ZoneValues>; path: 'countries' | 'rates'; index: number }) {
  const t = useText();
  return (
    <InlineStack align="end">
      <Button
        variant="tertiary"
        tone="critical"
        onClick={() => {
          form.set(
            path,
            form.values[path].filter((_, at) => at !== index),
          );
        }}
      >
        {t(path === 'rates' ? 'shipping:zone.removeRate' : 'shipping:zone.removeCountry')}
      </Button>
    </InlineStack>
  );
}

/** Warns before anything is saved of carts without a rate and of those with two of one name. */
function RateCheck({ form, found }: FormProps) {
  const t = useText();
  const { locale } = useLayoutData();
  const text = useRangeText(found.currency);
  const checked = checkRates(form.values.rates, { currency: found.currency, names: found.settings.names, locale });
  if (!checked) return null;
  const { gaps, overlaps } = checked;
  return (
    <div role="status">
      <BlockStack gap="200">
        {gaps.length === 0 ? null : (
          <Banner tone="warning" title={t('shipping:check.gaps')}>
            <List>
              {gaps.map((gap) => (
                <List.Item key={text(gap)}>{text(gap)}</List.Item>
              ))}
            </List>
          </Banner>
        )}
        {overlaps.length === 0 ? null : (
          <Banner tone="info" title={t('shipping:check.overlaps')}>
            <List>
              {overlaps.map((one, index) => (
                <List.Item key={index}>{`${one.name}: ${text(one)}`}</List.Item>
              ))}
            </List>
          </Banner>
        )}
      </BlockStack>
    </div>
  );
}
