import { vitePlugin as remix } from '@remix-run/dev';
import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { lightTokens } from './scripts/vite/tokens.ts';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

const THREAD = /new URL\('(\.\/[\w-]+\.thread\.server\.ts)', import\.meta\.url\)/g;

/** Gives the code of a thread a file of its own in the server's build; from the source it runs as it is. */
function threadFiles(): Plugin {
  return {
    name: 'thread-files',
    apply: 'build',
    enforce: 'pre',
    transform(code, id, { ssr } = {}) {
      if (!ssr || !id.endsWith('.server.ts')) return null;
      const built = code.replace(THREAD, (_, file: string) => {
        const thread = this.emitFile({ type: 'chunk', id: resolve(dirname(id), file) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${thread})`;
      });
      if (built === code && code.includes('new Worker(')) {
        this.error("A thread is started with new URL('./<name>.thread.server.ts', import.meta.url)");
      }
      return built;
    },
  };
}

const TEXT_KEY = /['"`]([a-z]\w+):[\w$]/gi;
/** Lines that are nothing but a comment, where keys stand as examples. */
const COMMENT_LINE = /^\s*(?:\/?\*|\/\/).*$/gm;

/** Modules that name the scopes of API keys (`'orders:read'`), which look like texts and are none. */
const NAMES_SCOPES = /\/app\/(?:core\/viewer|features\/api-keys\/api-key)\.ts$|\.contract\.ts$/;

/**
 * Tells the browser's program which texts each module names (`'orders:title'`), by a call of `needTexts` at its end: a page
 * loads the namespaces of its own modules in its one language, and waits for them.
 */
function neededTexts(): Plugin {
  const folder = resolve(import.meta.dirname, 'app');
  const namespaces = new Set(readdirSync(resolve(folder, 'locales/en')).map((file) => file.replace('.json', '')));
  return {
    name: 'needed-texts',
    enforce: 'pre',
    transform(code, id, { ssr } = {}) {
      if (ssr || !id.startsWith(folder) || !/\.tsx?$/.test(id) || NAMES_SCOPES.test(id)) return null;
      const named = [
        ...new Set([...code.replace(COMMENT_LINE, '').matchAll(TEXT_KEY)].map(([, name = '']) => name)),
      ].filter((name) => namespaces.has(name));
      if (named.length === 0) return null;
      const call = `import { needTexts as needTextsOfModule } from '#app/ui/i18n/load-texts.ts';\nneedTextsOfModule(${named.map((name) => `'${name}'`).join(', ')});\n`;
      return { code: `${code}\n${call}`, map: null };
    },
  };
}

/** Refuses a build in which chunks import one another in a circle: a browser would run one before what it needs. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const done = new Set<string>();
      const walk = (file: string, way: readonly string[]): void => {
        const chunk = bundle[file];
        if (way.includes(file)) this.error(`Chunks import one another: ${[...way, file].join(' → ')}`);
        if (done.has(file) || chunk?.type !== 'chunk') return;
        for (const next of chunk.imports) walk(next, [...way, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) walk(file, []);
    },
  };
}

/**
 * The chunks that screens share in a browser, by what they hold; the first that fits is taken, and what fits none follows
 * from the imports. A first visit loads those it needs as a few files, which compress better than many.
 */
const CHUNKS: [name: string | ((found: RegExpExecArray) => string), modules: RegExp][] = [
  // What every page says is one file of a language, and each other namespace one.
  [
    ([, file, polaris]) => `texts-${file ?? polaris}`,
    /\/app\/locales\/([a-z]{2})\/(?:common|errors|lists|notices|onboarding|shell|wordings)\.json|\/polaris\/locales\/(?!en)([a-z]{2})\.json/,
  ],
  // What the screens of orders say together is one file, and what those of products do.
  [([, locale]) => `texts-${locale}-orders`, /\/app\/locales\/([a-z]{2})\/(?:labels|orders)\.json/],
  [
    ([, locale]) => `texts-${locale}-products`,
    /\/app\/locales\/([a-z]{2})\/(?:changes|productList|products|review)\.json/,
  ],
  [([, locale, namespace]) => `texts-${locale}-${namespace}`, /\/app\/locales\/([a-z]{2})\/(\w+)\.json/],
  [
    'react',
    /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\//,
  ],
  ['i18n', /node_modules\/(i18next|react-i18next|html-parse-stringify|void-elements)\//],
  // The schema library and the schemas of the kernel, which contracts bring when a form is first used.
  ['schemas', /node_modules\/zod\/|\/app\/core\/(?:dto|ids|paging|text\/email-schema)\.ts/],
  ['refusals', /\/app\/core\/(?:rules|errors|issues)\.ts/],
  [
    'lists',
    /polaris\/build\/esm\/components\/(IndexTable|IndexFilters|IndexProvider|Filters|BulkActions|SelectAllActions|Tabs|Sticky)\/|\/app\/ui\/lists\/(?!rows|use-export|use-live-refresh|list-url)/,
  ],
  ['files', /polaris\/build\/esm\/components\/DropZone\/|\/app\/ui\/forms\/(file-|media-|url-|video-|send-file)/],
  [
    'search-choice',
    /polaris\/build\/esm\/components\/(Autocomplete|Combobox|Listbox)\/|\/app\/ui\/forms\/search-choice/,
  ],
  ['data', /node_modules\/swr\/|\/app\/ui\/session\/use-data/],
  ['calendar', /polaris\/build\/esm\/components\/DatePicker\/|\/app\/ui\/forms\/day-calendar/],
  // Lists of names that screens of orders share.
  ['order-names', /\/app\/features\/orders\/(?:order-view|money\/adjustment|printing\/printed)\.ts/],
  // The English texts of Polaris are in its own chunk, as the platform's provider imports them.
  ['polaris', /polaris\/locales\/en\.json|node_modules\/@shopify\/polaris(-icons|-tokens)?\//],
  // What loads when it is first used has a file of its own.
  [
    'ui',
    /\/app\/(ui|core)\/(?!forms\/(?:rich-text-editor|day-calendar)|search\/record-|countries\.ts|(?:rules|errors|dto|ids|paging|issues)\.ts|text\/email-schema|shell\/(?:use-money-home|membership-dialog)|components\/(?:enrolment|qr))/,
  ],
];

function sharedChunk(id: string): string | undefined {
  for (const [name, modules] of CHUNKS) {
    const found = modules.exec(id);
    if (found) return typeof name === 'string' ? name : name(found);
  }
  return undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  server: { host: '127.0.0.1' },
  plugins: [
    threadFiles(),
    neededTexts(),
    lightTokens(),
    noCircles(),
    remix({
      ignoredRouteFiles: ['**/*'],
      future: {
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_fetcherPersist: true,
        // Asking for routes one by one left a blank page where a second navigation met a first one that was still asking.
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  ssr: { noExternal: ['@shopify/polaris', '@shopify/shopify-app-remix', '@shopify/app-bridge-react'] },
  // Scanned once at start: a dependency found later reloads the page, and server packages must never be bundled for the browser.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      '@remix-run/react',
      '@shopify/app-bridge-react',
      '@shopify/polaris',
      '@shopify/polaris-icons',
      '@shopify/shopify-app-remix/react',
      'i18next',
      'ky',
      'react-i18next',
      'zod',
    ],
    exclude: ['@prisma/client', '@prisma/adapter-pg'],
  },
  // Everything the portal loads lives under /app/, so that a store may map its own host to that path alone.
  build: {
    target: 'es2022',
    assetsDir: 'app/assets',
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: sharedChunk } },
  },
}));
