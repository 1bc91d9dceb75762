/**
 * The chunks that screens share in a browser, by what they hold; the first that fits is taken, and what fits none follows
 * from the imports. A first visit loads those it needs as a few files, which compress better than many: at most 25 files and
 * 260 kB (`tests/architecture/scripts-a-page.test.ts`).
 */
const CHUNKS: [name: string | ((found: RegExpExecArray) => string), modules: RegExp][] = [
  // What every page says is one file of a language, with the words of Polaris and the rules of its nouns.
  [
    ([, file, polaris, nouns]) => `texts-${file ?? polaris ?? nouns}`,
    /\/app\/locales\/([a-z]{2})\/(?:common|errors|lists|shell|wordings)\.json|\/polaris\/locales\/(?!en)([a-z]{2})\.json|\/app\/ui\/i18n\/(?:nouns|polaris)\/([a-z]{2})\.ts/,
  ],
  // What the screens of orders say together is one file, which keeps them below the limit of files.
  [([, locale]) => `texts-${locale}-orders`, /\/app\/locales\/([a-z]{2})\/(?:labels|orders)\.json/],
  // What the screens of products say together is one file, which keeps them below the limit of files.
  [([, locale]) => `texts-${locale}-products`, /\/app\/locales\/([a-z]{2})\/(?:changes|products|review)\.json/],
  // Each other namespace is one file, so that a page loads its own in its one language.
  [([, locale, namespace]) => `texts-${locale}-${namespace}`, /\/app\/locales\/([a-z]{2})\/(\w+)\.json/],
  // The framework changes with its releases only: a browser keeps it.
  [
    'react',
    /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\//,
  ],
  // The library of texts changes with its releases only, too.
  ['i18n', /node_modules\/i18next\//],
  // The schema library and the kernel's schemas come with the first form that is used, never with a page.
  ['schemas', /node_modules\/zod\/|\/app\/core\/(?:dto|ids|paging|text\/email-schema)\.ts/],
  // The rules and their English words; a page that checks nothing by itself does without them.
  ['refusals', /\/app\/core\/(?:rules|errors|issues)\.ts/],
  // Lists; a page without one does without these parts of Polaris.
  [
    'lists',
    /polaris\/build\/esm\/components\/(IndexTable|IndexFilters|IndexProvider|Filters|BulkActions|SelectAllActions|Tabs|Sticky)\/|\/app\/ui\/lists\/(?!rows|use-export|use-live-refresh|list-url)/,
  ],
  // Choosing and sending files, which few pages do.
  ['files', /polaris\/build\/esm\/components\/DropZone\/|\/app\/ui\/forms\/(file-|media-|url-|video-|send-file)/],
  // The field that searches while one types, which few pages have.
  [
    'search-choice',
    /polaris\/build\/esm\/components\/(Autocomplete|Combobox|Listbox)\/|\/app\/ui\/forms\/search-choice/,
  ],
  // What parts of a page fetch data with by themselves.
  ['data', /node_modules\/swr\/|\/app\/ui\/session\/use-data/],
  // The calendar opens on a click.
  ['calendar', /polaris\/build\/esm\/components\/DatePicker\/|\/app\/ui\/forms\/day-calendar/],
  // Five small modules that read values of specifications: by themselves they bring the editor of a product to the limit of files.
  [
    'specifications',
    /\/app\/features\/specifications\/(?:specification|specification-value|measured-value|file-value|pattern)\.ts/,
  ],
  // Parts of Polaris that a page or two have.
  ['range', /polaris\/build\/esm\/components\/RangeSlider\//],
  ['fold', /polaris\/build\/esm\/components\/Collapsible\//],
  // The English texts of Polaris are in its own chunk, as the platform's provider imports them.
  ['polaris', /polaris\/locales\/en\.json|node_modules\/@shopify\/polaris(-icons|-tokens)?\//],
  // What every page is made of; what loads when it is first used has a file of its own.
  [
    'ui',
    /\/app\/(ui|core)\/(?!forms\/(?:rich-text-editor|rich-text-template|template-code)|search\/(?:record-|palette-)|countries\.ts|shell\/(?:use-money-home|membership-dialog|hotkeys-help|palette|vendor-palette|vendor-filter)|components\/(?:bar-chart|enrolment|qr)|session\/link-tab|money\/(?:explain|use-due-name))/,
  ],
];

/** The chunk that a module of the browser's build belongs to; undefined where the imports decide. */
export function sharedChunk(id: string): string | undefined {
  for (const [name, modules] of CHUNKS) {
    const found = modules.exec(id);
    if (found) return typeof name === 'string' ? name : name(found);
  }
  return undefined;
}
