import { Button, Select, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData, useFormat } from '#app/ui/shell/shell-context.tsx';
import type { EditedVariant } from '../editor/editor-values.ts';
import { cellText, maxLengthOf, type GridField } from './grid-block.ts';

type SetAllProps = {
  count: number;
  fields: readonly GridField[];
  labels: Record<GridField, string>;
  onSet: (change: Partial<EditedVariant>) => void;
};

/** One value for a column of every variant; a SKU or a barcode is never the same for two. */
export function SetAll({ count, fields, labels, onSet }: SetAllProps) {
  const t = useText();
  const format = useFormat();
  const { locale } = useLayoutData();
  const [field, setField] = useState<GridField>('price');
  const [value, setValue] = useState('');
  const choices = fields.filter((one) => one !== 'sku' && one !== 'barcode');
  return (
    <div className="product-set-all">
      <Select
        label={t('products:variants.all.column')}
        options={choices.map((one) => ({ value: one, label: labels[one] }))}
        value={field}
        onChange={(chosen) => {
          setField(choices.find((one) => one === chosen) ?? 'price');
        }}
      />
      <TextField
        label={t('products:variants.all.value')}
        value={value}
        onChange={setValue}
        autoComplete="off"
        inputMode="decimal"
        maxLength={maxLengthOf(field)}
      />
      <Button
        disabled={value.trim() === ''}
        onClick={() => {
          onSet({ [field]: cellText(field, value, locale) });
          setValue('');
        }}
      >
        {t('products:variants.all.set', { count, shown: format.number(count) })}
      </Button>
    </div>
  );
}
