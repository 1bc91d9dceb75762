import polaris from '@shopify/polaris/locales/es.json';
import type { LocaleBundle } from '../catalog.ts';
import { nounRules } from '../nouns/es.ts';
import { toLocaleTexts } from './texts-of.ts';

/** What Polaris calls "los recursos de pedidos" are the orders of a list. */
const indexTable = {
  ...polaris.Polaris.IndexTable,
  selectAllLabel: 'Seleccionar la lista de {resourceNamePlural}',
  selectAllItems: 'Seleccionar más de {itemsLength} {resourceNamePlural}',
};

export const bundle: LocaleBundle = {
  texts: toLocaleTexts(import.meta.glob('../../../locales/es/*.json', { eager: true, import: 'default' })),
  polaris: { ...polaris, Polaris: { ...polaris.Polaris, IndexTable: indexTable } },
  nounRules,
};
