import { lazyPart } from '#app/ui/i18n/load-part.ts';

/** The field that chooses a product; loaded with the first specification that refers to one. */
export const ProductChoice = lazyPart(async () => (await import('./product-input.tsx')).ProductInput);
