import { Badge } from '@shopify/polaris';
import { useRef } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData, useFormat } from '#app/ui/shell/shell-context.tsx';
import { variantTitle } from '../../editing/variants.ts';
import { shownText } from './grid-block.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import { MORE_FIELDS } from './variant-fields.tsx';
import type { VariantGridProps } from './variant-grid.tsx';

/** Height of a row in px; the style sheet says the same. */
const ROW_HEIGHT = 64;

/** On a phone the variants open one by one. */
export function VariantList({ variants, fields, errorAt, labels, onOpen }: VariantGridProps) {
  const t = useText();
  const format = useFormat();
  const { locale } = useLayoutData();
  const container = useRef<HTMLDivElement>(null);
  const rows = useVisibleRows(container, variants.length, ROW_HEIGHT);
  const isWrong = (index: number): boolean =>
    [...fields, ...MORE_FIELDS, 'options'].some((field) => errorAt(`variants.${index}.${field}`) !== undefined);
  return (
    <div
      ref={container}
      className={rows.isWindowed ? 'product-list product-grid-windowed' : 'product-list'}
      onScroll={rows.onScroll}
    >
      <div style={{ height: rows.before }} />
      <ul>
        {variants.slice(rows.first, rows.end).map((variant, at) => {
          const index = rows.first + at;
          const stock = variant.trackStock
            ? format.number(Number(variant.stock) || 0)
            : t('products:variants.untracked');
          return (
            <li key={index}>
              <button
                type="button"
                className="product-list-row"
                onClick={() => {
                  onOpen(index);
                }}
              >
                <span>
                  <span className="product-list-name">{variantTitle(variant.options)}</span>
                  <span className="product-list-stock">{`${labels.stock}: ${stock}`}</span>
                </span>
                {isWrong(index) ? (
                  <Badge tone="critical">{t('products:variants.wrong')}</Badge>
                ) : (
                  <span>{shownText('price', variant.price, locale) || '–'}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <div style={{ height: rows.after }} />
    </div>
  );
}
