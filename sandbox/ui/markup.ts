import { exponentOf, formatMinor } from '../core/money.ts';
import type { Shop } from '../core/state.ts';

/** A piece of finished HTML. Everything else that goes into a template is escaped. */
export type Markup = { readonly source: string };
type Part = Markup | string | number | null | undefined | false | readonly Part[];

/** A template of HTML: strings and numbers are escaped, pieces and lists of pieces are set as they are, null and false are nothing. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return { source: strings.reduce((result, piece, index) => result + render(parts[index - 1]) + piece) };
}

/** HTML that comes from the store itself, such as a product's description; only for pages that run no foreign script. */
export function trustedMarkup(source: string): Markup {
  return { source };
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'source' in part ? part.source : part.map(render).join('');
}

/** Text as it may stand in HTML, between tags and in quoted attributes. */
export function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A value as JSON inside a script element. */
export function scriptJson(value: unknown): Markup {
  return { source: JSON.stringify(value).replaceAll('<', '\\u003c') };
}

/** `$12.34`: always all decimal places of the currency. */
export function showMoney(amountMinor: number, currency: string): string {
  const digits = exponentOf(currency);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(formatMinor(amountMinor, currency) as `${number}`)
    .replace('-', '−');
}

/** `21 Nov 2026, 14:03` in the shop's zone. */
export function showTime(iso: string, shop: Pick<Shop, 'timezone'>): Markup {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: shop.timezone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));
  return markup`<time datetime="${iso}">${shown}</time>`;
}

/** `1 order`, `2 orders`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `partially_paid` as `Partially paid`. */
export function showStatus(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
