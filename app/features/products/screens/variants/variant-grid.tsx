import { Button, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useMemo, useRef } from 'react';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { Edited, EditedVariant } from '../editor/editor-values.ts';
import type { GridField } from './grid-block.ts';
import { useGrid, type Selection } from './use-grid.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import { VariantRow } from './variant-row.tsx';
import { MORE_FIELDS } from './variant-fields.tsx';

/** Height of a row in px; the style sheet says the same. */
export const ROW_HEIGHT = 48;

export type VariantGridProps = {
  variants: readonly EditedVariant[];
  fields: readonly GridField[];
  labels: Record<GridField, string>;
  form: Pick<Form<Edited>, 'set'>;
  errorAt: (path: string) => string | undefined;
  disabled: boolean;
  onOpen: (index: number) => void;
};

/** The variants like a sheet of a spreadsheet; of many rows only those in view are drawn. */
export function VariantGrid({ variants, fields, labels, form, errorAt, disabled, onOpen }: VariantGridProps) {
  const t = useText();
  const { locale } = useLayoutData();
  const container = useRef<HTMLDivElement>(null);
  const rows = useVisibleRows(container, variants.length, ROW_HEIGHT);
  const grid = useGrid({ variants, form, fields, locale, show: rows.show, open: onOpen });
  useFirstError(variants.length, fields, errorAt, grid.go);
  const drawn = variants.slice(rows.first, rows.end);
  return (
    <>
      <div
        ref={container}
        className={rows.isWindowed ? 'product-grid-frame product-grid-windowed' : 'product-grid-frame'}
        onScroll={rows.onScroll}
      >
        <table className="product-grid" aria-rowcount={variants.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t('products:variants.variant')}</th>
              {fields.map((field) => (
                <th
                  key={field}
                  scope="col"
                  className={field === 'sku' || field === 'barcode' ? undefined : 'product-grid-end'}
                >
                  {labels[field]}
                </th>
              ))}
              <th scope="col">
                <span className="souk-hidden">{t('products:variants.more')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <Gap height={rows.before} columns={fields.length + 2} />
            {drawn.map((variant, at) => {
              const index = rows.first + at;
              return (
                <VariantRow
                  key={index}
                  variant={variant}
                  index={index}
                  fields={fields}
                  labels={labels}
                  locale={locale}
                  disabled={disabled}
                  selected={covers(grid.selection, index)}
                  errors={formatErrors(index, fields, errorAt)}
                  on={grid.on}
                />
              );
            })}
            <Gap height={rows.after} columns={fields.length + 2} />
          </tbody>
        </table>
      </div>
      <div className="product-grid-news" role="status">
        {grid.wrote ? (
          <InlineStack gap="300" blockAlign="center">
            <Text as="span">
              {t(`products:variants.${grid.wrote.kind}`, { count: grid.wrote.changes.length })}
              {grid.wrote.left > 0 ? ` ${t('products:variants.left', { count: grid.wrote.left })}` : ''}
            </Text>
            {grid.wrote.changes.length > 0 ? (
              <Button variant="plain" onClick={grid.undo}>
                {t('products:variants.undo')}
              </Button>
            ) : null}
          </InlineStack>
        ) : null}
      </div>
    </>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden="true" className="product-grid-gap">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function covers(selection: Selection | undefined, index: number): GridField | undefined {
  if (!selection || selection.from === selection.to) return undefined;
  const { from, to, field } = selection;
  return index >= Math.min(from, to) && index <= Math.max(from, to) ? field : undefined;
}

/** What is wrong in a row, as JSON; of what is not in the grid the first is told beside the name. */
function formatErrors(index: number, fields: readonly GridField[], errorAt: VariantGridProps['errorAt']): string {
  const at = (field: string) => errorAt(`variants.${index}.${field}`);
  const own = [...fields, 'options'].flatMap((field) => {
    const text = at(field);
    return text ? [[field, text] as const] : [];
  });
  const more = MORE_FIELDS.filter((field) => !fields.some((shown) => shown === field))
    .map(at)
    .find(Boolean);
  return JSON.stringify({ ...Object.fromEntries(own), ...(more ? { more } : {}) });
}

/** After a refusal, the first wrong cell comes into view, wherever in the rows it is. */
function useFirstError(
  count: number,
  fields: readonly GridField[],
  errorAt: VariantGridProps['errorAt'],
  go: (index: number, field: GridField) => void,
): void {
  const first = useMemo(() => firstWrong(count, fields, errorAt), [count, errorAt, fields]);
  const shown = useRef<string>();
  useEffect(() => {
    const key = first && `${first.index} ${first.field}`;
    // While somebody mends one cell after the other, the next wrong one does not pull the sheet away.
    if (first && shown.current === undefined && !document.activeElement?.matches('.product-grid input')) {
      go(first.index, first.field);
    }
    shown.current = key;
  }, [first, go]);
}

function firstWrong(
  count: number,
  fields: readonly GridField[],
  errorAt: VariantGridProps['errorAt'],
): { index: number; field: GridField } | undefined {
  for (let index = 0; index < count; index++) {
    const field = fields.find((one) => errorAt(`variants.${index}.${one}`) !== undefined);
    if (field) return { index, field };
  }
  return undefined;
}
