import { Banner, BlockStack, Button, FormLayout, InlineStack, Text, TextField } from '@shopify/polaris';
import { NumberInput } from '#app/ui/forms/fields.tsx';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import type { OrderLabelsDto } from '../labels.contract.ts';
import type { Measures, Packages } from './use-packages.ts';

type StepProps = {
  part: OrderLabelsDto['parts'][number];
  packages: Packages;
  isReturn: boolean;
  isBusy: boolean;
  errorOf: (at: number, name: keyof Measures) => string | undefined;
  /** The recipient's number, once a carrier asked for it; undefined before. */
  phone: string | undefined;
  onPhone: (phone: string) => void;
};

/** What is sent in which packages, and what is missing before carriers can be asked. */
export function PackageStep({ part: vendorOrder, packages, isReturn, isBusy, errorOf, phone, onPhone }: StepProps) {
  const t = useText();
  const path = useLayoutPath();
  const isSingle = packages.all.length === 1;
  return (
    <>
      {vendorOrder.hasShipFrom ? null : (
        <Banner tone="warning">
          <BlockStack gap="200" inlineAlign="start">
            <p>{t('labels:dialog.noShipFrom')}</p>
            <Button url={path('/settings/shipping/from')}>{t('labels:dialog.openShipFrom')}</Button>
          </BlockStack>
        </Banner>
      )}
      {vendorOrder.hasDestination ? null : <Banner tone="warning">{t('labels:dialog.noDestination')}</Banner>}
      <Text as="p" tone="subdued">
        {isReturn
          ? t('labels:return.about')
          : vendorOrder.units.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')}
      </Text>
      {packages.all.map((measures, at) => (
        <PackageFields
          key={at}
          measures={measures}
          number={isSingle ? undefined : at + 1}
          isBusy={isBusy}
          errorOf={(name) => errorOf(at, name)}
          onChange={(name, value) => {
            packages.set(at, name, value);
          }}
          onRemove={() => {
            packages.remove(at);
          }}
        />
      ))}
      {isReturn || !packages.canAdd ? null : (
        <InlineStack>
          <Button variant="plain" onClick={packages.add} disabled={isBusy}>
            {t('labels:packages.add')}
          </Button>
        </InlineStack>
      )}
      {phone === undefined ? null : (
        <TextField
          label={t('labels:dialog.phone')}
          type="tel"
          value={phone}
          onChange={onPhone}
          maxLength={40}
          disabled={isBusy}
          autoComplete="off"
        />
      )}
      <Text as="p" tone="subdued">
        {[describeSource(t, vendorOrder.package), isSingle ? '' : t('labels:packages.about')].filter(Boolean).join(' ')}
      </Text>
    </>
  );
}

/** Where the suggested weight and size come from; nothing where none is suggested. */
function describeSource(t: Translate, { usesDefault, grams, length }: StepProps['part']['package']): string {
  if (usesDefault) return t('labels:dialog.fromDefault');
  if (grams === null) return t('labels:dialog.fromNothing');
  return t(length === null ? 'labels:dialog.weightFromProducts' : 'labels:dialog.fromProducts');
}

type FieldsProps = {
  measures: Measures;
  /** Which package it is; undefined where it is the only one. */
  number: number | undefined;
  isBusy: boolean;
  errorOf: (name: keyof Measures) => string | undefined;
  onChange: (name: keyof Measures, value: string) => void;
  onRemove: () => void;
};

function PackageFields({ measures, number, isBusy, errorOf, onChange, onRemove }: FieldsProps) {
  const t = useText();
  const title = number === undefined ? '' : t('labels:packages.title', { number });
  const field = (name: keyof Measures) => ({
    name,
    value: measures[name],
    onChange: (value: unknown) => {
      onChange(name, String(value));
    },
    onBlur: () => undefined,
    error: errorOf(name),
    disabled: isBusy,
  });
  return (
    <div role="group" aria-label={title === '' ? undefined : title}>
      <BlockStack gap="200">
        {title === '' ? null : (
          <InlineStack align="space-between" blockAlign="center">
            <Text as="h3" variant="headingSm">
              {title}
            </Text>
            <Button
              variant="plain"
              onClick={onRemove}
              disabled={isBusy}
              accessibilityLabel={t('labels:packages.removeOf', { number: number ?? 1 })}
            >
              {t('labels:packages.remove')}
            </Button>
          </InlineStack>
        )}
        <FormLayout>
          <NumberInput {...field('grams')} label={t('labels:dialog.weight')} suffix="g" />
          <FormLayout.Group condensed>
            <NumberInput {...field('length')} label={t('labels:dialog.length')} suffix="cm" />
            <NumberInput {...field('width')} label={t('labels:dialog.width')} suffix="cm" />
            <NumberInput {...field('height')} label={t('labels:dialog.height')} suffix="cm" />
          </FormLayout.Group>
        </FormLayout>
      </BlockStack>
    </div>
  );
}
