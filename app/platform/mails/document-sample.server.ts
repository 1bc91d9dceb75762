import type { Locale } from '#app/core/viewer.ts';
import { formatMoney, formatPercent } from '#app/ui/money/format.ts';
import { formatFullDay, formatMonth } from '#app/ui/time/format.ts';
import { DOCUMENT_TEXTS } from './document-texts.server.ts';
import { DOCUMENT_VARIABLES } from './document-variables.ts';
import type { DocumentTemplateName } from './documents.ts';

type SampleKey = keyof typeof DOCUMENT_TEXTS.en.sample;

/** The key of each word of the examples, by the English word that stands in the registry of documents. */
const SAMPLE_KEYS = new Map(
  (Object.keys(DOCUMENT_TEXTS.en.sample) as SampleKey[]).map((key) => [DOCUMENT_TEXTS.en.sample[key], key]),
);

const DAY = /^\d{1,2} (?:November|December) 2026$/;
const MONTH = 'November 2026';
const AMOUNT = /^(−?)\$(\d+\.\d\d)$/;
const PERCENT = /^(\d+)%$/;

/** The values of a document's preview, written as its language writes them. */
export function documentSample(template: DocumentTemplateName, locale: Locale): object {
  return rewrite(DOCUMENT_VARIABLES[template].sample, (text) => inLanguage(text, locale)) as object;
}

function inLanguage(text: string, locale: Locale): string {
  if (DAY.test(text)) {
    const at = new Date(`${text} 12:00 UTC`).toISOString();
    return formatFullDay(at, { locale, timezone: 'UTC', now: at });
  }
  if (text === MONTH) return formatMonth('2026-11', locale);
  const [, sign = '', amount] = AMOUNT.exec(text) ?? [];
  if (amount !== undefined) return formatMoney({ amount: `${sign && '-'}${amount}`, currency: 'USD' }, locale);
  const [, percent] = PERCENT.exec(text) ?? [];
  if (percent !== undefined) return formatPercent(percent, locale);
  const key = SAMPLE_KEYS.get(text);
  return key === undefined ? text : DOCUMENT_TEXTS[locale].sample[key];
}

function rewrite(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => rewrite(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one, change)]));
}
