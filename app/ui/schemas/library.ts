import { z } from 'zod';
import { toIssues } from '#app/core/issues.ts';

/** What asking a schema takes, in one file that a browser loads when a form is first used. */
export const library = { z, issuesOf: toIssues };
