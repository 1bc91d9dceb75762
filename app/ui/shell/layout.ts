/** The three ways in. Only the kit reads this; screens are the same behind each. */
export type Layout = 'admin' | 'portal' | 'login';

const BASE: Record<Layout, string> = { admin: '/admin', portal: '/app', login: '/app/login' };
/** Addresses that are whole already: a layout itself, our API, static files. */
const WHOLE = /^\/(app|admin|api)(\/|\?|$)/;

/** The address of a place in a layout: `/orders` → `/app/orders`. Whole addresses and foreign ones stay as they are. */
export function layoutPath(layout: Layout, path: string): string {
  if (!path.startsWith('/') || path.startsWith('//') || WHOLE.test(path)) return path;
  return path === '/' ? BASE[layout] : path.startsWith('/?') ? BASE[layout] + path.slice(1) : BASE[layout] + path;
}
