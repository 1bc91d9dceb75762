import { deleteProduct, readProduct, setProductStatus } from '#app/adapters/shopify/products/products.server.ts';
import { listPublications, setPublished } from '#app/adapters/shopify/products/publications.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import { can, marketplaceScope, scopeOf, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails, type QueuedMail } from '#app/platform/mails/mails.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  startActing,
  endActing,
  markDeletedExternally,
  markDeletedHere,
} from '../mirror/external-change.service.server.ts';
import { endExecuted, supersedeDecision } from '../decisions/open-decisions.service.server.ts';
import { withPlace } from '../listing/listing-limit.service.server.ts';
import {
  listAllowedActions,
  PRODUCT_ACTIONS,
  type ProductAction,
  type ProductStatus,
  type Submission,
} from '../product.ts';
import { readRules } from '../form/product-rules.service.server.ts';
import * as repo from '../products.repo.server.ts';
import { requireProduct } from '../products.service.server.ts';

export type Decided = { productId: string; status: ProductStatus | 'DELETED' };

type ProductDecision = {
  productId: bigint;
  action: string;
  note: string | null;
  /** The scheduled decision that this carries out, and whether it was begun before; without one, it is decided now. */
  decision?: { id: bigint; isRepeated: boolean };
};

/**
 * Approves a product, sends it back with a note, or deletes it, at once. Throws not_found (404) for an action that there is not
 * and for a foreign product, missing_permission (403) where only an admin decides, invalid_state (409).
 */
export async function runProductAction(ctx: Ctx, o: ProductDecision): Promise<Decided> {
  const action = PRODUCT_ACTIONS.find((one) => one === o.action);
  if (!action) throw new AppError('not_found');
  const { viewer } = ctx;
  if (action !== 'delete' && !viewer.isAdmin) throw new AppError('missing_permission', { permission: 'switch_vendor' });
  const product = await ctx.db.fast(scopeOf(viewer), (tx) => requireProduct(tx, o.productId));
  const may = listAllowedActions(product, { isAdmin: viewer.isAdmin, mayWrite: can(viewer, 'write_products') });
  // What was begun before may have reached the platform, so that the product stands already as it shall.
  if (!may.includes(action) && !o.decision?.isRepeated)
    throw stateRefuses(action === 'approve' ? 'product_approved' : 'product_archived');
  if (!o.decision) await supersedeDecision(ctx, product.id);
  const note = o.note?.trim() ? o.note.trim() : null;
  const run = async (): Promise<Decided> => {
    await startActing(ctx, product.id, action === 'delete' ? { actor: viewer.actor, note } : undefined);
    const status = await changeAtPlatform(ctx, product, action);
    await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
      if (o.decision) await endExecuted(tx, o.decision.id, ctx.clock.now());
      await writeDecision(ctx, tx, { product, action, note, actor: viewer.actor, ...status });
    });
    return { productId: String(product.id), status: status.status };
  };
  if (action !== 'approve') return run();
  // Only one that was archived takes a place of its vendor's limit by this.
  return withPlace(ctx, { vendor: product.vendorId, key: `product:${product.id}`, productId: product.id }, (slot) => {
    slot.begin();
    return run();
  });
}

/** Who approves where nobody looks: the marketplace lets this vendor's new products go live at once. */
const AUTO_APPROVAL: Actor = { kind: 'system', id: 'auto-approval', name: '', role: 'system' };

/**
 * Approves a product that was just made, for a vendor whose products go live at once. False when the platform could not do
 * it now: the product then waits for an admin like any other.
 */
export async function approveUnseen(ctx: Ctx, productId: bigint): Promise<boolean> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const product = await ctx.db.fast(scope, (tx) => requireProduct(tx, productId));
  try {
    await startActing(ctx, product.id);
    const status = await changeAtPlatform(ctx, product, 'approve');
    await ctx.db.fast(scope, (tx) =>
      writeDecision(ctx, tx, { product, action: 'approve', note: null, actor: AUTO_APPROVAL, ...status }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ err: error, productId: String(productId) }, 'a product was not approved by itself and waits');
    return false;
  }
}

/**
 * Archives a product of the viewer's that was deleted where it comes from, whatever a vendor may do by hand; nothing where it is archived
 * or gone. Done
 * once more it is the same.
 */
