import polaris from '@shopify/polaris/locales/fr.json';
import type { LocaleBundle } from '../catalog.ts';
import { nounRules } from '../nouns/fr.ts';
import { toLocaleTexts } from './texts-of.ts';

export const bundle: LocaleBundle = {
  texts: toLocaleTexts(import.meta.glob('../../../locales/fr/*.json', { eager: true, import: 'default' })),
  polaris,
  nounRules,
};
