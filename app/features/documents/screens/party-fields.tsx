import { FormLayout } from '@shopify/polaris';
import { useMemo } from 'react';
import { COUNTRIES } from '#app/core/countries.ts';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsBrowser } from '#app/ui/page/use-is-browser.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';

/** The fields of who stands on an invoice: name, address, tax number. `field` yields those of the form below `path`. */
export function PartyFields(props: { field: (name: string) => FieldProps; nameLabel?: string }) {
  const { field } = props;
  const t = useText();
  const country = field('country');
  return (
    <FormLayout>
      <TextInput {...field('name')} label={props.nameLabel ?? t('documents:party.name')} autoComplete="organization" />
      <TextInput
        {...field('address')}
        label={t('documents:party.address')}
        lines={2}
        autoComplete="street-address"
        optional
      />
      <FormLayout.Group>
        <TextInput {...field('zip')} label={t('documents:party.zip')} autoComplete="postal-code" optional />
        <TextInput {...field('city')} label={t('documents:party.city')} autoComplete="address-level2" optional />
      </FormLayout.Group>
      <SelectInput
        {...country}
        label={t('documents:party.country')}
        choices={useCountries(String(country.value))}
        optional
      />
      <TextInput {...field('taxNumber')} label={t('documents:party.taxNumber')} optional />
    </FormLayout>
  );
}

/** The countries by their names. Names come from the browser, so that the list is only whole once the page has begun. */
function useCountries(chosen: string): { value: string; label: string }[] {
  const t = useText();
  const { country } = useFormat();
  const isThere = useIsBrowser();
  return useMemo(() => {
    const codes = isThere ? COUNTRIES : chosen === '' ? [] : [chosen];
    const named = codes.map((value) => ({ value, label: country(value) }));
    named.sort((one, other) => one.label.localeCompare(other.label));
    return [{ value: '', label: t('documents:party.noCountry') }, ...named];
  }, [isThere, chosen, country, t]);
}
