/** What became of a form that a browser posted without script. */
export type Outcome = 'sent' | 'invalid' | 'too_often' | 'failed';
/** The fields that a page can name; anything else that an address says is not repeated. */
export const NAMED_FIELDS = ['email', 'body', 'name', 'data', 'vendor'] as const;
export type NamedField = (typeof NAMED_FIELDS)[number];

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  sent: 'sent',
  invalid_input: 'invalid',
  rate_limited: 'too_often',
};

/** Reads `?outcome=` and `?field=` as the API wrote them; what it never writes counts as failed. */
export function readOutcome(params: URLSearchParams): { outcome: Outcome; fields: NamedField[] } {
  const fields = new Set(params.getAll('field'));
  const code = params.get('outcome') ?? '';
  return {
    outcome: Object.hasOwn(OUTCOMES, code) ? (OUTCOMES[code] ?? 'failed') : 'failed',
    fields: NAMED_FIELDS.filter((field) => fields.has(field)),
  };
}
