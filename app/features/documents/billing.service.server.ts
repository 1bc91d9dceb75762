import { AppError, stateRefuses, managersOnly } from '#app/core/errors.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { billingSchema, NO_BILLING, type Billing } from './document-settings.ts';
import type { BillingForm } from './documents.contract.ts';
import * as repo from './documents.repo.server.ts';

/** Who the vendor is on invoices in its name. In the marketplace view there is no vendor: invalid_state (409). */
export async function readBillingForm(ctx: Ctx): Promise<BillingForm> {
  const vendorId = requireVendorView(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const stored = (await repo.findBilling(tx, [vendorId])).get(vendorId);
    return stored
      ? { billing: billingSchema.parse({ ...NO_BILLING, ...stored.details }), version: stored.version }
      : { billing: NO_BILLING, version: 0 };
  });
}

/** Saves it and notes who did; only for those who lead the vendor, and admins. Throws conflict (409) over a later save. */
export async function saveBillingForm(ctx: Ctx, form: BillingForm): Promise<BillingForm> {
  const vendorId = requireVendorView(ctx);
  const { viewer } = ctx;
  if (!mayWriteBilling(ctx)) throw managersOnly();
  const at = ctx.clock.now();
  await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const before = (await repo.findBilling(tx, [vendorId])).get(vendorId);
    if ((before?.version ?? 0) !== form.version) throw new AppError('conflict');
    const written = await repo.saveBilling(tx, { vendorId, details: form.billing, over: form.version, at });
    if (!written) throw new AppError('conflict');
    // Which details changed, and not to what: an address may be somebody's home.
    const changed = Object.entries(form.billing).filter(
      ([key, value]) => (before?.details as Record<string, string> | undefined)?.[key] !== value,
    );
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(vendorId),
        vendorId,
        action: 'vendor.billing.saved',
        actor: viewer.actor,
        detail: { fields: changed.map(([key]) => key) },
        at,
      },
    ]);
  });
  return readBillingForm(ctx);
}

/** Who vendors of the scope are on invoices, by vendor; who has told nothing is missing. */
export async function readBillings(tx: SqlTx, vendorIds: readonly bigint[]): Promise<Map<bigint, Billing>> {
  const found = await repo.findBilling(tx, vendorIds);
  return new Map([...found].map(([id, { details }]) => [id, billingSchema.parse({ ...NO_BILLING, ...details })]));
}

/** Whether the viewer leads the vendor, or is an admin who acts for it. */
export function mayWriteBilling({ viewer }: Ctx): boolean {
  return can(viewer, 'switch_vendor') || viewer.actor.role === 'manager';
}

function requireVendorView(ctx: Ctx): bigint {
  if (ctx.viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return ctx.viewer.vendorScope;
}
