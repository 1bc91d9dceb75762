/** A finished piece of a page that the platform draws inside the store's theme. */
export type ThemeMarkup = { readonly liquid: string };
type Part = ThemeMarkup | string | number | null | false | readonly Part[];

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '{': '&#123;',
  '}': '&#125;',
  '%': '&#37;',
};

/**
 * A template of markup and Liquid. Texts are escaped for both: a name may neither become an element nor a tag that the
 * platform runs. Finished pieces and lists of them are set as they are; null and false are nothing.
 */
export function themeMarkup(strings: TemplateStringsArray, ...parts: Part[]): ThemeMarkup {
  return { liquid: strings.reduce((whole, piece, index) => whole + write(parts[index - 1]) + piece) };
}

function write(part: Part | undefined): string {
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') {
    return String(part).replace(/[&<>"'{}%]/g, (sign) => SIGNS[sign] ?? '');
  }
  return 'liquid' in part ? part.liquid : part.map(write).join('');
}
