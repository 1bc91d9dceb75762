import { createContext, useContext } from 'react';
import { invariant } from '#app/core/invariant.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { Translate } from './keys.ts';

/** The texts of a page: one language, with the store's own words; another language or other words are another translator. */
export const TextContext = createContext<{ t: Translate; locale: Locale } | undefined>(undefined);

/** The translating function inside React; keys carry their namespace: `t('orders:title')`. Whatever loads later brings its texts along. */
export function useText(): Translate {
  const texts = useContext(TextContext);
  invariant(texts, 'a text is shown outside ShellProvider');
  return texts.t;
}
