import { CHANGE_FIELDS } from '../review/differences.ts';

/** What an entry can say of a product: its fields, and what no change holds back. */
export const LOGGED_FIELDS = [...CHANGE_FIELDS, 'stock', 'tags', 'vendor', 'status', 'translation'] as const;
/** The texts of a product that are translated, as entries name them. */
export const LOGGED_TEXTS = [
  ...(['title', 'description', 'seoTitle', 'seoDescription'] as const),
  ...(['option', 'optionValue', 'specification', 'variantSpecification'] as const),
] as const;
