import { Banner, BlockStack, Button, FormLayout, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { MoneyInput, NumberInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { TestedDto } from '../zones/zones.contract.ts';
import type { NamedCountry } from './countries.ts';

type Cart = { vendor: string; weight: string; price: string };
type Values = { country: string; province: string; zip: string; city: string; carts: Cart[] };

type TesterProps = { currency: string; vendor: string; countries: readonly NamedCountry[] };

/** What a buyer would be shown for a cart and an address. A vendor tests its own lines; the marketplace names vendors. */
export function TesterCard({ currency, vendor, countries }: TesterProps) {
  const t = useText();
  const [tested, setTested] = useState<TestedDto>();
  const form = useForm<Values, TestedDto>({
    schema: () => import('../zones/zones.contract.ts').then(({ testRatesForm }) => testRatesForm),
    initial: { country: '', province: '', zip: '', city: '', carts: [{ vendor, weight: '', price: '' }] },
    toPayload: (values) => ({ test: values }),
    toField: (path) => path.replace(/^test\./, ''),
    onDone: setTested,
  });
  const choices = countries.map(({ code, name }) => ({ value: code, label: name }));
  const { carts } = form.values;
  return (
    <SectionCard title={t('shipping:test.title')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('shipping:test.body')}
        </Text>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SelectInput
          {...form.field<unknown>('country')}
          label={t('shipping:test.country')}
          choices={[{ value: '', label: t('shipping:zone.choose') }, ...choices]}
        />
        <TextInput {...form.field<unknown>('province')} label={t('shipping:test.province')} optional maxLength={6} />
        <FormLayout>
          <FormLayout.Group condensed>
            <TextInput
              {...form.field<unknown>('zip')}
              label={t('shipping:test.zip')}
              helpText={t('shipping:test.liveHint')}
              optional
              maxLength={20}
            />
            <TextInput {...form.field<unknown>('city')} label={t('shipping:test.city')} optional maxLength={120} />
          </FormLayout.Group>
        </FormLayout>
        {carts.map((_, index) => (
          <BlockStack key={index} gap="200">
            {vendor === '' ? (
              <TextInput {...form.field<unknown>(`carts.${index}.vendor`)} label={t('shipping:test.vendor')} />
            ) : null}
            <NumberInput
              {...form.field<unknown>(`carts.${index}.weight`)}
              label={t('shipping:test.weight')}
              suffix="kg"
            />
            <MoneyInput
              {...form.field<unknown>(`carts.${index}.price`)}
              label={t('shipping:test.price')}
              currency={currency}
            />
          </BlockStack>
        ))}
        {vendor === '' ? (
          <InlineStack>
            <Button
              onClick={() => {
                form.set('carts', [...carts, { vendor: '', weight: '', price: '' }]);
              }}
            >
              {t('shipping:test.addVendor')}
            </Button>
          </InlineStack>
        ) : null}
        <EndRow>
          <Button onClick={form.submit} loading={form.saving}>
            {t('shipping:test.action')}
          </Button>
        </EndRow>
        {tested ? <Outcome tested={tested} /> : null}
      </BlockStack>
    </SectionCard>
  );
}

type Tested = TestedDto['vendors'][number];
type Days = { min: number; max: number } | null;

/** In how many days goods arrive, as it stands behind a price; '' where nobody says. */
function useDays() {
  const t = useText();
  return (days: Days): string => {
    if (!days) return '';
    const range = days.min === days.max ? String(days.max) : t('shipping:test.dayRange', days);
    return `, ${t('shipping:test.days', { days: range })}`;
  };
}

function Outcome({ tested }: { tested: TestedDto }) {
  const t = useText();
  const format = useFormat();
  const showDays = useDays();
  return (
    <div role="status">
      <BlockStack gap="200">
        {tested.offered.length === 0 ? <Banner tone="warning">{t('shipping:test.nothing')}</Banner> : null}
        {tested.offered.map(({ kind, price, days }) => (
          <Text as="p" key={kind} fontWeight="semibold">
            {`${t(`shipping:test.kinds.${kind}`)}: ${format.money(price)}${showDays(days)}`}
          </Text>
        ))}
        {tested.vendors.map((one, index) => (
          <BlockStack key={index} gap="100">
            <Text as="p">
              <Explanation one={one} />
            </Text>
            {one.live ? <LiveExplanation name={one.vendor} live={one.live} /> : null}
            {one.pickup === null ? null : (
              <Text as="p" tone="subdued">
                {t('shipping:test.pickupAt', { name: one.vendor, place: one.pickup })}
              </Text>
            )}
          </BlockStack>
        ))}
      </BlockStack>
    </div>
  );
}

/** Which rates of one vendor count, or why it has none. */
function Explanation({ one }: { one: Tested }) {
  const t = useText();
  const format = useFormat();
  const showDays = useDays();
  const rate = (offered: Tested['cheapest']): string =>
    offered ? `${offered.name} ${format.money(offered.price)}${showDays(offered.days)}` : '';
  const rates = { name: one.vendor, cheapest: rate(one.cheapest), fastest: rate(one.fastest) };
  if (one.reason !== 'found') {
    return t(`shipping:test.reasons.${one.reason}`, { name: one.vendor, zone: one.zone ?? '' });
  }
  if (one.zone === null) return t('shipping:test.byLive', rates);
  return t(one.usesDefaults ? 'shipping:test.byDefault' : 'shipping:test.byOwn', { ...rates, zone: one.zone });
}

/** What carriers answered, and whether flat rates stand in for them. */
function LiveExplanation({ name, live }: { name: string; live: NonNullable<Tested['live']> }) {
  const t = useText();
  const isAnswer = live.status === 'answered' || live.status === 'no_rates';
  const said = t(`shipping:test.live.${live.status}`, { name });
  return (
    <Text as="p" tone="subdued">
      {!isAnswer && live.usesFlat ? `${said} ${t('shipping:test.standIn')}` : said}
    </Text>
  );
}
