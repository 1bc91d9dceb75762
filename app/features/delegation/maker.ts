import type { Actor } from '#app/core/viewer.ts';

/** Whoever made what acts later in a vendor's name, without a name: `person:12` or, of the store's staff, `staff:9001`. */
export type Maker = { kind: 'person' | 'staff'; id: string };

const FORM = /^(person|staff):(\d{1,30})$/;

/** A maker as it is stored. Throws for an actor that is no person: only people make what acts later. */
export function toStoredMaker({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  const stored = `${kind}:${id}`;
  if (!FORM.test(stored)) throw new Error('only a person makes what acts later');
  return stored;
}

/** A stored maker; undefined for a text that names nobody. */
export function parseMaker(stored: string): Maker | undefined {
  const [, kind, id] = FORM.exec(stored) ?? [];
  return id !== undefined && (kind === 'person' || kind === 'staff') ? { kind, id } : undefined;
}

/** What can act in somebody's name: an API key, the vendor's spreadsheet, its own store, an endpoint that is told what happens, a file that is imported by itself. */
export const MADE_KINDS = ['key', 'sheet', 'store', 'webhook', 'schedule'] as const;
export type MadeKind = (typeof MADE_KINDS)[number];
