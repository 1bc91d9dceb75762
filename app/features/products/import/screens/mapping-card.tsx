import { Banner, BlockStack, Select, Text, TextField } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { fetchSwitchableVendors } from '#app/ui/session/session-calls.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { readMetafieldHeader } from '../import-headers.ts';
import type { ImportDto } from '../product-import.contract.ts';
import {
  hasNameBox,
  IMPORT_FIELDS,
  OPTIONS,
  optionValue,
  remap,
  type ImportField,
  type Mapping,
} from '../product-import.ts';

type Props = {
  found: ImportDto;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  /** Whose rows without a vendor are; for the marketplace alone. */
  vendor: string;
  onVendor: ((vendor: string) => void) | undefined;
};

const MAX_EXAMPLES = 2;
/** Fields by which a row is known at the next import. */
const IDENTITIES: readonly ImportField[] = ['sku', 'handle', 'rowId', 'option1Values'];

/** Which field each column fills, with examples; and the names of options whose values alone have a column. */
export function MappingCard({ found, mapping, onMapping, vendor, onVendor }: Props) {
  const t = useText();
  const { headers, preview } = found;
  const nameOf = (column: number): string =>
    headers[column] || t('productImport:mapping.noHeader', { number: column + 1 });
  const fields = IMPORT_FIELDS.filter((field) => field !== 'vendor' || onVendor);
  const listChoices = (header: string) => [
    { value: '', label: t('productImport:mapping.skip') },
    ...fields
      .filter((field) => field !== 'metafield' || readMetafieldHeader(header))
      .map((field) => ({ value: field, label: t(`productImport:field.${field}`) })),
  ];
  const hasIdentity = mapping.columns.some((field) => field !== null && IDENTITIES.includes(field));
  return (
    <SectionCard title={t('productImport:mapping.title')}>
      <Text as="p" tone="subdued">
        {t('productImport:mapping.about')}
      </Text>
      {hasIdentity ? null : <Banner tone="warning">{t('productImport:mapping.needsSku')}</Banner>}
      <ul className="product-import-columns">
        {headers.map((header, column) => (
          <li key={column}>
            <div className="product-import-header">
              <Text as="span" fontWeight="semibold">
                {nameOf(column)}
              </Text>
              <span className="souk-note product-import-cell">
                {preview
                  .flatMap(({ cells }) => cells[column] || [])
                  .slice(0, MAX_EXAMPLES)
                  .join(' · ')}
              </span>
            </div>
            <Select
              label={t('productImport:mapping.fieldOf', { header: nameOf(column) })}
              labelHidden
              options={listChoices(header)}
              value={mapping.columns[column] ?? ''}
              onChange={(value) => {
                const field = value === '' ? null : (value as ImportField);
                onMapping(remap(mapping, headers, { column, field }));
              }}
            />
          </li>
        ))}
      </ul>
      <BlockStack gap="300">
        {OPTIONS.filter((number) => hasNameBox(mapping, number)).map((number) => (
          <TextField
            key={number}
            label={t('productImport:mapping.optionName', { number })}
            helpText={t('productImport:mapping.optionHelp', {
              header: nameOf(mapping.columns.indexOf(optionValue(number))),
            })}
            value={mapping.optionNames[number - 1] ?? ''}
            maxLength={255}
            autoComplete="off"
            onChange={(name) => {
              onMapping({
                ...mapping,
                optionNames: mapping.optionNames.map((old, index) => (index === number - 1 ? name : old)),
              });
            }}
          />
        ))}
        {onVendor ? <VendorChoice vendor={vendor} onVendor={onVendor} /> : null}
      </BlockStack>
    </SectionCard>
  );
}

function VendorChoice({ vendor, onVendor }: { vendor: string; onVendor: (vendor: string) => void }) {
  const t = useText();
  const { data } = useData(['session/vendors'], fetchSwitchableVendors);
  const names = (data?.vendors ?? []).map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  return (
    <Select
      label={t('productImport:vendor.label')}
      helpText={t('productImport:vendor.help')}
      options={[
        { value: '', label: t('productImport:vendor.none') },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      value={vendor}
      onChange={onVendor}
    />
  );
}
