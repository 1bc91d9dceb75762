import { Banner, BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { Clash } from '../../review/merge-edits.ts';
import { variantTitle } from '../../editing/variants.ts';
import type { Edited } from './editor-values.ts';
import type { MergeNotice } from './use-merged-edits.ts';

/** The most clashes that are shown at a time; the next come up as these are decided. */
const MAX_CLASHES = 10;
const LABELS = {
  title: 'products:editor.title',
  vendor: 'products:editor.vendor',
  description: 'products:editor.description',
  media: 'products:media.title',
  options: 'products:options.title',
  seoTitle: 'products:seo.pageTitle',
  seoDescription: 'products:seo.description',
  price: 'products:conflict.price',
  compareAt: 'products:conflict.compareAt',
  sku: 'products:variants.sku',
  barcode: 'products:variants.barcode',
  taxable: 'products:variants.taxable',
  trackStock: 'products:variants.track',
  requiresShipping: 'products:variants.shipping',
  weight: 'products:variants.weight',
  weightUnit: 'products:units.weight',
  width: 'products:variants.width',
  height: 'products:variants.height',
  length: 'products:variants.length',
  dimUnit: 'products:units.length',
  localPickup: 'products:variants.pickup',
  metafields: 'specifications:editor.title',
} as const;
type Label = keyof typeof LABELS;

type NoticeProps = {
  notice: MergeNotice | undefined;
  values: Edited;
  /** What specifications are called, by `idOf`. */
  names: ReadonlyMap<string, string>;
  decide: (clash: Clash, who: 'mine' | 'theirs') => void;
  onDiscard: () => void;
};

/** Tells of work that was put back and of another's change, field by field. */
export function MergeNoticeBanner({ notice, values, names, decide, onDiscard }: NoticeProps) {
  const t = useText();
  if (!notice) return null;
  const labelOf = (path: string): string => {
    const parts = path.split('.');
    if (parts[0] === 'specifications') return names.get(parts[1] ?? '') ?? parts[1] ?? '';
    // A picture of a variant has the name of pictures.
    const name = parts[0] === 'variants' && parts.at(-1) === 'media' ? 'media' : (parts.at(-1) as Label);
    const label = t(LABELS[name]);
    const variant = parts.length === 3 ? values.variants[Number(parts[1])] : undefined;
    return variant && variant.options.length > 0 ? `${label}, ${variantTitle(variant.options)}` : label;
  };
  const isConflict = notice.taken.length + notice.clashes.length > 0;
  return (
    <Banner
      tone={isConflict ? 'warning' : 'info'}
      title={t(isConflict ? 'products:conflict.title' : 'products:draft.title')}
    >
      <BlockStack gap="200">
        <p>{t(notice.restored ? 'products:draft.body' : 'products:conflict.body')}</p>
        {notice.taken.length > 0 ? (
          <List>
            {notice.taken.map((path) => (
              <List.Item key={path}>{t('products:conflict.taken', { field: labelOf(path) })}</List.Item>
            ))}
          </List>
        ) : null}
        {notice.clashes.slice(0, MAX_CLASHES).map((clash) => (
          <InlineStack key={clash.path} gap="200" blockAlign="center">
            <Text as="span">
              {t('products:conflict.clash', {
                field: labelOf(clash.path),
                mine: shown(clash.mine),
                theirs: shown(clash.theirs),
              })}
            </Text>
            {(['mine', 'theirs'] as const).map((who) => (
              <Button
                key={who}
                size="slim"
                accessibilityLabel={`${t(`products:conflict.${who}`)}: ${labelOf(clash.path)}`}
                onClick={() => {
                  decide(clash, who);
                }}
              >
                {t(`products:conflict.${who}`)}
              </Button>
            ))}
          </InlineStack>
        ))}
        {notice.clashes.length > MAX_CLASHES ? (
          <p>{t('products:conflict.more', { count: notice.clashes.length - MAX_CLASHES })}</p>
        ) : null}
        <span>
          <Button onClick={onDiscard}>{t(isConflict ? 'products:conflict.take' : 'products:draft.discard')}</Button>
        </span>
      </BlockStack>
    </Banner>
  );
}

/** A value in a few words; lists are told by their sizes. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return String(value.length);
  if (typeof value === 'boolean') return value ? '✓' : '–';
  const text = typeof value === 'string' ? value : '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text || '–';
}
