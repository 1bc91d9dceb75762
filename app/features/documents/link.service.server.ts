import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { asVendorId, idSchema } from '#app/core/ids.ts';
import { LOCALES, type Viewer } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { PRINTED_KINDS } from '#app/features/orders/printing/printed.ts';
import type { DocumentLook, Printed } from './page.service.server.ts';
import { printDocuments, type PrintRequest } from './print.service.server.ts';

/** How long an address shows its documents: long enough to look, to print and to load it again. */
const LASTS_MS = 15 * MINUTE_MS;
const MAX_BYTES = 20_000;

const linkTokenSchema = z.object({
  store: z.string(),
  vendor: z.string(),
  name: z.string(),
  until: z.number(),
  locale: z.enum(LOCALES),
  kind: z.enum(PRINTED_KINDS),
  orders: z.array(idSchema),
  refund: idSchema.optional(),
  of: z.string().optional(),
});

/**
 * An address that shows these documents to whoever has it, for some minutes. They are issued and tried here, so that what is
 * refused is told on the page that asked, and not in an empty tab.
 */
export async function linkDocuments(ctx: Ctx, look: DocumentLook, request: PrintRequest): Promise<{ url: string }> {
  await printDocuments(ctx, look, request);
  const { viewer } = ctx;
  const token: z.input<typeof linkTokenSchema> = {
    store: String(viewer.store.id),
    vendor: String(viewer.vendorScope),
    name: viewer.vendorName,
    until: ctx.clock.now().getTime() + LASTS_MS,
    locale: request.locale ?? viewer.locale,
    kind: request.kind,
    orders: request.orders.map(String),
    refund: request.refund === undefined ? undefined : String(request.refund),
    of: request.vendor,
  };
  const encrypted = ctx.vault.seal(deflateRawSync(JSON.stringify(token))).toString('base64url');
  const query = new URLSearchParams({ store: viewer.store.domain, ticket: encrypted });
  return { url: `/api/documents/opened?${query.toString()}` };
}

/**
 * The documents that an address was made for, seen as by the one who made it. An address that is old, changed or another
 * store's is link_expired (410).
 */
export async function openLink(ctx: Ctx, look: DocumentLook, encrypted: string): Promise<Printed> {
  const token = readLinkToken(ctx, encrypted);
  const { store } = ctx.viewer;
  if (token.store !== String(store.id) || token.until < ctx.clock.now().getTime()) throw new AppError('link_expired');
  const { kind, orders, refund, of: vendor, locale } = token;
  const vendorScope: Viewer['vendorScope'] = token.vendor === '*' ? '*' : asVendorId(BigInt(token.vendor));
  const viewer = { ...ctx.viewer, vendorScope, vendorName: token.name, locale };
  return printDocuments({ ...ctx, viewer }, look, { kind, orders, refund, vendor, locale });
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
