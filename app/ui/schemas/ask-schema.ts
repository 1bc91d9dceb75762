import type { z } from 'zod';
import type { Issue } from '#app/core/errors.ts';
import { holdLibrary } from './remembered-zod.ts';

let issuesOf: (typeof import('./library.ts'))['library']['issuesOf'] | undefined;
let loading: Promise<void> | undefined;

/** Whether schemas can be asked now. */
export const hasSchemas = (): boolean => issuesOf !== undefined;

/** Loads what asking a schema takes, once. Never rejects: where it cannot be loaded, the server alone judges, in the same words. */
export function loadSchemas(): Promise<void> {
  loading ??= import('./library.ts').then(
    ({ library }) => {
      holdLibrary(library.z);
      issuesOf = library.issuesOf;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The issues of a value; none while schemas are not loaded. */
export function askSchema(schema: z.ZodType, value: unknown): Issue[] {
  if (!issuesOf) return [];
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : issuesOf(parsed.error);
}
