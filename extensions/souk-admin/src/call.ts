import { t } from './host.ts';

type Params = Record<string, string | number>;
type Issue = { path: string; message: string };

/** A refusal of our API: its code, and the fields that it is about. */
export class Refused extends Error {
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(code: string, issues: readonly Issue[] = []) {
    super(code);
    this.code = code;
    this.issues = issues;
  }
}

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH'; body?: unknown; key?: string };

/**
 * Calls our API. The host puts the app's address before the path and adds the session token. Throws Refused with the API's code, or
 * `unreachable` where nobody answered. `key` makes a call that is repeated happen once.
 */
export async function call<Answer>(path: string, { method = 'GET', body, key }: Call = {}): Promise<Answer> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      // Whichever vendor the viewer looks at in the app: here it is the whole marketplace.
      'x-souk-view': 'marketplace',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!response) throw new Refused('unreachable');
  const answer = (await response.json().catch(() => ({}))) as { code?: string; issues?: Issue[] };
  if (!response.ok) throw new Refused(answer.code ?? 'internal', answer.issues);
  return answer as Answer;
}

/** The refusals that have words of their own; any other is said as one that is ours to mend. */
const KNOWN = new Set([
  'conflict',
  'feature_disabled',
  'invalid_input',
  'invalid_state',
  'missing_permission',
  'not_found',
  'not_signed_in',
  'rate_limited',
  'store_uninstalled',
  'unreachable',
]);

/** What went wrong, in the viewer's language. */
export function describeRefusal(error: unknown): string {
  const code = error instanceof Refused ? error.code : 'internal';
  return t(`refusal.${KNOWN.has(code) ? code : 'internal'}`);
}

/** A key for one thing that somebody asks for, however often the call is repeated. */
export function createKey(params: Params = {}): string {
  const parts = Object.entries(params).map(([name, value]) => `${name}-${value}`);
  return ['block', ...parts, Math.random().toString(36).slice(2), Math.random().toString(36).slice(2)]
    .join('-')
    .slice(0, 100);
}