export async function archiveProduct(ctx: Ctx, productId: bigint): Promise<void> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const product = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.findProduct(tx, productId));
  if (!product || product.status === 'ARCHIVED') return;
  await supersedeDecision(ctx, productId);
  await startActing(ctx, productId);
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const done = toStatus(await setProductStatus(platform, productId, 'ARCHIVED'), 'ARCHIVED');
  const { actor } = ctx.viewer;
  await ctx.db.fast(scope, (tx) => writeDecision(ctx, tx, { product, action: 'delete', note: null, actor, ...done }));
}

type Outcome = { status: ProductStatus | 'DELETED'; changedAt?: Date | undefined };

/** What the platform has to do. Every step may be repeated, so a decision that broke off in between can be made again. */
async function changeAtPlatform(ctx: Ctx, product: repo.StoredProduct, action: ProductAction): Promise<Outcome> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  if (action === 'delete') {
    const archive = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      repo.hasOpenOrders(tx, product.id),
    );
    if (!archive) {
      await deleteProduct(platform, product.id);
      return { status: 'DELETED' };
    }
    return toStatus(await setProductStatus(platform, product.id, 'ARCHIVED'), 'ARCHIVED');
  }
  if (action === 'unapprove') {
    if (product.status === 'DRAFT') return { status: 'DRAFT' };
    return toStatus(await setProductStatus(platform, product.id, 'DRAFT'), 'DRAFT');
  }
  if (!(await readProduct(platform, product.id))) return { status: 'DELETED' };
  // Active is what the platform tells everybody: it comes last, so that a product is not taken for approved while half of it
  // is still to be done. A draft that is on the channels already is shown nowhere.
  await setPublished(platform, product.id, await channelsFor(ctx, platform), 'on');
  return toStatus(await setProductStatus(platform, product.id, 'ACTIVE'), 'ACTIVE');
}

/**
 * Where approved products are sold: the channels of the rules that the store still has, or all where the rules name none.
 * Throws invalid_state (409) when the store has none of them any more.
 */
async function channelsFor(ctx: Ctx, platform: PlatformClient): Promise<string[]> {
  const { publications } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readRules);
  const channels = (await listPublications(platform)).map((channel) => channel.id);
  if (publications.length === 0) return channels;
  const chosen = channels.filter((id) => publications.includes(id));
  // Approved and sold nowhere is what nobody would notice.
  if (chosen.length === 0) throw stateRefuses('channels_gone');
  return chosen;
}

/** A product that the platform no longer has is gone here too. */
const toStatus = (changedAt: Date | undefined, status: ProductStatus): Outcome =>
  changedAt ? { status, changedAt } : { status: 'DELETED' };

type Decision = Outcome & {
  product: repo.StoredProduct;
  action: ProductAction;
  note: string | null;
  actor: Actor;
};

async function writeDecision(ctx: Ctx, tx: SqlTx, o: Decision): Promise<void> {
  const { product, action, note, status, actor } = o;
  const at = ctx.clock.now();
  const { id: productId, vendorId } = product;
  await endActing(tx, productId);
  if (status === 'DELETED') {
    // Where something else was asked for, it was gone at the platform already.
    await (action === 'delete'
      ? markDeletedHere(tx, productId, { actor, note }, at)
      : markDeletedExternally(tx, [productId], at));
    return;
  }
  await repo.markSubmission(tx, productId, {
    submission: submissionAfter(product, action),
    status,
    changedAt: o.changedAt,
  });
  if (note) await repo.insertNote(tx, { productId, vendorId, author: actor.name, role: actor.role, text: note, at });
  const word = status === 'ARCHIVED' ? 'archived' : AUDIT_WORDS[action];
  await recordAudit(tx, [
    {
      subject: 'product',
      subjectId: String(productId),
      vendorId,
      action: word,
      actor,
      note,
      detail: { status: [product.status, status] },
      at,
    },
  ]);
  const template = MAILS[action];
  if (template && vendorId !== null) {
    await queueMails(tx, ctx, [
      {
        dedupeKey: `${template}:${productId}:${at.toISOString()}`,
        template,
        audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
        params: { productId: String(productId), note: note ?? '' },
        dueAt: at,
        createdAt: at,
      },
    ]);
  }
}

const AUDIT_WORDS: Record<ProductAction, string> = { approve: 'approved', unapprove: 'sent_back', delete: 'deleted' };
const MAILS: Record<ProductAction, QueuedMail['template'] | undefined> = {
  approve: 'product-approved',
  unapprove: 'product-unapproved',
  delete: undefined,
};

function submissionAfter(product: repo.StoredProduct, action: ProductAction): Submission {
  if (action === 'approve') return 'approved';
  return action === 'unapprove' ? 'sent_back' : product.submission;
}
