import type { Locale } from '#app/core/viewer.ts';
import { formatMoney, formatPercent } from '#app/ui/money/format.ts';
import { formatFullDay, formatMonth } from '#app/ui/time/format.ts';
import { DOCUMENT_VARIABLES } from './document-variables.ts';
import type { DocumentTemplateName } from './documents.ts';

/** The words of the examples that are not the same in every language. */
const WORDS: Record<Exclude<Locale, 'en'>, Record<string, string>> = {
  nl: {
    'Stoneware mug': 'Mok van steengoed',
    Sand: 'Zand',
    'Serving bowl': 'Serveerschaal',
    Germany: 'Duitsland',
    Netherlands: 'Nederland',
    VAT: 'Btw',
    'Thank you for your order.': 'Bedankt voor uw bestelling.',
    'Please leave it with the neighbours.': 'Graag bij de buren afgeven.',
  },
  de: {
    'Stoneware mug': 'Steinzeugbecher',
    Sand: 'Sand',
    'Serving bowl': 'Servierschale',
    Germany: 'Deutschland',
    Netherlands: 'Niederlande',
    VAT: 'MwSt.',
    'Thank you for your order.': 'Vielen Dank für Ihre Bestellung.',
    'Please leave it with the neighbours.': 'Bitte bei den Nachbarn abgeben.',
  },
  fr: {
    'Stoneware mug': 'Tasse en grès',
    Sand: 'Sable',
    'Serving bowl': 'Saladier',
    Germany: 'Allemagne',
    Netherlands: 'Pays-Bas',
    VAT: 'TVA',
    'Thank you for your order.': 'Merci pour votre commande.',
    'Please leave it with the neighbours.': 'À remettre aux voisins, s’il vous plaît.',
  },
  es: {
    'Stoneware mug': 'Taza de gres',
    Sand: 'Arena',
    'Serving bowl': 'Fuente de servir',
    Germany: 'Alemania',
    Netherlands: 'Países Bajos',
    VAT: 'IVA',
    'Thank you for your order.': 'Gracias por su pedido.',
    'Please leave it with the neighbours.': 'Por favor, déjelo con los vecinos.',
  },
};

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
  return locale === 'en' ? text : (WORDS[locale][text] ?? text);
}

function rewrite(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => rewrite(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one, change)]));
}
