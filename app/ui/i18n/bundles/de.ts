import polaris from '@shopify/polaris/locales/de.json';
import type { LocaleBundle } from '../catalog.ts';
import { textsOf } from './texts-of.ts';

export const bundle: LocaleBundle = {
  texts: textsOf(import.meta.glob('../../../locales/de/*.json', { eager: true, import: 'default' })),
  polaris,
};
