import type { OutputOf } from '#app/core/endpoint.ts';
import type { readTemplateEndpoint } from '../templates.contract.ts';

/** A template as it was last read or saved. */
export type StoredTemplate = OutputOf<typeof readTemplateEndpoint>;

/** What stands in the editor's fields. */
export type Wording = { subject: string; htmlBody: string };
