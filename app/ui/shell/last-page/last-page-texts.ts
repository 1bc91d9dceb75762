import type { Locale } from '#app/core/viewer.ts';

export type LastPageTexts = Record<
  'title' | 'body' | 'missing' | 'missingBody' | 'retry' | 'home' | 'reference',
  string
>;

/**
 * The words of the last page, apart from the locales: it is there for when what loads those has failed. The English title is the
 * specification's.
 */
export const LAST_PAGE_TEXTS: Readonly<Record<Locale, LastPageTexts>> = {
  en: {
    title: 'Unexpected Application Error!',
    body: 'The page did not load. What you saved before is safe.',
    missing: 'This page is not here',
    missingBody: 'The address may be wrong, or the page was moved.',
    retry: 'Try again',
    home: 'Go to the start',
    reference: 'Reference:',
  },
  nl: {
    title: 'Er is een onverwachte fout opgetreden',
    body: 'De pagina is niet geladen. Wat je eerder hebt opgeslagen, is veilig.',
    missing: 'Deze pagina is er niet',
    missingBody: 'Het adres klopt misschien niet, of de pagina is verplaatst.',
    retry: 'Opnieuw proberen',
    home: 'Naar het begin',
    reference: 'Kenmerk:',
  },
  de: {
    title: 'Ein unerwarteter Fehler ist aufgetreten',
    body: 'Die Seite wurde nicht geladen. Was Sie vorher gespeichert haben, ist sicher.',
    missing: 'Diese Seite gibt es nicht',
    missingBody: 'Vielleicht stimmt die Adresse nicht, oder die Seite wurde verschoben.',
    retry: 'Erneut versuchen',
    home: 'Zum Anfang',
    reference: 'Referenz:',
  },
  fr: {
    title: 'Une erreur inattendue s’est produite',
    body: 'La page n’a pas pu être chargée. Ce que vous avez enregistré est conservé.',
    missing: 'Cette page n’existe pas',
    missingBody: 'L’adresse est peut-être erronée, ou la page a été déplacée.',
    retry: 'Réessayer',
    home: 'Aller au début',
    reference: 'Référence :',
  },
  es: {
    title: 'Se ha producido un error inesperado',
    body: 'La página no se cargó. Lo que guardó antes está a salvo.',
    missing: 'Esta página no existe',
    missingBody: 'Puede que la dirección no sea correcta o que la página se haya movido.',
    retry: 'Intentar de nuevo',
    home: 'Ir al inicio',
    reference: 'Referencia:',
  },
};
