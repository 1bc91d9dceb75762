/** The blocks of the theme app extension by their file names, each with the template of a theme that it is made for. */
export const THEME_BLOCKS = [
  { block: 'sold-by', template: 'product' },
  { block: 'holiday-message', template: 'product' },
  { block: 'vendor-info', template: 'product' },
  { block: 'catalog-offers', template: 'product' },
  { block: 'make-an-offer', template: 'product' },
  { block: 'chat', template: 'product' },
  { block: 'chat-bubble', template: 'product' },
  { block: 'vendor-page', template: 'collection' },
  { block: 'vendor-application', template: 'page' },
  { block: 'contact-form', template: 'product' },
  { block: 'subscribe-form', template: 'index' },
] as const;
export type ThemeBlock = (typeof THEME_BLOCKS)[number]['block'];

/** Where the theme editor opens with a block ready to be saved: in a product's own section, else in a new one. */
export function themeEditorUrl(
  store: string,
  apiKey: string,
  { block, template }: (typeof THEME_BLOCKS)[number],
): string {
  // What floats above every page is no block of a section: it is switched on among the theme's app embeds.
  if (block === 'chat-bubble') {
    const embed = new URLSearchParams({ context: 'apps', template, activateAppId: `${apiKey}/${block}` });
    return `https://${store}/admin/themes/current/editor?${embed.toString()}`;
  }
  const target = block === 'sold-by' ? 'mainSection' : 'newAppsSection';
  const query = new URLSearchParams({ template, addAppBlockId: `${apiKey}/${block}`, target });
  return `https://${store}/admin/themes/current/editor?${query.toString()}`;
}
