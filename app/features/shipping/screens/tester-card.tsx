import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { z } from 'zod';
import { MoneyInput, NumberInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { testRatesBody, type TestedDto } from '../zones/zones.contract.ts';
import type { NamedCountry } from './countries.ts';

type Cart = { vendor: string; weight: string; price: string };
type Values = { country: string; province: string; carts: Cart[] };

type TesterProps = { currency: string; vendor: string; countries: readonly NamedCountry[] };

/** What a buyer would be shown for a cart and an address. A vendor tests its own lines; the marketplace names vendors. */
export function TesterCard({ currency, vendor, countries }: TesterProps) {
  const t = useText();
  const [tested, setTested] = useState<TestedDto>();
  const form = useForm<Values, TestedDto>({
    schema: z.object({ test: testRatesBody }),
    initial: { country: '', province: '', carts: [{ vendor, weight: '', price: '' }] },
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

function Outcome({ tested }: { tested: TestedDto }) {
  const t = useText();
  const format = useFormat();
  const rate = (one: { name: string; price: { amount: string; currency: string } } | null): string =>
    one ? `${one.name} ${format.money(one.price)}` : '';
  return (
    <div role="status">
      <BlockStack gap="200">
        {tested.offered.length === 0 ? <Banner tone="warning">{t('shipping:test.nothing')}</Banner> : null}
        {tested.offered.map(({ kind, price }) => (
          <Text as="p" key={kind} fontWeight="semibold">
            {`${t(`shipping:test.kinds.${kind}`)}: ${format.money(price)}`}
          </Text>
        ))}
        {tested.vendors.map((one, index) => (
          <Text as="p" key={index}>
            {one.reason === 'found'
              ? t(one.usesDefaults ? 'shipping:test.byDefault' : 'shipping:test.byOwn', {
                  ...{ name: one.vendor, zone: one.zone ?? '' },
                  ...{ cheapest: rate(one.cheapest), fastest: rate(one.fastest) },
                })
              : t(`shipping:test.reasons.${one.reason}`, { name: one.vendor, zone: one.zone ?? '' })}
          </Text>
        ))}
      </BlockStack>
    </div>
  );
}
