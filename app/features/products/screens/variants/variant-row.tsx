import { Icon } from '@shopify/polaris';
import { EditIcon } from '@shopify/polaris-icons';
import { memo, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { variantTitle } from '../../editing/variants.ts';
import type { EditedVariant } from '../editor/editor-values.ts';
import { CellInput } from './cell-input.tsx';
import { isWord, type GridField } from './grid-block.ts';

/** What cells report; the same object for all rows and drawings. */
export type CellHandlers = {
  change: (index: number, field: GridField, value: string) => void;
  leave: (index: number, field: GridField) => void;
  key: (event: KeyboardEvent<HTMLInputElement>, index: number, field: GridField) => void;
  paste: (event: ClipboardEvent<HTMLInputElement>, index: number, field: GridField) => void;
  open: (index: number) => void;
};

export type VariantRowProps = {
  variant: EditedVariant;
  index: number;
  fields: readonly GridField[];
  labels: Record<GridField, string>;
  locale: Locale;
  disabled: boolean;
  /** The column of this row that a selection covers. */
  selected: GridField | undefined;
  /** What is wrong, as JSON of texts by field: a text compares by what it says, so that an untouched row is not drawn again. */
  errors: string;
  on: CellHandlers;
};

/** One variant as a row of the grid. It is drawn again only when something of its own changed. */
export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { variant, index, fields, labels, locale, disabled, selected, on } = props;
  const t = useText();
  const name = variantTitle(variant.options) || t('products:variants.plain');
  const errors = JSON.parse(props.errors) as Partial<Record<GridField | 'options' | 'more', string>>;
  const wrong = errors.options ?? errors.more;
  return (
    <tr aria-rowindex={index + 2}>
      <td>
        <span className="product-grid-name" title={name}>
          {name}
        </span>
        {wrong ? <span className="product-grid-error">{wrong}</span> : null}
      </td>
      {fields.map((field) => {
        const error = errors[field];
        const uncounted = field === 'stock' && !variant.trackStock;
        const id = `variant-${index}-${field}`;
        const classes = [
          'product-grid-cell',
          isWord(field) ? '' : 'product-grid-end',
          error ? 'product-grid-wrong' : '',
          selected === field ? 'product-grid-selected' : '',
        ];
        return (
          <td key={field} className={classes.filter(Boolean).join(' ')}>
            <CellInput
              field={field}
              locale={locale}
              name={`variants.${index}.${field}`}
              aria-label={t('products:variants.cell', { field: labels[field], variant: name })}
              aria-invalid={error !== undefined}
              aria-describedby={error ? id : undefined}
              value={uncounted ? '' : variant[field]}
              placeholder={uncounted ? t('products:variants.untracked') : undefined}
              disabled={disabled || uncounted}
              onChange={(value) => {
                on.change(index, field, value);
              }}
              onBlur={() => {
                on.leave(index, field);
              }}
              onKeyDown={(event) => {
                on.key(event, index, field);
              }}
              onPaste={(event) => {
                on.paste(event, index, field);
              }}
            />
            {error ? (
              <span id={id} className="product-grid-error">
                {error}
              </span>
            ) : null}
          </td>
        );
      })}
      <td className="product-grid-more">
        <button
          type="button"
          aria-label={t('products:variants.open', { variant: name })}
          onClick={() => {
            on.open(index);
          }}
        >
          <Icon source={EditIcon} tone="subdued" />
        </button>
      </td>
    </tr>
  );
});
