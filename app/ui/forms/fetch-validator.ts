import type { z } from 'zod';
import type { Issue } from '#app/core/errors.ts';
import { loadPart } from '../i18n/load-part.ts';

/**
 * Fetches the schema of a contract when a form is first used, so that no page loads schemas before:
 * `() => import('../offers.contract.ts').then(({ offerInput }) => offerInput)`.
 */
export type FetchSchema = () => Promise<z.ZodType>;

/** Yields the issues of a value, none where it is valid. */
export type Validator = (value: unknown) => readonly Issue[];

const findNothing: Validator = () => [];

/**
 * Fetches a schema and makes a validator of it; what `check` finds comes after the issues of the schema. Never rejects: where the
 * schema cannot be fetched, the validator finds nothing and the server alone judges, in the same words.
 */
export async function fetchValidator(fetchSchema?: FetchSchema, check: Validator = findNothing): Promise<Validator> {
  if (!fetchSchema) return check;
  try {
    const [schema, { toIssues }] = await loadPart(() => Promise.all([fetchSchema(), import('#app/core/issues.ts')]));
    return (value) => {
      const { error } = schema.safeParse(value);
      return [...(error ? toIssues(error) : []), ...check(value)];
    };
  } catch {
    return findNothing;
  }
}
