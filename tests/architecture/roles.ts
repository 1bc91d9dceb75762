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

/** Which floor a folder stands on: the platform is the ground, a gathering screen the top. */
export type Floor = 'ground' | 'middle' | 'top';

export type Place = { role: Role; feature?: string; floor?: Floor };

/** Areas that gather from everywhere: nobody imports them. */
export const TOP: ReadonlySet<string> = new Set([
  'account',
  'assistants',
  'buyer-account',
  'commission-editor',
  'digest',
  'flow',
  'home',
  'marketplace-settings',
  'oauth',
  'order-screens',
  'vendor-admin',
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
    case 'platform':
      return { ...roleInFeature(inside), floor: 'ground' };
    case 'features':
      return { ...roleInFeature(inside), floor: TOP.has(inside[0] ?? '') ? 'top' : 'middle' };
    default:
      return { role: 'entry' };
  }
}

function roleInFeature(path: readonly string[]): Place {
  const [feature = ''] = path;
  const folders = path.slice(1, -1);
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
  if (isForeign && from.floor === 'ground' && to.floor !== 'ground') return 'the ground knows no area above it';
  if (isForeign && from.feature && to.floor === 'top') return 'nobody imports what gathers from everywhere';
  if (allowed.includes(to.role)) return undefined;
  return `a ${from.role} may not import ${isForeign ? `another feature's ${to.role}` : `a ${to.role}`}`;
}
