import { MINUTE_MS } from '#app/core/durations.ts';
import { asVendorId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { queueMails, type MailAudience } from '#app/platform/mails/mails.service.server.ts';
import { findActiveVendorByHandle } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  MAX_MESSAGES_AN_HOUR,
  oneLine,
  readFormFields,
  SAME_MESSAGE_MINUTES,
  type FormField,
  type MessageKind,
} from './contact.ts';
import * as repo from './messages.repo.server.ts';

const HOUR = 3_600;

type Letter = {
  kind: MessageKind;
  email: string | null;
  name: string;
  body: string;
  fields: readonly FormField[];
  vendor: string | undefined;
};

type Trapped = { website?: string | undefined };
type SendInput = Trapped & { email: string; body: string; name?: string | undefined };

/** Takes a message to the marketplace. What a bot wrote is answered alike and kept nowhere. */
export async function sendMessage(ctx: Ctx, input: SendInput, address: string): Promise<{ ok: true }> {
  if (isTrapped(input)) return { ok: true };
  const { email, body, name = '' } = input;
  await takeLetter(ctx, address, { kind: 'message', email, body, name, fields: [], vendor: undefined });
  return { ok: true };
}

type FormInput = Trapped & { data: Readonly<Record<string, string>>; vendor?: string | undefined };

/** Takes a theme's own form, to the approved vendor whose handle it names or else to the marketplace. */
export async function sendContactForm(ctx: Ctx, input: FormInput, address: string): Promise<{ ok: true }> {
  if (isTrapped(input)) return { ok: true };
  const read = readFormFields(input.data);
  await takeLetter(ctx, address, { kind: 'form', body: '', vendor: input.vendor, ...read });
  return { ok: true };
}

/** A field that no person sees was filled in. */
const isTrapped = ({ website = '' }: Trapped): boolean => website.trim() !== '';

async function takeLetter(ctx: Ctx, address: string, letter: Letter): Promise<void> {
  const storeId = ctx.viewer.store.id;
  await ctx.limits.hit(`contact|${storeId}|from|${address}`, MAX_MESSAGES_AN_HOUR.address, HOUR);
  if (letter.email) await ctx.limits.hit(`contact|${storeId}|${letter.email}`, MAX_MESSAGES_AN_HOUR.email, HOUR);
  await ctx.limits.hit(`contact|${storeId}`, MAX_MESSAGES_AN_HOUR.store, HOUR);
  const { vendor: named, ...content } = letter;
  const handle = oneLine(named ?? '').toLowerCase();
  await ctx.db.fast(marketplaceScope(storeId), async (tx) => {
    const vendor = handle === '' ? undefined : await findActiveVendorByHandle(tx, handle);
    const at = ctx.clock.now();
    const message = {
      ...content,
      vendorId: vendor?.id ?? null,
      askedFor: vendor || handle === '' ? null : handle,
      digest: hashToken(JSON.stringify([handle, content])),
      at,
    };
    const id = await repo.insertMessage(tx, message, new Date(at.getTime() - SAME_MESSAGE_MINUTES * MINUTE_MS));
    if (id !== undefined) await notify(tx, ctx, id, vendor);
  });
}

/** Mails whoever is to read it. The people of a vendor that the marketplace manages are the marketplace's own. */
async function notify(
  tx: SqlTx,
  ctx: Ctx,
  id: bigint,
  vendor: { id: bigint; managedByMarketplace: boolean } | undefined,
): Promise<void> {
  const at = ctx.clock.now();
  const mail = { params: { messageId: String(id) }, dueAt: at, createdAt: at };
  const toVendor = vendor && !vendor.managedByMarketplace ? vendor : undefined;
  const audience: MailAudience = toVendor ? { kind: 'vendor', vendorId: asVendorId(toVendor.id) } : { kind: 'admins' };
  await queueMails(tx, ctx, [
    toVendor
      ? { ...mail, dedupeKey: `vendor-contact-message:${id}`, template: 'vendor-contact-message', audience }
      : { ...mail, dedupeKey: `marketplace-contact-message:${id}`, template: 'marketplace-contact-message', audience },
  ]);
}
