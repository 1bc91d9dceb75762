import { createHmac } from 'node:crypto';
import { API_SECRET } from './environment.ts';
import { program } from './program.ts';

type Signed = {
  shop: string;
  /** What the shopper asked for, in its order; a key may stand several times. */
  query?: readonly (readonly [string, string])[];
  secondsAgo?: number;
  secret?: string;
  /** The customer of the store whom the platform vouches for. */
  customerId?: number;
};

/** The query of a request that came over a store's own address, signed as the platform's documents say. */
export function signQuery({ shop, query = [], secondsAgo = 0, secret = API_SECRET, customerId }: Signed): string {
  const seconds = Math.floor(program().clock.now().getTime() / 1000) - secondsAgo;
  const all: (readonly [string, string])[] = [
    ...query,
    ['shop', shop],
    ['logged_in_customer_id', customerId === undefined ? '' : String(customerId)],
    ['path_prefix', '/apps/souk'],
    ['timestamp', String(seconds)],
  ];
  const keys = [...new Set(all.map(([key]) => key))];
  const message = keys
    .map((key) => `${key}=${all.flatMap(([one, value]) => (one === key ? [value] : [])).join(',')}`)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .join('');
  const signature = createHmac('sha256', secret).update(message).digest('hex');
  return new URLSearchParams(
    [...all, ['signature', signature]].map(([key = '', value = '']) => [key, value]),
  ).toString();
}

/** Asks the app proxy. */
export function askProxy(path: string, query: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${program().url}/proxy${path}?${query}`, { redirect: 'manual', ...init });
}
