import type { Issue } from '#app/core/errors.ts';
import { readableHtml } from './text-diff.ts';

/** A lower and an upper bound; 0 is none. */
export type Bounds = { min: number; max: number };
/** How long texts are, in characters, and how many pictures there are, on what vendors save. */
export type InputLimit = { title: Bounds; description: Bounds; images: Bounds };

export const NO_LIMIT: InputLimit = {
  title: { min: 0, max: 0 },
  description: { min: 0, max: 0 },
  images: { min: 0, max: 0 },
};
/** What the platform itself takes at most. */
export const LIMIT_CEILING = { title: 255, description: 65_000, images: 100 } as const;

/** Characters as people count them: a sign outside of the basic plane is one, and so is a letter with its accents. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _segment of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) count++;
  return count;
}

/** What a product breaks of the marketplace's limits; of the description its text counts, not its form. */
export function checkInputLimit(
  product: { title: string; bodyHtml: string; media: readonly unknown[] },
  limit: InputLimit,
): Issue[] {
  const { title, description, images } = limit;
  return [
    ...check('title', 'string', countCharacters(product.title.trim()), title, 'characters'),
    ...check('bodyHtml', 'string', countCharacters(textOf(product.bodyHtml)), description, 'characters'),
    ...check('media', 'array', product.media.length, images, 'pictures'),
  ];
}

const textOf = (html: string): string => readableHtml(html.replace(/<a\b[^>]*>|<img\b[^>]*>/gi, ''));

function check(path: string, origin: 'string' | 'array', count: number, bounds: Bounds, things: string): Issue[] {
  const { min, max } = bounds;
  if (min > 0 && count < min) {
    const message = `Too small: at least ${min} ${things}`;
    return [{ path, rule: `too_small_${origin}`, message, params: { minimum: min } }];
  }
  if (max > 0 && count > max) {
    const message = `Too big: at most ${max} ${things}`;
    return [{ path, rule: `too_big_${origin}`, message, params: { maximum: max } }];
  }
  return [];
}
