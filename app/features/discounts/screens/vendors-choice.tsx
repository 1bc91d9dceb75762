import { Autocomplete, BlockStack, Icon, InlineStack, Tag } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

const SHOWN = 50;

type Props = FieldProps & { label: string; helpText: string; vendors: readonly { id: string; name: string }[] };

/** Some of many vendors, found by typing; what is held are their ids. None chosen means all of them. */
export function VendorsChoice({ name, value, onChange, onBlur, error, disabled, label, helpText, vendors }: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const wanted = typed.trim().toLocaleLowerCase();
  const found = vendors.filter((vendor) => vendor.name.toLocaleLowerCase().includes(wanted)).slice(0, SHOWN);
  const nameOf = (id: string): string => vendors.find((vendor) => vendor.id === id)?.name ?? '';
  return (
    <BlockStack gap="200">
      <Autocomplete
        allowMultiple
        options={found.map((vendor) => ({ value: vendor.id, label: vendor.name }))}
        selected={chosen}
        emptyState={<p className="souk-empty-search">{t('discounts:form.noVendor')}</p>}
        onSelect={(ids) => {
          // The list shows what was typed for alone: what is chosen beyond it stays.
          const hidden = chosen.filter((id) => !found.some((vendor) => vendor.id === id));
          onChange([...hidden, ...ids]);
        }}
        textField={
          <Autocomplete.TextField
            label={label}
            name={name}
            helpText={helpText}
            prefix={<Icon source={SearchIcon} />}
            placeholder={t('discounts:form.searchVendor')}
            value={typed}
            onChange={setTyped}
            onBlur={onBlur}
            disabled={disabled}
            error={error}
            autoComplete="off"
          />
        }
      />
      {chosen.length === 0 ? null : (
        <InlineStack gap="200">
          {chosen.map((id) => (
            <Tag
              key={id}
              onRemove={() => {
                onChange(chosen.filter((one) => one !== id));
              }}
            >
              {nameOf(id)}
            </Tag>
          ))}
        </InlineStack>
      )}
    </BlockStack>
  );
}
