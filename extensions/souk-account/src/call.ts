import { APP_URL } from './app-address.ts';
import { readHost, t } from './host.ts';

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

type Call = { method?: 'GET' | 'POST' | 'PUT'; body?: unknown };

/**
 * Calls our API as the customer whose account it is, in the language that the account speaks. Throws Refused with the API's code, or
 * `unreachable` where nobody answered.
 */
export async function call<Answer>(path: string, { method = 'GET', body }: Call = {}): Promise<Answer> {
  const { sessionToken, localization } = readHost();
  const token = await sessionToken.get();
  const response = await fetch(`${APP_URL}/api/buyer${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': localization.extensionLanguage.value.isoCode,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
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
  'not_found',
  'not_signed_in',
  'rate_limited',
  'unreachable',
]);

/** What went wrong, in the buyer's language. A field that was refused says itself what is wrong with it. */
export function describeRefusal(error: unknown): string {
  const { code, issues } = error instanceof Refused ? error : { code: 'internal', issues: [] };
  const [issue] = issues;
  if (issue) return issue.message;
  return t(`refusal.${KNOWN.has(code) ? code : 'internal'}`);
}
