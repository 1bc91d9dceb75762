import { useTranslation } from 'react-i18next';
import type { Locale } from '#app/core/viewer.ts';
import type { Translate } from './keys.ts';
import { useTextsOfPage } from './load-texts.ts';

/** The translating function inside React; keys carry their namespace: `t('orders:title')`. Parts that load later wait for theirs. */
export function useText(): Translate {
  const { t, i18n } = useTranslation();
  useTextsOfPage(i18n.language as Locale);
  return t;
}
