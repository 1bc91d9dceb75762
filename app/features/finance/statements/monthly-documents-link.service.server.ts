import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { asVendorId, idSchema } from '#app/core/ids.ts';
import { LOCALES, type Locale, type Viewer } from '#app/core/viewer.ts';
import type { DocumentLook, Printed } from '#app/features/documents/page.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { MONTHLY_FAMILIES, type MonthlyFamily } from './monthly-document.ts';
import { printMonthlyDocument, printMonthlyDocuments } from './print-monthly-documents.service.server.ts';

/** How long an address shows its papers: long enough to look, to print and to load it again. */
const LASTS_MS = 15 * MINUTE_MS;
const MAX_BYTES = 20_000;

/** What is to be shown: one vendor's paper of a month or, in the marketplace view, those of many vendors. */
export type DocumentsRequest = {
  month: string;
  paper: MonthlyFamily;
  vendors?: readonly bigint[] | undefined;
  requestedVendor?: string | undefined;
  currency?: string | undefined;
  locale?: Locale | undefined;
};

const linkTokenSchema = z.object({
  papersOf: z.string(),
  vendor: z.string(),
  name: z.string(),
  until: z.number(),
  locale: z.enum(LOCALES),
  month: z.string(),
  paper: z.enum(MONTHLY_FAMILIES),
  vendors: z.array(idSchema).optional(),
  requestedVendor: z.string().optional(),
  currency: z.string().optional(),
});

/**
 * An address that shows these papers to whoever has it, for some minutes. They are issued and tried here, so that what is
 * refused is told on the page that asked, and not in an empty tab.
 */
export async function linkMonthlyDocuments(
  ctx: Ctx,
  look: DocumentLook,
  request: DocumentsRequest,
): Promise<{ url: string }> {
  await print(ctx, look, request);
  const { viewer } = ctx;
  const token: z.input<typeof linkTokenSchema> = {
    papersOf: String(viewer.store.id),
    vendor: String(viewer.vendorScope),
    name: viewer.vendorName,
    until: ctx.clock.now().getTime() + LASTS_MS,
    locale: request.locale ?? viewer.locale,
    month: request.month,
    paper: request.paper,
    vendors: request.vendors?.map(String),
    requestedVendor: request.requestedVendor,
    currency: request.currency,
  };
  const encrypted = ctx.vault.seal(deflateRawSync(JSON.stringify(token))).toString('base64url');
  return {
    url: `/api/opened-papers?${new URLSearchParams({ store: viewer.store.domain, ticket: encrypted }).toString()}`,
  };
}

/**
 * The papers that an address was made for, seen as by the one who made it. An address that is old, changed or another store's
 * is link_expired (410).
 */
export async function openMonthlyDocuments(ctx: Ctx, look: DocumentLook, encrypted: string): Promise<Printed> {
  const token = readLinkToken(ctx, encrypted);
  if (token.papersOf !== String(ctx.viewer.store.id) || token.until < ctx.clock.now().getTime()) {
    throw new AppError('link_expired');
  }
  const vendorScope: Viewer['vendorScope'] = token.vendor === '*' ? '*' : asVendorId(BigInt(token.vendor));
  const viewer = { ...ctx.viewer, vendorScope, vendorName: token.name, locale: token.locale };
  return print({ ...ctx, viewer }, look, token);
}

/** One vendor's paper where the viewer acts for it or names it; in the marketplace view else those of many. A foreign one is 404. */
function print(ctx: Ctx, look: DocumentLook, request: DocumentsRequest): Promise<Printed> {
  const { vendorScope } = ctx.viewer;
  if (vendorScope !== '*' && request.vendors?.some((id) => id !== vendorScope)) throw new AppError('not_found');
  const isOne = vendorScope !== '*' || request.requestedVendor !== undefined;
  return isOne ? printMonthlyDocument(ctx, look, request) : printMonthlyDocuments(ctx, look, request);
}

function readLinkToken(ctx: Ctx, encrypted: string): z.output<typeof linkTokenSchema> {
  try {
    const plain = inflateRawSync(ctx.vault.open(Buffer.from(encrypted, 'base64url')), { maxOutputLength: MAX_BYTES });
    return linkTokenSchema.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    // Whatever does not open was not made by us, or with a key that is gone.
    throw new AppError('link_expired');
  }
}
