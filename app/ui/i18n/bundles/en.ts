import polaris from '@shopify/polaris/locales/en.json';
import type { LocaleBundle } from '../catalog.ts';
import { nounRules } from '../nouns/en.ts';
import { toLocaleTexts } from './texts-of.ts';

export const bundle: LocaleBundle = {
  texts: toLocaleTexts(import.meta.glob('../../../locales/en/*.json', { eager: true, import: 'default' })),
  polaris,
  nounRules,
};
