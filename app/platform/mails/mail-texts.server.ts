import de from '#app/locales/de/mails.json' with { type: 'json' };
import en from '#app/locales/en/mails.json' with { type: 'json' };
import es from '#app/locales/es/mails.json' with { type: 'json' };
import fr from '#app/locales/fr/mails.json' with { type: 'json' };
import nl from '#app/locales/nl/mails.json' with { type: 'json' };
import deWordings from '#app/locales/de/wordings.json' with { type: 'json' };
import enWordings from '#app/locales/en/wordings.json' with { type: 'json' };
import esWordings from '#app/locales/es/wordings.json' with { type: 'json' };
import frWordings from '#app/locales/fr/wordings.json' with { type: 'json' };
import nlWordings from '#app/locales/nl/wordings.json' with { type: 'json' };
import type { Locale } from '#app/core/viewer.ts';
import type { NounRules } from '#app/ui/i18n/noun-forms.ts';
import { nounRules as deRules } from '#app/ui/i18n/nouns/de.ts';
import { nounRules as enRules } from '#app/ui/i18n/nouns/en.ts';
import { nounRules as esRules } from '#app/ui/i18n/nouns/es.ts';
import { nounRules as frRules } from '#app/ui/i18n/nouns/fr.ts';
import { nounRules as nlRules } from '#app/ui/i18n/nouns/nl.ts';
import type { DefaultWordings } from '#app/ui/i18n/wordings.ts';
import type { MailTemplateName, MailText } from './mail.ts';

/** The texts of all default mails in one language: one object for each mail, with those of the frame. */
type MailTexts = typeof en;

/** A language that lacks a text does not compile. */
export const MAIL_TEXTS: Readonly<Record<Locale, MailTexts>> = { en, nl, de, fr, es };

/** The words that stand in mails of a store that chose none of its own, as in the app. */
export const MAIL_WORDINGS = {
  en: enWordings,
  nl: nlWordings,
  de: deWordings,
  fr: frWordings,
  es: esWordings,
} as Readonly<Record<Locale, DefaultWordings>>;

/** How the sentences of mails use these words. */
export const MAIL_NOUN_RULES: Readonly<Record<Locale, NounRules>> = {
  en: enRules,
  nl: nlRules,
  de: deRules,
  fr: frRules,
  es: esRules,
};

/** The structure of each default mail, the same in every language: makes subject and body of the mail's texts. */
export type MailComposers = { readonly [Name in MailTemplateName]: (texts: MailTexts[Name]) => MailText };
