import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { maskText } from '#app/core/contact-masking/masking.ts';
import { findBannedAt, isBuyerBanned } from '#app/platform/buyer-bans/buyer-bans.service.server.ts';
import { buildBuyerKey, type BuyerIdentity } from '#app/platform/buyer-bans/buyer-identity.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { findActiveVendorByHandle } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { BUYER } from './buyer-actor.ts';
import { toAbout, readStateOf, toMessageDto } from './conversation-dto.server.ts';
import { hasUnread, MAIL_EVERY_MINUTES, MAX_MESSAGES, MAX_NEW_AN_HOUR, MAX_SHOWN } from './conversation.ts';
import type { StartedDto, StartInput, ThreadDto, UpdateInput } from './buyer-thread.contract.ts';
import * as repo from './conversations.repo.server.ts';
import * as unreadMessagesRepoServer from './unread-messages.repo.server.ts';
import type { ConversationRow } from './conversations.repo.server.ts';
import { listMessages } from './messages.repo.server.ts';
import { findProduct } from './subjects.repo.server.ts';
import { pictureAddresses, storePicture } from './pictures/message-pictures.service.server.ts';
import { createThreadToken, readThreadToken } from './thread-link.server.ts';
import {
  areConversationsOn,
  newMessageMail,
  requireConversations,
  writeMessage,
} from './write-message.service.server.ts';

const HOUR = 3_600;
/** Where a buyer's request comes from: its network address, and the store's customer where the platform vouches for one. */
export type BuyerOrigin = { address: string; customerId: bigint | null };

/**
 * Takes the first message of a buyer to a vendor, or for a customer of the store the next one. An address alone proves nobody: where
 * it has a conversation about the same thing already, nothing is written and its link is mailed. A banned buyer's message is
 * dropped and answered alike. Throws feature_disabled (404), not_found (404) for what is not on sale, rate_limited (429).
 */
export async function startConversation(ctx: Ctx, input: StartInput, from: BuyerOrigin): Promise<StartedDto> {
  const { store, locale } = ctx.viewer;
  const about = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireConversations(tx);
    return findSubject(tx, input);
  });
  if (!about) throw new AppError('not_found');
  const identity: BuyerIdentity = { customerId: from.customerId, email: input.email };
  await ctx.limits.hit(`chat|${store.id}|new|${from.address}`, MAX_NEW_AN_HOUR, HOUR);
  await countMessage(ctx, buildBuyerKey(identity), from.address);
  const picture = await storePicture(ctx, input.image);
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (await isBuyerBanned(tx, identity)) return { conversationId: String(await repo.takeId(tx)), token: null };
    const key = { vendorId: about.vendorId, buyerKey: buildBuyerKey(identity), subject: about.subject };
    const started = await repo.insertConversation(tx, {
      ...key,
      ...identity,
      locale,
      product: about.product,
      order: null,
      at: ctx.clock.now(),
      buyerName: maskText(input.name.trim()).text,
    });
    const id = started ?? (await repo.findByKey(tx, key))?.id;
    const conversation = id === undefined ? undefined : await repo.findConversation(tx, id, { lock: true });
    if (!conversation) throw new AppError('not_found');
    const shut: StartedDto = { conversationId: String(conversation.id), token: null };
    if (conversation.archivedAt !== null) return shut;
    if (started === undefined && from.customerId === null) {
      await mailLink(ctx, tx, conversation);
      return shut;
    }
    await writeMessage(ctx, tx, conversation, {
      sender: 'buyer',
      text: input.text,
      picture,
      actor: BUYER,
      byMarketplace: false,
    });
    return { ...shut, token: computeToken(ctx, conversation, from.customerId !== null) };
  });
}

