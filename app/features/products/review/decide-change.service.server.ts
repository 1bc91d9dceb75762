import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { applyDifferences, compareWithLive } from './apply-differences.ts';
import { stable, type ChangeField, type Content } from './differences.ts';
import { asLogged, chooseFields, decide, OUTCOME_OF, type ChangeAction, type WaitingField } from './product-change.ts';
import type { ChangeDto } from './product-changes.contract.ts';
import * as repo from './product-changes.repo.server.ts';
import { readChange, requireChange } from './product-changes.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import { insertNote } from '../products.repo.server.ts';
import { readBeforeChange } from '../mirror/refresh.service.server.ts';
import { saveProduct } from '../editing/save-product.service.server.ts';

/** How long somebody who applies fields keeps others from deciding; then their process is taken for gone. */
const CLAIM_MS = 120_000;

export type ChangeDecision = {
  action: ChangeAction;
  fields?: readonly ChangeField[] | undefined;
  note: string | null;
  seen?: string | undefined;
};

/**
 * Applies, declines or withdraws what waits, as a whole or by field. May be repeated: what was decided alike is done. Throws
 * missing_permission (403) where only an admin decides, conflict (409) when the change or the live product is another than was
 * looked at, invalid_state (409) for what was decided otherwise.
 */
export async function decideChange(ctx: Ctx, id: bigint, o: ChangeDecision): Promise<{ change: ChangeDto }> {
  const { viewer } = ctx;
  await ctx.db.fast(scopeOf(viewer), (tx) => requireChange(tx, ctx, id));
  if (o.action !== 'withdraw' && !viewer.isAdmin)
    throw new AppError('missing_permission', { permission: 'switch_vendor' });
  const note = o.note?.trim() ? o.note.trim() : null;
  if (o.action === 'apply') await apply(ctx, id, { ...o, note });
  else {
    await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
      const fields = await take(ctx, tx, id, o);
      if (fields) await finish(ctx, tx, { id, fields, action: o.action, note });
    });
  }
  return readChange(ctx, id);
}

/** The waiting fields that a decision is about, locked; undefined when it was made already. */
async function take(
  ctx: Ctx,
  tx: SqlTx,
  id: bigint,
  o: { action: ChangeAction; fields?: readonly ChangeField[] | undefined },
): Promise<WaitingField[] | undefined> {
  const change = await repo.findChange(tx, id, { lock: true });
  if (!change) throw new AppError('not_found');
  const chosen = chooseFields(change, o.action, o.fields);
  if (chosen.kind === 'decided') throw stateRefuses('change_decided');
  if (chosen.kind === 'done') return undefined;
  const age = change.claimedAt ? ctx.clock.now().getTime() - change.claimedAt.getTime() : CLAIM_MS;
  if (age < CLAIM_MS) throw stateRefuses('change_in_progress');
  return chosen.fields;
}

/**
 * Writes the wanted values by the one way in which products are saved, and notes them as applied. When it breaks off, the
 * fields wait on; applying them again writes what is there already and ends it.
 */
async function apply(ctx: Ctx, id: bigint, o: ChangeDecision): Promise<void> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const { change } = await ctx.db.fast(scope, (tx) => requireChange(tx, ctx, id));
  const { productId } = change;
  await readBeforeChange(ctx, productId);
  const started = await ctx.db.fast(scope, async (tx) => {
    const fields = await take(ctx, tx, id, o);
    if (!fields) return undefined;
    const { live, seen } = await requireChange(tx, ctx, id);
    const hasMoved = fields.some((one) => compareWithLive(live, one) === 'moved');
    if (o.seen === undefined ? hasMoved : o.seen !== seen) throw new AppError('conflict');
    await repo.claimChange(tx, id, ctx.clock.now());
    return { fields, live };
  });
  if (!started) return;
  try {
    await saveProduct(ctx, toInput(productId, started.live, started.fields));
  } catch (error) {
    await ctx.db.fast(scope, (tx) => repo.claimChange(tx, id, null));
    throw error;
  }
  await ctx.db.fast(scope, (tx) => finish(ctx, tx, { id, fields: started.fields, action: 'apply', note: o.note }));
}

/** The live product with the applied fields as a save takes it; specifications that are not among them are left alone. */
function toInput(id: bigint, live: Content, fields: readonly WaitingField[]): ProductInput {
  const { variants, media, title, bodyHtml, options, seo } = applyDifferences(live, fields);
  return {
    id,
    title,
    bodyHtml,
    options,
    seo,
    metafields: fields.flatMap((one) => (one.field === 'specifications' ? one.new : [])),
    media: media.map((medium) => ({ ...medium })),
    variants: variants.map((variant) => ({
      ...variant,
      dimensions: variant.dimensions ?? null,
      localPickup: variant.localPickup ?? null,
      media: variant.media ?? null,
    })),
  };
}

type Finished = { id: bigint; fields: readonly WaitingField[]; action: ChangeAction; note: string | null };

/** Notes a decision with its reason, and tells the vendor. What the vendor wanted otherwise meanwhile waits on. */
async function finish(ctx: Ctx, tx: SqlTx, o: Finished): Promise<void> {
  const { actor } = ctx.viewer;
  const at = ctx.clock.now();
  const change = await repo.findChange(tx, o.id, { lock: true });
  if (!change) throw new AppError('not_found');
  const wanted = new Map(o.fields.map((one) => [one.field, stable(one.new)]));
  const isDecided = (one: WaitingField) => wanted.get(one.field) === stable(one.new);
  const fields = change.fields.filter(isDecided);
  if (fields.length === 0) return repo.claimChange(tx, o.id, null);
  const outcome = OUTCOME_OF[o.action];
  const decision = { outcome, note: o.note, decidedBy: actor, decidedAt: at.toISOString() };
  await repo.writeChange(tx, o.id, {
    fields: change.fields.filter((one) => !isDecided(one)),
    decided: decide(change.decided, fields, decision),
    at,
  });
  const { productId, vendorId } = change;
  if (o.note && o.action !== 'withdraw') {
    await insertNote(tx, { productId, vendorId, author: actor.name, role: actor.role, text: o.note, at });
  }
  await recordAudit(tx, [
    {
      subject: 'product',
      subjectId: String(productId),
      vendorId,
      action: `change_${outcome}`,
      actor,
      note: o.note,
      detail: { change: String(o.id), fields: asLogged(fields) },
      at,
    },
  ]);
  if (o.action === 'withdraw' || vendorId === null) return;
  const template = o.action === 'apply' ? 'product-approved' : 'product-unapproved';
  await queueMails(tx, ctx, [
    {
      dedupeKey: `${template}:change:${o.id}:${change.revision}`,
      template,
      audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
      params: { productId: String(productId), changeId: String(o.id), isChange: true, note: o.note ?? '' },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
