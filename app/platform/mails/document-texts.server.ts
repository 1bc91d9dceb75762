import de from '#app/locales/de/printedDocuments.json' with { type: 'json' };
import en from '#app/locales/en/printedDocuments.json' with { type: 'json' };
import es from '#app/locales/es/printedDocuments.json' with { type: 'json' };
import fr from '#app/locales/fr/printedDocuments.json' with { type: 'json' };
import nl from '#app/locales/nl/printedDocuments.json' with { type: 'json' };
import type { Locale } from '#app/core/viewer.ts';
import type { DocumentWords } from './documents.ts';

/** The words of the default documents in one language, and those of the examples that previews show. */
type DocumentTexts = typeof en & { words: DocumentWords };

/** A language that lacks a text does not compile. */
export const DOCUMENT_TEXTS: Readonly<Record<Locale, DocumentTexts>> = { en, nl, de, fr, es };
