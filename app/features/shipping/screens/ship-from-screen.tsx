import { Banner, BlockStack, FormLayout, Text } from '@shopify/polaris';
import { CheckboxInput, SelectInput, NumberInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { MAX_ADDRESS_NOTE } from '../ship-from/carrier-address.ts';
import type { ShipFromDto } from '../ship-from/ship-from.contract.ts';
import { PACKAGE_LENGTH_UNITS, PACKAGE_WEIGHT_UNITS } from '../ship-from/ship-from.ts';
import type { NamedCountry } from './countries.ts';

type Props = { found: ShipFromDto; mayWrite: boolean; countries: readonly NamedCountry[]; onSaved: () => void };

const NO_ADDRESS = {
  name: '',
  company: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  phone: '',
  email: '',
  is_residential: false,
  metadata: '',
};
const NO_PACKAGE = { length: '', width: '', height: '', dimUnit: 'cm', weight: '', weightUnit: 'kg' };
type Values = { address: typeof NO_ADDRESS; package: typeof NO_PACKAGE; pickup: ShipFromDto['defaultLocalPickup'] };

/** Where a vendor ships from, and the package that its products are sent in unless they state their own measures. */
export function ShipFromScreen({ found, mayWrite, countries, onSaved }: Props) {
  const t = useText();
  const form = useForm<Values>({
    schema: () => import('../ship-from/ship-from.contract.ts').then(({ shipFromBody }) => shipFromBody),
    initial: toValues(found),
    toPayload: ({ address, package: size, pickup }) => ({
      shipFromAddress: address,
      defaultPackage: MEASURES.every((name) => size[name].trim() === '') ? null : size,
      defaultLocalPickup: pickup,
      version: found.version,
    }),
    toField: (path) =>
      path
        .replace(/^shipFromAddress\./, 'address.')
        .replace(/^defaultPackage\./, 'package.')
        .replace(/^defaultLocalPickup\./, 'pickup.'),
    method: 'put',
    done: t('shipping:from.saved'),
    onDone: onSaved,
  });
  return (
    <ScreenPage
      title={t('shipping:from.title')}
      subtitle={t('shipping:from.subtitle')}
      back={{ label: t('shipping:title'), url: '/settings/shipping' }}
      {...(mayWrite ? { saveBar: form.saveBar } : {})}
      kind="form"
    >
      <Stack>
        {mayWrite ? null : <Banner tone="info">{t('shipping:from.readOnly')}</Banner>}
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('shipping:from.address')}>
          <AddressFields
            field={(name) => withLock(form.field<unknown>(`address.${name}`), mayWrite)}
            countries={countries}
          />
        </SectionCard>
        <SectionCard title={t('shipping:from.package')}>
          <BlockStack gap="300">
            <Text as="p" tone="subdued">
              {t('shipping:from.packageHint')}
            </Text>
            <PackageFields field={(name) => withLock(form.field<unknown>(`package.${name}`), mayWrite)} />
          </BlockStack>
        </SectionCard>
        {found.offersPickup ? (
          <SectionCard title={t('shipping:from.pickup')}>
            <FormLayout>
              <CheckboxInput
                {...withLock(form.field<unknown>('pickup.enabled'), mayWrite)}
                label={t('shipping:from.pickupAll')}
                helpText={t('shipping:from.pickupAllHint')}
              />
              <TextInput
                {...withLock(form.field<unknown>('pickup.hours'), mayWrite)}
                label={t('shipping:from.pickupHours')}
                helpText={t('shipping:from.pickupHoursHint')}
                maxLength={120}
                optional
              />
            </FormLayout>
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

const MEASURES = ['length', 'width', 'height', 'weight'] as const;

function toValues({ shipFromAddress, defaultPackage, defaultLocalPickup }: ShipFromDto): Values {
  const { length, width, height, weight, ...units } = defaultPackage ?? NO_PACKAGE;
  return {
    address: shipFromAddress
      ? { ...shipFromAddress, is_residential: shipFromAddress.is_residential ?? false }
      : NO_ADDRESS,
    pickup: defaultLocalPickup,
    package: {
      length: String(length),
      width: String(width),
      height: String(height),
      weight: String(weight),
      ...units,
    },
  };
}

type Field = ReturnType<ReturnType<typeof useForm<Values>>['field']>;
const withLock = (field: Field, mayWrite: boolean): Field => ({ ...field, disabled: field.disabled || !mayWrite });

function AddressFields({
  field,
  countries,
}: {
  field: (name: keyof Values['address']) => Field;
  countries: readonly NamedCountry[];
}) {
  const t = useText();
  const choices = countries.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextInput {...field('name')} label={t('shipping:from.name')} />
        <TextInput {...field('company')} label={t('shipping:from.company')} optional />
      </FormLayout.Group>
      <TextInput {...field('street1')} label={t('shipping:from.street1')} />
      <TextInput {...field('street2')} label={t('shipping:from.street2')} optional />
      <FormLayout.Group>
        <TextInput {...field('zip')} label={t('shipping:from.zip')} />
        <TextInput {...field('city')} label={t('shipping:from.city')} />
      </FormLayout.Group>
      <FormLayout.Group>
        <SelectInput
          {...field('country')}
          label={t('shipping:from.country')}
          choices={[{ value: '', label: t('shipping:zone.choose') }, ...choices]}
        />
        <TextInput {...field('state')} label={t('shipping:from.state')} helpText={t('shipping:from.stateHint')} />
      </FormLayout.Group>
      <FormLayout.Group>
        <TextInput {...field('phone')} label={t('shipping:from.phone')} />
        <TextInput {...field('email')} label={t('shipping:from.email')} type="email" />
      </FormLayout.Group>
      <CheckboxInput
        {...field('is_residential')}
        label={t('shipping:from.residential')}
        helpText={t('shipping:from.residentialHint')}
      />
      <TextInput
        {...field('metadata')}
        label={t('shipping:from.metadata')}
        helpText={t('shipping:from.metadataHint')}
        maxLength={MAX_ADDRESS_NOTE}
        optional
      />
    </FormLayout>
  );
}

function PackageFields({ field }: { field: (name: keyof Values['package']) => Field }) {
  const t = useText();
  const units = (list: readonly string[]) => list.map((unit) => ({ value: unit, label: unit }));
  return (
    <FormLayout>
      <FormLayout.Group condensed>
        <NumberInput {...field('length')} label={t('shipping:from.length')} />
        <NumberInput {...field('width')} label={t('shipping:from.width')} />
        <NumberInput {...field('height')} label={t('shipping:from.height')} />
        <SelectInput {...field('dimUnit')} label={t('shipping:from.dimUnit')} choices={units(PACKAGE_LENGTH_UNITS)} />
      </FormLayout.Group>
      <FormLayout.Group condensed>
        <NumberInput {...field('weight')} label={t('shipping:from.weight')} />
        <SelectInput
          {...field('weightUnit')}
          label={t('shipping:from.weightUnit')}
          choices={units(PACKAGE_WEIGHT_UNITS)}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}
