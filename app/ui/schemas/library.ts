/** What asking a schema takes, in one file that a browser loads when a form is first used. */
export { z } from 'zod';
export { issuesOf } from '#app/core/issues.ts';
