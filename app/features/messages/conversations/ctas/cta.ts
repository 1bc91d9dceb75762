import { WEB_REFUSALS } from '#app/core/web-refusal.ts';

export const CTA_VARIANTS = ['primary', 'danger', 'info'] as const;
export type CtaVariant = (typeof CTA_VARIANTS)[number];

export const MAX_LABEL = 40;
export const MAX_PROMPT = 200;
export const MAX_URL = 2_000;
/** How many buttons a conversation has at most. */
export const MAX_CTAS = 5;

/** How long the program that is called may take, in milliseconds. */
export const CALLBACK_MS = 10_000;

/** What can come of a test call: it was taken, or why not. */
export const TEST_RESULTS = ['answered', ...WEB_REFUSALS] as const;

/** Whether a text is the address of a page: http or https, without a name or a password in it. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
