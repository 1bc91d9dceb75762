import { readDisplay } from '#app/features/registration/field-display.ts';
import type { FieldDefinition } from '#app/features/registration/registration.ts';
import { readRegistration } from '#app/features/registration/registration.service.server.ts';
import { vendorKey } from '#app/features/vendors/vendor.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readPageSettings } from './page-settings.service.server.ts';
import { pageFields } from './vendor-page.ts';
import * as repo from './vendor-page.repo.server.ts';

/** What anybody may know of a vendor: its approved page. */
export type PublicPage = {
  title: string;
  handle: string;
  collectionUrl: string;
  imageUrl: string;
  description: string;
  fields: Record<string, string | string[]>;
};

/** A file is private and a video's or picture's stored value says more than its address, so that only the latter is told. */
const PRIVATE_TYPES = new Set<FieldDefinition['type']>(['file', 'terms']);

/**
 * The approved pages of the store that the storefront shows, or the one of a named vendor: none while pages are switched
 * off. Fields are those with the tick "show on vendor page" that are for everybody.
 */
export async function listPublicPages(
  tx: SqlTx,
  o: { store: string; limit: number; name?: string },
): Promise<PublicPage[]> {
  const { enabled } = await readPageSettings(tx);
  if (!enabled) return [];
  const { fields } = await readRegistration(tx);
  const shown = new Set(
    pageFields(fields)
      .filter((field) => readDisplay(field.description).show && !PRIVATE_TYPES.has(field.type))
      .map((field) => field.key),
  );
  const rows = await repo.listPublicPages(tx, {
    limit: o.limit,
    ...(o.name === undefined ? {} : { key: vendorKey(o.name) }),
  });
  return rows.map((row) => ({
    title: row.name,
    handle: row.handle,
    collectionUrl: `https://${o.store}/collections/${row.collectionHandle}`,
    imageUrl: row.live.imageUrl,
    description: row.live.description,
    fields: Object.fromEntries(
      row.live.fields
        .filter(({ key, value }) => shown.has(key) && value !== '' && value !== false)
        .map(({ key, value }) => [key, publicValue(value)]),
    ),
  }));
}

function publicValue(value: string | boolean | string[]): string | string[] {
  if (Array.isArray(value)) return value.map(addressOf);
  return typeof value === 'boolean' ? String(value) : addressOf(value);
}

/** `UPLOAD_ME#IMAGE#https://…` is its address; several stand in lines. */
const addressOf = (value: string): string => value.replace(/^UPLOAD_ME#[A-Z_]+#/gm, '');
