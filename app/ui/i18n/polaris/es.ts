import texts from '@shopify/polaris/locales/es.json';

/** What Polaris calls "los recursos de pedidos" are the orders of a list. */
const indexTable = {
  ...texts.Polaris.IndexTable,
  selectAllLabel: 'Seleccionar la lista de {resourceNamePlural}',
  selectAllItems: 'Seleccionar más de {itemsLength} {resourceNamePlural}',
};

/** The Spanish of Polaris, with the words that its own lists lack. Server and browser draw with the same. */
export const polaris = { ...texts, Polaris: { ...texts.Polaris, IndexTable: indexTable } };
