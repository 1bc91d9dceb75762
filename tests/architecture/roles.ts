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

/** The role of a file; undefined for a place that the house does not have. */
export function placeOf(path: string): Place | undefined {
  const [root, area, feature = '', ...rest] = path.split('/');
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
      return roleInFeature(feature, rest);
    default:
      return { role: 'entry' };
  }
}

function roleInFeature(feature: string, rest: readonly string[]): Place | undefined {
  const [first = '', second] = rest;
  if (second !== undefined) {
    if (first === 'screens') return { role: 'screen', feature };
    // Inputs and views that screens of several features draw.
    if (first === 'shared') return { role: 'shared', feature };
    if (first === 'routes') return { role: 'route', feature };
    // Other folders hold what a role would have in one file: texts, templates, pure modules.
    return { role: /\.server\.tsx?$/.test(rest.at(-1) ?? '') ? 'service' : 'domain', feature };
  }
  if (first.endsWith('.contract.ts')) return { role: 'contract', feature };
  if (first.endsWith('.repo.server.ts')) return { role: 'repo', feature };
  if (first.endsWith('.service.server.ts')) return { role: 'service', feature };
  if (/\.(api|jobs|proxy|webhooks)\.server\.ts$/.test(first)) return { role: 'driver', feature };
  if (first.endsWith('.server.ts')) return { role: 'service', feature };
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
  route: rule(
    ['core', 'domain', 'contract', 'service', 'screen', 'server', 'main', 'ui'],
    ['domain', 'contract', 'service'],
  ),
  adapter: rule(['core', 'adapter']),
  server: rule(['core', 'server', 'adapter']),
  main: rule(
    ['core', 'server', 'adapter', 'main', 'ui', 'locale'],
    ['domain', 'contract', 'repo', 'service', 'driver'],
  ),
  ui: rule(['core', 'ui', 'locale']),
  surface: rule(['core', 'server', 'main', 'ui', 'surface', 'adapter', 'locale'], ['domain', 'contract', 'service']),
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
