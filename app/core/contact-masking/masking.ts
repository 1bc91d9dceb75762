import { findAddresses } from './addresses.ts';
import { foldText, type Span } from './folded-text.ts';
import { findPaymentDetails } from './payment-details.ts';
import { findPhones } from './phones.ts';

/** What stands in the place of what was masked. */
export const MASK = '•••';

declare const isMasked: unique symbol;

/** A text as the other side reads it. Only `maskText` makes one: whatever a vendor reads of a buyer's words has this type. */
export type MaskedText = string & { readonly [isMasked]: true };

/** A masked text, and how many ways to make contact outside of the marketplace were masked in it. */
export type Masking = { text: MaskedText; hits: number };

/**
 * Masks e-mail addresses, phone numbers, links and payment handles of a text. Masking what is masked changes nothing. The text has
 * to be within its limit already: every pattern takes time in proportion to its length.
 */
export function maskText(text: string): Masking {
  const folded = foldText(text);
  const found = [...findAddresses(folded.text), ...findPaymentDetails(folded.text), ...findPhones(folded.text)];
  const spans = joinSpans(found.map(({ from, to }) => folded.spanOf(from, to)));
  let masked = '';
  let done = 0;
  for (const { from, to } of spans) {
    masked += text.slice(done, from) + MASK;
    done = to;
  }
  return { text: (masked + text.slice(done)) as MaskedText, hits: spans.length };
}

/** Spans in their order, those that overlap or touch as one. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from || one.to - other.to)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}
