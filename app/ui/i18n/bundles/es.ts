import polaris from '@shopify/polaris/locales/es.json';
import type { LocaleBundle } from '../catalog.ts';
import { textsOf } from './texts-of.ts';

export const bundle: LocaleBundle = {
  texts: textsOf(import.meta.glob('../../../locales/es/*.json', { eager: true, import: 'default' })),
  polaris,
};
