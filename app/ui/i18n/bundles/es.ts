import type { LocaleBundle } from '../catalog.ts';
import { nounRules } from '../nouns/es.ts';
import { polaris } from '../polaris/es.ts';
import { toLocaleTexts } from './texts-of.ts';

export const bundle: LocaleBundle = {
  texts: toLocaleTexts(import.meta.glob('../../../locales/es/*.json', { eager: true, import: 'default' })),
  polaris,
  nounRules,
};
