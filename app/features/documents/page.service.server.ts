import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, type Locale } from '#app/core/viewer.ts';
import type { DocumentTemplateName } from '#app/platform/mails/documents.ts';
import type { MailLook } from '#app/platform/mails/mail.ts';
import { readOverrides } from '#app/platform/mails/mails.service.server.ts';
import { renderDocuments } from '#app/platform/mails/render-document.server.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import { keyOfAddress } from '#app/platform/uploads/upload.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { formatCountry } from '#app/ui/i18n/country.ts';
import { formatMoney, formatPercent } from '#app/ui/money/format.ts';
import { formatFullDay } from '#app/ui/time/format.ts';
import type { DocumentFormat } from './variables.ts';

/** How the store's documents look; composed in main. */
export type DocumentLook = (tx: SqlTx, store: Store) => Promise<MailLook>;

/** A page of documents, and what a file of it is called. All that it shows is in it: it loads nothing. */
export type Printed = { html: string; name: string };

/** One document of a page: its template with the values of its variables. */
export type DocumentOfPage = { template: DocumentTemplateName; params: object };

/** Draws documents as one page, in the store's look and its own wording of their templates. */
export async function renderPage(
  ctx: Ctx,
  look: DocumentLook,
  locale: Locale,
  documents: readonly DocumentOfPage[],
): Promise<Printed> {
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  if (!store) throw new AppError('store_unknown');
  const { overrides, shown } = await ctx.db.fast(marketplaceScope(store.id), async (tx) => ({
    overrides: await readOverrides(tx, locale),
    shown: await look(tx, store),
  }));
  const logo = await readLogo(ctx, shown.logo);
  const page = renderDocuments({
    documents: documents.map((one) => ({ ...one, override: overrides.get(one.template) })),
    locale,
    look: logo === null ? withoutPicture(shown) : shown,
    logo,
  });
  const name = documents.length === 1 ? page.subject : `${page.subject} ${documents.length}`;
  return { html: page.html, name };
}

/** How a language writes what the store's documents say. */
export function formatOf(ctx: Ctx, locale: Locale): DocumentFormat {
  const { timezone } = ctx.viewer.store;
  return {
    locale,
    money: (value) => formatMoney(value, locale),
    percent: (percent) => formatPercent(percent, locale),
    day: (at) => formatFullDay(at, { locale, timezone, now: at }),
    country: (code) => formatCountry(code, locale),
  };
}

const LOGO_FOLDERS = ['logo-text', 'logo-registration'];
const PICTURE_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};
const MAX_LOGO_BYTES = 1_000_000;

/** The store's own uploaded logo as an address that holds it; null for any other, which a page to print does not load. */
async function readLogo(ctx: Ctx, logo: MailLook['logo']): Promise<string | null> {
  const key = logo.kind === 'image' ? keyOfAddress(logo.src) : undefined;
  const type = PICTURE_TYPES[key?.split('.').pop()?.toLowerCase() ?? ''];
  const isOwn = LOGO_FOLDERS.some((folder) => key?.startsWith(`${folder}/${ctx.viewer.store.id}/`));
  if (key === undefined || type === undefined || !isOwn) return null;
  const bytes = await ctx.adapters.files.readBytes(key);
  if (!bytes || bytes.length > MAX_LOGO_BYTES) return null;
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** The store is called by its name where its picture cannot be had. */
function withoutPicture(look: MailLook): MailLook {
  return look.logo.kind === 'image' ? { ...look, logo: { kind: 'text', text: look.storeName } } : look;
}
