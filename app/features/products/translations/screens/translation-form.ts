import { MAX_TRANSLATIONS } from '../translations.ts';
import type { ProductTranslations, TranslatedText } from '../translations.contract.ts';

/** What stands in the fields by the texts' names, and the texts whose translation is to count as right for a new source. */
export type Typed = { texts: Record<string, string>; confirmed: string[] };

/** The source that somebody translates from, as it was when they began or last looked. */
export type Basis = Readonly<Record<string, { source: string; digest: string }>>;

/** A name without dots, which paths of fields are made of. */
export function formatName({ resourceId, key }: Pick<TranslatedText, 'resourceId' | 'key'>): string {
  return `${resourceId.replace(/^gid:\/\/shopify\//, '').replace('/', '-')}-${key}`;
}

export function startTyped(texts: readonly TranslatedText[]): Typed {
  return { texts: Object.fromEntries(texts.map((text) => [formatName(text), text.value])), confirmed: [] };
}

export function toBasis(texts: readonly TranslatedText[]): Basis {
  return Object.fromEntries(texts.map((text) => [formatName(text), { source: text.source, digest: text.digest }]));
}

/** The texts to send, in their order: what differs from what is stored, and what was confirmed. */
export function textsToSend(texts: readonly TranslatedText[], typed: Typed): TranslatedText[] {
  return texts.filter((text) => {
    const name = formatName(text);
    return (typed.texts[name] ?? '') !== text.value || (typed.confirmed.includes(name) && text.value !== '');
  });
}

/** The texts to send in parts that one call takes; the last of them may be smaller, and there is always one. */
export function partsToSend(texts: readonly TranslatedText[], typed: Typed): TranslatedText[][] {
  const all = textsToSend(texts, typed);
  const parts: TranslatedText[][] = [];
  for (let at = 0; at === 0 || at < all.length; at += MAX_TRANSLATIONS) {
    parts.push(all.slice(at, at + MAX_TRANSLATIONS));
  }
  return parts;
}

/** The payload of a part: each text with the digest of the source that was translated. */
export function translationsPayload(
  locale: ProductTranslations['locale'],
  part: readonly TranslatedText[],
  { typed, basis }: { typed: Typed; basis: Basis },
) {
  return {
    translations: part.map((text) => ({
      locale: locale ?? '',
      resourceId: text.resourceId,
      key: text.key,
      value: typed.texts[formatName(text)] ?? '',
      digest: basis[formatName(text)]?.digest ?? text.digest,
    })),
  };
}

/** What became of the sources meanwhile: texts that changed, with the earlier source, and typed texts that have none any more. */
export function changedSources(texts: readonly TranslatedText[], typed: Typed, basis: Basis) {
  const names = new Set(texts.map(formatName));
  return {
    changed: new Map(
      texts.flatMap((text): [string, string][] => {
        const before = basis[formatName(text)];
        return before && before.digest !== text.digest ? [[formatName(text), before.source]] : [];
      }),
    ),
    gone: Object.entries(basis).flatMap(([name, { source }]) => {
      const value = typed.texts[name] ?? '';
      return names.has(name) || value === '' ? [] : [{ name, source, value }];
    }),
  };
}

/** Everything that the dictionary says for texts that are still empty. */
export function fillFromDictionary(texts: readonly TranslatedText[], typed: Typed): Typed {
  const filled = texts.flatMap((text): [string, string][] => {
    const name = formatName(text);
    return text.suggestion !== null && (typed.texts[name] ?? '') === '' ? [[name, text.suggestion]] : [];
  });
  return { ...typed, texts: { ...typed.texts, ...Object.fromEntries(filled) } };
}
