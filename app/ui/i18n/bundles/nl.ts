import polaris from '@shopify/polaris/locales/nl.json';
import type { LocaleBundle } from '../catalog.ts';
import { nounRules } from '../nouns/nl.ts';
import { toLocaleTexts } from './texts-of.ts';

export const bundle: LocaleBundle = {
  texts: toLocaleTexts(import.meta.glob('../../../locales/nl/*.json', { eager: true, import: 'default' })),
  polaris,
  nounRules,
};
