// Which file of the browser's build holds which module. A first visit loads few files, each named by what it holds.
import type { Plugin } from 'vite';

type ModuleInfo = { importedIds: readonly string[]; code: string | null } | null;
type Graph = { getModuleInfo: (id: string) => ModuleInfo; getModuleIds: () => IterableIterator<string> };

/** Libraries by the file that holds them; the first that fits. */
const LIBRARIES: readonly [RegExp, string][] = [
  [/^@shopify\/polaris-icons\//, 'icons'],
  [/^(@shopify\/polaris|@shopify\/polaris-tokens|react-transition-group|react-fast-compare)\//, 'polaris'],
  [
    /^(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[\w-]+|turbo-stream|use-sync-external-store|react-is|prop-types)\//,
    'framework',
  ],
  [/^(i18next|react-i18next|html-parse-stringify|void-elements)\//, 'i18n'],
  [/^zod\//, 'schemas'],
  [/^(ky|swr|dequal)\//, 'calls'],
];
const POLARIS_COMPONENT = /polaris\/build\/esm\/components\/(\w+)\/\1\.js$/;
const POLARIS_LISTS = /\/(IndexTable|IndexFilters|Filters|Tabs|BulkActions|SelectAllActions|IndexProvider)\.js$/;
const SHELL = /\/app\/surfaces\/(portal|admin)\.tsx/;
/** How many screens share what stands in the file of most screens, and in that of many. */
const MANY_SCREENS = 5;
/** Libraries that only the editor of formatted text uses; it is loaded by itself. */
const EDITOR = /^(@tiptap|prosemirror-|linkifyjs|orderedmap|rope-sequence|w3c-keyname|crelt|fast-equals|@floating-ui)/;
/** Routes that are visited before anything else is loaded, and must stay light. */
const ENTRY_ROUTES = /\/app\/(features\/auth\/routes\/|surfaces\/login\.tsx|root\.tsx|entry\.client\.tsx)/;
/** What the ways in say, by namespace, as `app/ui/i18n/bundles/login-*.ts` choose it. */
const LOGIN_TEXTS = new Set(['applications', 'auth', 'common', 'errors', 'shell', 'wordings']);
const SCREEN_ROUTES = /\/app\/(features\/[\w-]+\/routes\/|surfaces\/)[\w-]+\.tsx?(\?|$)/;

/** Gives the browser's build its chunks; the server's build is left alone. */
export function nameChunks(): Plugin {
  return {
    name: 'name-chunks',
    apply: 'build',
    config: (_, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks: createNaming() } } } },
  };
}

function createNaming() {
  let reach: Reach | undefined;
  return (id: string, graph: Graph): string | undefined => {
    reach ??= computeReach(graph);
    return nameOf(id, reach);
  };
}

type Reach = {
  entries: Set<string>;
  shell: Set<string>;
  withoutLists: Set<string>;
  /** The screens that need a module, by the feature they belong to. */
  screens: Map<string, string[]>;
  hasSchemas: (id: string) => boolean;
  hasLists: (id: string) => boolean;
};

/**
 * Finds what the entry routes and the two layouts need, and how many screens need each module. A module's imports are needed
 * wherever it is, so that chunks cut by these sets never import one another in a circle.
 */
function computeReach(graph: Graph): Reach {
  const needs = (pattern: RegExp) => (id: string) => {
    const seen = new Set<string>();
    walk(id, graph, seen);
    return [...seen].some((one) => pattern.test(one));
  };
  const reach: Reach = {
    entries: new Set(),
    shell: new Set(),
    withoutLists: new Set(),
    screens: new Map(),
    hasSchemas: needs(/node_modules\/(zod|ky|swr)\//),
    hasLists: needs(POLARIS_LISTS),
  };
  for (const id of graph.getModuleIds()) {
    if (ENTRY_ROUTES.test(id)) walk(id, graph, reach.entries);
    if (SHELL.test(id)) walk(id, graph, reach.shell);
    if (POLARIS_COMPONENT.test(id) && !POLARIS_LISTS.test(id)) walk(id, graph, reach.withoutLists);
    if (!SCREEN_ROUTES.test(id) || !id.includes('?')) continue;
    const seen = new Set<string>();
    walk(id, graph, seen);
    const feature = /\/features\/([\w-]+)\//.exec(id)?.[1] ?? 'layouts';
    for (const one of seen) reach.screens.set(one, [...(reach.screens.get(one) ?? []), feature].sort());
  }
  return reach;
}

function walk(id: string, graph: Graph, seen: Set<string>): void {
  if (seen.has(id)) return;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  for (const next of info?.importedIds ?? []) {
    if (BARREL.test(next)) for (const used of usedOf(info?.code ?? '', next, graph)) walk(used, graph, seen);
    else walk(next, graph, seen);
  }
}

/** A library's list of all that it has: who imports it needs only what it names. */
const BARREL = /node_modules\/@shopify\/(?:polaris\/build\/esm\/index\.js|polaris-icons\/dist\/index\.(?:mjs|js))$/;
const places = new Map<string, Map<string, string>>();

function usedOf(code: string, barrel: string, graph: Graph): string[] {
  let names = places.get(barrel);
  if (!names) {
    names = new Map();
    const folder = barrel.replace(/[^/]+$/, '');
    for (const [, list = '', path = ''] of (graph.getModuleInfo(barrel)?.code ?? '').matchAll(
      /export\s*\{([^}]*)\}\s*from\s*['"]\.\/([^'"]+)['"]/g,
    ))
      for (const item of list.split(',')) names.set((item.split(/\sas\s/).pop() ?? '').trim(), folder + path);
    places.set(barrel, names);
  }
  const known = names;
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@shopify\/polaris(?:-icons)?['"]/g)]
    .flatMap(([, list = '']) => list.split(',').map((item) => (item.split(/\sas\s/)[0] ?? '').trim()))
    .flatMap((name) => known.get(name) ?? []);
}

function nameOf(id: string, reach: Reach): string | undefined {
  if (id.includes('commonjsHelpers') || id.includes('vite/preload-helper')) return 'framework';
  const { entries, shell, withoutLists } = reach;
  const screens = reach.screens.get(id) ?? [];
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+\/)(?!.*node_modules\/)/.exec(id)?.[1];
  if (library) {
    if (EDITOR.test(library)) return undefined;
    if (library === '@shopify/polaris/' && id.includes('/locales/'))
      return `texts-polaris-${/(\w+)\.json/.exec(id)?.[1] ?? ''}`;
    const name = LIBRARIES.find(([pattern]) => pattern.test(library))?.[1];
    if (name !== 'polaris' && name !== 'icons') return name;
    if (entries.has(id)) return 'polaris';
    if (shell.has(id)) return 'polaris-shell';
    if (name === 'polaris' && !withoutLists.has(id)) return 'polaris-lists';
    return screens.length > 1 ? 'polaris-forms' : undefined;
  }
  if (!id.includes('/app/')) return undefined;
  const text = /\/app\/locales\/(\w+)\/(\w+)\.json/.exec(id);
  if (text) return `texts-${LOGIN_TEXTS.has(text[2] ?? '') ? 'login-' : ''}${text[1] ?? ''}`;
  if (/\/ui\/i18n\/bundles\//.test(id)) return id.includes('texts-of') ? 'ui' : undefined;
  if (/rich-text-editor/.test(id) || id.includes('?__remix')) return undefined;
  // The entry waits for the language's texts, which import the rest: nothing may import the entry.
  if (/\/entry\.client\.tsx$/.test(id)) return undefined;
  if (entries.has(id)) return 'ui';
  if (shell.has(id)) return 'shell';
  if (screens.length < MANY_SCREENS)
    return screens.length > 1 ? `shared-${[...new Set(screens)].join('-')}` : undefined;
  if (reach.hasLists(id)) return 'lists';
  return reach.hasSchemas(id) ? 'forms' : 'screens';
}
