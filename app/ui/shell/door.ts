/** The three ways in. Only the kit reads this; screens are the same behind each. */
export type Door = 'admin' | 'portal' | 'login';

const BASE: Record<Door, string> = { admin: '/admin', portal: '/app', login: '/app/login' };
/** Addresses that are whole already: a door itself, our API, static files. */
const WHOLE = /^\/(app|admin|api)(\/|\?|$)/;

/** The address of a place behind a door: `/orders` → `/app/orders`. Whole addresses and foreign ones stay as they are. */
export function doorPath(door: Door, path: string): string {
  if (!path.startsWith('/') || path.startsWith('//') || WHOLE.test(path)) return path;
  return path === '/' ? BASE[door] : path.startsWith('/?') ? BASE[door] + path.slice(1) : BASE[door] + path;
}
