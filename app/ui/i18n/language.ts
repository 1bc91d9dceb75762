import { displayNames } from '#app/core/intl.ts';
import type { Locale } from '#app/core/viewer.ts';

/** The name of a language (`de`, `pt-BR`) in the viewer's own, with a capital as it stands alone. */
export function languageName(code: string, locale: Locale): string {
  const name = displayNames(locale, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
