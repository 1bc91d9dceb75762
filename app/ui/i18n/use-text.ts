import { useTranslation } from 'react-i18next';
import type { Translate } from './keys.ts';

/** The translating function inside React; keys carry their namespace: `t('orders:title')`. */
export function useText(): Translate {
  return useTranslation().t;
}
