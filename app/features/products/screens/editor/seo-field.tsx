import { BlockStack, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { firstWords, plainText } from '../../editing/description.ts';
import type { Edited } from './editor-values.ts';

/** What search engines show of a title and of a description; the rest is cut off there. */
const TITLE_SHOWN = 70;
const DESCRIPTION_SHOWN = 160;

type SeoProps = {
  form: Form<Edited>;
  /** The last part of the product's address; empty for a new one. */
  handle: string;
  disabled: boolean;
  /** The description is plain text. */
  isPlain: boolean;
};

/** How a product looks in a search engine: by its own words there, or by its title and description. */
export function SeoField({ form, handle, disabled, isPlain }: SeoProps) {
  const t = useText();
  const { store } = useLayoutData();
  const { title, description, seoTitle, seoDescription } = form.values;
  const words = isPlain ? description : plainText(description);
  const shownTitle = firstWords(seoTitle.trim() === '' ? title : seoTitle, TITLE_SHOWN);
  const shownWords = firstWords(seoDescription.trim() === '' ? words : seoDescription, DESCRIPTION_SHOWN);
  return (
    <SectionCard title={t('products:seo.title')}>
      <BlockStack gap="400">
        {shownTitle === '' ? null : (
          <div className="product-preview" aria-label={t('products:seo.preview')} role="group">
            <Text as="p" variant="bodySm" tone="subdued" breakWord>
              {[store.name, 'products', handle].filter((part) => part !== '').join(' › ')}
            </Text>
            <p className="product-preview-title">{shownTitle}</p>
            <Text as="p" breakWord>
              {shownWords === '' ? t('products:seo.nothing') : shownWords}
            </Text>
          </div>
        )}
        <TextInput
          {...form.field('seoTitle')}
          disabled={disabled}
          label={t('products:seo.pageTitle')}
          placeholder={title}
          maxLength={255}
          helpText={t('products:seo.titleHint', { most: TITLE_SHOWN })}
        />
        <TextInput
          {...form.field('seoDescription')}
          disabled={disabled}
          label={t('products:seo.description')}
          lines={2}
          maxLength={2000}
          helpText={t('products:seo.descriptionHint', { most: DESCRIPTION_SHOWN })}
        />
      </BlockStack>
    </SectionCard>
  );
}
