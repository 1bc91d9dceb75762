/** What a file of app/ is, by its place and name. The table below says what each role may import. */
export type Role =
  | 'core'
  | 'domain'
  | 'contract'
  | 'repo'
  | 'service'
  | 'driver'
  | 'screen'
  | 'shared'
  | 'route'
  | 'adapter'
  | 'server'
  | 'main'
  | 'ui'
  | 'surface'
  | 'entry'
  | 'locale';

export type Place = { role: Role; feature?: string };

/** Folders that only hold features. */
const AREAS = new Set(['finance', 'identity', 'integrations', 'messages']);

/** Features that stand inside the folder of the one they belong to. Its other folders are topics of that one. */
export const NESTED_FEATURES: ReadonlySet<string> = new Set([
  'catalog/offers',
  'commissions/editor',
  'mails/digest',
  'orders/aftersales',
  'orders/comments',
  'orders/order-screens',
  'orders/past-orders',
  'orders/printing',
  'payouts/methods',
  'payouts/providers',
  'payouts/rights',
  'payouts/rules',
  'payouts/runs',
  'products/background-removal',
  'products/import',
  'products/translations',
  'settings/branding',
  'settings/display-currency',
  'settings/info',
  'shipping/labels',
  'stores/hold',
  'stores/installation',
  'stores/onboarding',
  'stores/usage',
  'vendors/admin',
  'vendors/application-form',
  'vendors/applications',
  'vendors/custom-field-values',
  'vendors/custom-fields',
  'vendors/holidays',
  'vendors/page',
]);

/** The role of a file; undefined for a place that the house does not have. */
export function placeOf(path: string): Place | undefined {
  const [root, area, ...inside] = path.split('/');
  if (root !== 'app') return undefined;
  switch (area) {
    case 'core':
    case 'server':
    case 'main':
    case 'ui':
      return { role: area };
    case 'adapters':
      return { role: 'adapter' };
    case 'surfaces':
      return { role: 'surface' };
    case 'locales':
      return { role: 'locale' };
    case 'features':
      return roleInFeature(inside);
    default:
      return { role: 'entry' };
  }
}

function roleInFeature(path: readonly string[]): Place {
  const [first = '', second = ''] = path;
  const nested = `${first}/${second}`;
  const feature = AREAS.has(first) || NESTED_FEATURES.has(nested) ? nested : first;
  const folders = path.slice(feature.split('/').length, -1);
  const file = path.at(-1) ?? '';
  if (folders.includes('screens')) return { role: 'screen', feature };
  // Components that screens of several features show.
  if (folders.includes('shared')) return { role: 'shared', feature };
  if (folders.includes('routes')) return { role: 'route', feature };
  // Other folders are topics of the feature: the name of a file says its role there as anywhere.
  if (file.endsWith('.contract.ts')) return { role: 'contract', feature };
  if (file.endsWith('.repo.server.ts')) return { role: 'repo', feature };
  if (/\.(api|jobs|proxy|webhooks)\.server\.ts$/.test(file)) return { role: 'driver', feature };
  if (file.endsWith('.server.ts') || file.endsWith('.server.tsx')) return { role: 'service', feature };
  return { role: 'domain', feature };
}

type Rule = {
  /** Roles outside of features, and roles of the own feature. */
  own: readonly Role[];
  /** Roles of other features. */
  foreign: readonly Role[];
};

const rule = (own: readonly Role[], foreign: readonly Role[] = []): Rule => ({ own, foreign });

/** Who may import what. A repo is its feature's alone; screens are drawn by their own feature's routes. */
export const MAY_IMPORT: Readonly<Record<Role, Rule>> = {
  core: rule(['core']),
  domain: rule(['core', 'domain'], ['domain']),
  contract: rule(['core', 'domain', 'contract'], ['domain', 'contract']),
  repo: rule(['core', 'domain', 'repo', 'server', 'adapter'], ['domain']),
  service: rule(
    ['core', 'domain', 'contract', 'repo', 'service', 'server', 'adapter', 'locale', 'ui'],
    ['domain', 'contract', 'service'],
  ),
  driver: rule(['core', 'domain', 'contract', 'service', 'server', 'adapter'], ['domain', 'service']),
  screen: rule(['core', 'domain', 'contract', 'screen', 'shared', 'ui'], ['domain', 'contract', 'shared']),
  shared: rule(['core', 'domain', 'contract', 'shared', 'ui'], ['domain', 'contract']),
  route: rule(['core', 'domain', 'contract', 'service', 'screen', 'server', 'ui'], ['domain', 'contract', 'service']),
  adapter: rule(['core', 'adapter']),
  server: rule(['core', 'server', 'adapter']),
  main: rule(
    ['core', 'server', 'adapter', 'main', 'ui', 'locale'],
    ['domain', 'contract', 'repo', 'service', 'driver'],
  ),
  ui: rule(['core', 'ui', 'locale']),
  surface: rule(
    ['core', 'server', 'main', 'ui', 'surface', 'adapter', 'locale'],
    ['domain', 'contract', 'service', 'shared'],
  ),
  entry: rule(['core', 'server', 'main', 'ui', 'surface', 'entry', 'locale'], ['contract', 'service']),
  locale: rule(['locale']),
};

/** Why an import is not allowed; undefined when it is. */
export function refusalOf(from: Place, to: Place): string | undefined {
  const isForeign = to.feature !== undefined && to.feature !== from.feature;
  const allowed = isForeign ? MAY_IMPORT[from.role].foreign : MAY_IMPORT[from.role].own;
  if (allowed.includes(to.role)) return undefined;
  return `a ${from.role} may not import ${isForeign ? `another feature's ${to.role}` : `a ${to.role}`}`;
}