/** Writes a buyer's message by the token of its link, or notes what it has read. Throws link_expired (410), rate_limited (429). */
export async function updateThread(ctx: Ctx, input: UpdateInput, address: string): Promise<ThreadDto> {
  const { store } = ctx.viewer;
  const isMessage = input.image !== null || (input.text ?? '') !== '';
  if (isMessage) {
    const known = readThreadToken(ctx, input.token, store.id);
    if (!known) throw new AppError('link_expired');
    await countMessage(ctx, `conversation:${known.id}`, address);
  }
  const picture = await storePicture(ctx, input.image);
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireConversations(tx);
    const conversation = await findByToken(ctx, tx, input.token, { lock: true });
    if (!conversation) throw new AppError('link_expired');
    const isProven = readThreadToken(ctx, input.token, store.id)?.isProven;
    if (isProven && conversation.customerId === null) await repo.markProven(tx, conversation.id, ctx.clock.now());
    if (input.readId !== undefined) await unreadMessagesRepoServer.markRead(tx, conversation.id, 'buyer', input.readId);
    if (!isMessage) return readThread(ctx, tx, conversation.id);
    if (await isBuyerBanned(tx, conversation)) {
      return withDropped(ctx, tx, await readThread(ctx, tx, conversation.id), input.text ?? '');
    }
    await writeMessage(ctx, tx, conversation, {
      sender: 'buyer',
      text: input.text ?? '',
      picture,
      actor: BUYER,
      byMarketplace: false,
    });
    return readThread(ctx, tx, conversation.id);
  });
}

/** The thread as it would be answered with a message that is dropped: nothing of it is stored. */
export async function withDropped(ctx: Ctx, tx: SqlTx, thread: ThreadDto, text: string): Promise<ThreadDto> {
  const id = String(await repo.takeId(tx));
  const message: ThreadDto['messages'][number] = {
    id,
    conversationId: thread.conversationId,
    sender: 'buyer',
    byMarketplace: false,
    text: maskText(text).text,
    image: null,
    imageSize: null,
    createdAt: ctx.clock.now().toISOString(),
    seen: false,
  };
  return { ...thread, messages: [...thread.messages, message] };
}

/** The thread of a token; undefined where the token is not ours, is over, or what it opens was archived or erased. */
export function findThread(ctx: Ctx, token: string): Promise<ThreadDto | undefined> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    if (!(await areConversationsOn(tx))) return undefined;
    const conversation = await findByToken(ctx, tx, token);
    return conversation && readThread(ctx, tx, conversation.id);
  });
}

/** What the block of a product's or a vendor's page shows: whether it is on, and the conversation of a token or of a customer of the store. */
export async function readBlock(
  ctx: Ctx,
  o: Wanted & { token: string; customerId: bigint | null },
): Promise<{ enabled: boolean; thread: ThreadDto | null; token: string | null }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    if (!(await areConversationsOn(tx))) return { enabled: false, thread: null, token: null };
    const conversation = o.token === '' ? await findOfCustomer(tx, o) : await findByToken(ctx, tx, o.token);
    if (!conversation) return { enabled: true, thread: null, token: null };
    const token = o.token === '' ? computeToken(ctx, asBeforeBan(conversation), true) : o.token;
    return { enabled: true, thread: await readThread(ctx, tx, conversation.id), token };
  });
}

type Wanted = { productId?: bigint | undefined; vendor?: string | undefined };

/** The conversation of a customer about what a page shows; undefined for a guest, and where there is none. */
async function findOfCustomer(
  tx: SqlTx,
  { customerId, ...wanted }: Wanted & { customerId: bigint | null },
): Promise<ConversationRow | undefined> {
  const about = customerId === null ? undefined : await findSubject(tx, wanted);
  if (!about) return undefined;
  const buyerKey = buildBuyerKey({ customerId, email: null });
  const found = await repo.findByKey(tx, { vendorId: about.vendorId, buyerKey, subject: about.subject });
  return found && (found.archivedAt === null || (await isArchivedByBan(tx, found))) ? found : undefined;
}

/** The conversation of a token; undefined where it opens none. */
export async function findByToken(
  ctx: Ctx,
  tx: SqlTx,
  token: string,
  o: { lock?: boolean } = {},
): Promise<ConversationRow | undefined> {
  const claim = readThreadToken(ctx, token, ctx.viewer.store.id);
  if (!claim) return undefined;
  const found = await repo.findConversation(tx, claim.id, o);
  if (!found || found.generation !== claim.generation + ((await isArchivedByBan(tx, found)) ? 1 : 0)) return undefined;
  if (found.archivedAt !== null && found.generation === claim.generation) return undefined;
  // Whoever only typed the address must not read on with its owner.
  return found.provenAt !== null && !claim.isProven ? undefined : found;
}

