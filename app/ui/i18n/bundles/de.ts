import polaris from '@shopify/polaris/locales/de.json';
import type { LocaleBundle } from '../catalog.ts';
import { nounRules } from '../nouns/de.ts';
import { toLocaleTexts } from './texts-of.ts';

export const bundle: LocaleBundle = {
  texts: toLocaleTexts(import.meta.glob('../../../locales/de/*.json', { eager: true, import: 'default' })),
  polaris,
  nounRules,
};
