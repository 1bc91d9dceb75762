import type { z } from 'zod';
import type { Issue } from '#app/core/errors.ts';
import { holdLibrary } from './remembered-zod.ts';

let library: typeof import('./library.ts') | undefined;
let loading: Promise<void> | undefined;

/** Whether schemas can be asked now. */
export const hasSchemas = (): boolean => library !== undefined;

/** Loads what asking a schema takes, once. Never rejects: where it cannot be loaded, the server alone judges, in the same words. */
export function loadSchemas(): Promise<void> {
  loading ??= import('./library.ts').then(
    (loaded) => {
      holdLibrary(loaded.z);
      library = loaded;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The issues of a value; none while schemas are not loaded. */
export function askSchema(schema: z.ZodType, value: unknown): Issue[] {
  if (!library) return [];
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : library.issuesOf(parsed.error);
}