/** A conversation that its buyer finds is archived by a ban alone: its links are those of the generation before. */
const asBeforeBan = (row: ConversationRow): ConversationRow =>
  row.archivedAt === null ? row : { ...row, generation: row.generation - 1 };

/** Whether a conversation left both sides' sight because its buyer was banned, who is not to notice. */
export async function isArchivedByBan(tx: SqlTx, row: ConversationRow): Promise<boolean> {
  if (row.archivedAt === null) return false;
  const bannedAt = await findBannedAt(tx, row);
  return bannedAt !== undefined && row.archivedAt >= bannedAt;
}

const computeToken = (ctx: Ctx, { id, generation }: ConversationRow, isProven: boolean): string =>
  createThreadToken(ctx, { id, generation, isProven, storeId: ctx.viewer.store.id });

/** Mails a guest the link of a conversation that only the mailbox may open, once in ten minutes. */
async function mailLink(ctx: Ctx, tx: SqlTx, conversation: ConversationRow): Promise<void> {
  if (conversation.email === null) return;
  const at = ctx.clock.now();
  const span = Math.floor(at.getTime() / (MAIL_EVERY_MINUTES * MINUTE_MS));
  const audience = { kind: 'address', address: conversation.email } as const;
  const mail = newMessageMail(conversation, 'buyer', { audience, dueAt: at, at });
  await queueMails(tx, ctx, [
    { ...mail, dedupeKey: `conversation-link:${conversation.id}:${span}`, params: { ...mail.params, isLink: true } },
  ]);
}

type Subject = { vendorId: bigint; subject: string; product: { id: bigint; title: string } | null };

/** What is written about: a product on sale, else a vendor by its handle; undefined for what shoppers cannot see. */
async function findSubject(tx: SqlTx, { productId, vendor: handle }: Wanted): Promise<Subject | undefined> {
  if (productId !== undefined) {
    const product = await findProduct(tx, productId);
    const subject = `product:${productId}`;
    return product && { vendorId: product.vendorId, subject, product: { id: productId, title: product.title } };
  }
  const vendor = handle ? await findActiveVendorByHandle(tx, handle.toLowerCase()) : undefined;
  return vendor && { vendorId: vendor.id, subject: 'vendor', product: null };
}

/** Counts a message against the limits: of its sender first, so that nobody uses up what is everybody's. */
export async function countMessage(ctx: Ctx, buyer: string, address: string): Promise<void> {
  const store = `chat|${ctx.viewer.store.id}`;
  await ctx.limits.hit(`${store}|from|${address}`, MAX_MESSAGES.addressAnHour, HOUR);
  await ctx.limits.hit(`${store}|${buyer}`, MAX_MESSAGES.buyerAnHour, HOUR);
  await ctx.limits.hit(store, MAX_MESSAGES.storeAnHour, HOUR);
}

/** A conversation as its buyer sees it: masked, without anybody's address. */
export async function readThread(ctx: Ctx, tx: SqlTx, id: bigint): Promise<ThreadDto> {
  const row = await repo.findConversation(tx, id);
  if (!row) throw new AppError('link_expired');
  const messages = await listMessages(tx, id, MAX_SHOWN);
  const addresses = await pictureAddresses(
    ctx,
    messages.map(({ pictureKey }) => pictureKey),
  );
  const unread = hasUnread(readStateOf(row), 'buyer')
    ? await unreadMessagesRepoServer.countUnread(tx, [id], 'buyer')
    : new Map<bigint, number>();
  return {
    conversationId: String(id),
    seller: row.vendor,
    about: toAbout(row),
    messages: messages.map((message) => {
      const { original: _original, ...shown } = toMessageDto(row, message, { side: 'buyer', addresses });
      return shown;
    }),
    unreadCount: unread.get(id) ?? 0,
    reported: row.buyerReported,
    version: [
      row.buyerReported,
      row.generation,
      messages.at(-1)?.id ?? 0n,
      row.buyerReadId,
      row.sellerReadId,
      row.adminReadId,
    ].join('.'),
  };
}
