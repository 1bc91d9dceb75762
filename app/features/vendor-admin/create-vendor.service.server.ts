import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { decideVendor, type Application } from '#app/features/vendor-profiles/applications/application.ts';
import {
  approveWithVendor,
  requireApplication,
} from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { moveProducts } from '#app/features/products/mirror/product-vendors.service.server.ts';
import { checkAnswers, type FieldAnswer } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { findVendorAccount } from '#app/platform/identity/users/accounts.service.server.ts';
import { keepOrigin } from '#app/platform/identity/users/origin.service.server.ts';
import { inviteUser } from '#app/platform/identity/users/users.service.server.ts';
import type { VendorRef } from '#app/platform/vendors/vendor.ts';
import {
  activateVendor,
  addVendor,
  findVendorByName,
  lockVendor,
  requireVendor,
} from '#app/platform/vendors/vendors.service.server.ts';
import {
  assertVendorsBelowLimit,
  withinPlan,
  type PlanGate,
} from '#app/features/app-plan/plan-limit.service.server.ts';
import { settleFormerSeller } from './former-seller.service.server.ts';

type Creation = {
  name: string;
  /** Whom to invite; missing makes a vendor without a person. */
  identity?: string | undefined;
  inviteLater?: boolean | undefined;
  applicationId?: bigint | undefined;
  fields?: readonly FieldAnswer[] | undefined;
  confirm?: boolean | undefined;
  sameSeller?: boolean | undefined;
};

/**
 * Creates a vendor, invites its first person and approves the application that it was made from, all or nothing. Without an
 * address nobody is invited: asking again with one invites somebody to the vendor that is there. Asking again for the same
 * application and name answers with the same vendor. Throws vendor_exists (409) for a name with people,
 * vendor_needs_confirmation (409) for a name that products or orders carry already, vendor_deleted_before (409) for the name of
 * a deleted one with a past until `sameSeller` says whose it is, invalid_state (409) where the app's plan holds no more vendors,
 * not_found (404) for an application.
 */
export function createVendor(ctx: Ctx, input: Creation): Promise<VendorRef> {
  const { store } = ctx.viewer;
  return withinPlan(ctx, store, (gate) =>
    ctx.db.unit(marketplaceScope(store.id), (tx) => create(ctx, tx, gate, input)),
  );
}

async function create(ctx: Ctx, tx: Tx, gate: PlanGate, input: Creation): Promise<VendorRef> {
  const application =
    input.applicationId === undefined ? undefined : await requireApplication(tx, input.applicationId, { lock: true });
  const named = await findVendorByName(tx, input.name);
  if (application) {
    const decision = decideVendor(application, named);
    if (!decision.ok) throw stateRefuses('account_made');
    if (decision.value === 'repeat' && named) return requireVendor(tx, named.id);
  }
  const fields = await readAnswers(tx, input, application);
  const former = await settleFormerSeller(tx, ctx, input);
  const wasCreated = named?.status === 'active' && !named.deletedAt;
  if (!wasCreated) await assertVendorsBelowLimit(gate, tx);
  const { identity = null } = input;
  // Made without a person before: whoever is invited now is its first one.
  const isWaiting = wasCreated && named.email === null;
  const { id, added } = await addVendor(tx, {
    name: input.name,
    status: 'active',
    email: identity,
    at: ctx.clock.now(),
  });
  await lockVendor(tx, id);
  // Nothing is left to do for a vendor that is there, without anybody to invite.
  if ((await findVendorAccount(tx, id)) || (wasCreated && identity === null)) throw new AppError('vendor_exists');
  if (!added && !isWaiting && input.confirm !== true && input.sameSeller !== true)
    throw new AppError('vendor_needs_confirmation');
  await activateVendor(tx, { id, email: identity, fields });
  // The store knows products by their vendor's name: whoever has it sells them.
  if (former !== undefined) await moveProducts(tx, { from: former, to: id });
  const vendor = await requireVendor(tx, id);
  if (identity !== null) await invite(ctx, tx, vendor, { email: identity, isApproved: application !== undefined });
  if (application) await approveWithVendor(tx, ctx, application, id);
  await recordCreation(tx, ctx, vendor, { added, former, applicationId: input.applicationId });
  if (!isWaiting) await mailAdmins(tx, ctx, vendor);
  return vendor;
}

/** The answers that the vendor begins with: those sent, else those of the application. */
async function readAnswers(
  tx: SqlTx,
  input: Creation,
  application: Application | undefined,
): Promise<FieldAnswer[] | undefined> {
  if (!input.fields) return application?.fields;
  const { answers, issues } = checkAnswers((await readFormSettings(tx)).fields, input.fields, { lenient: true });
  if (issues.length > 0) throw invalidInput(issues);
  return answers;
}

async function invite(
  ctx: Ctx,
  tx: SqlTx,
  vendor: VendorRef,
  o: { email: string; isApproved: boolean },
): Promise<void> {
  try {
    const { userId } = await inviteUser(ctx, tx, { vendorId: vendor.id, ...o, name: vendor.name, role: 'manager' });
    const { actor, isAdmin } = ctx.viewer;
    await keepOrigin(tx, userId, { by: actor, isAdmin, at: ctx.clock.now() });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    throw invalidInput(error.issues.map((issue) => ({ ...issue, path: 'identity' })));
  }
}

/** Tells the admins that somebody sells in their marketplace from now on; who comes back is told again. */
async function mailAdmins(tx: SqlTx, ctx: Ctx, vendor: VendorRef): Promise<void> {
  const at = ctx.clock.now();
  await queueMails(tx, ctx, [
    {
      dedupeKey: `marketplace-new-vendor:${vendor.id}:${at.toISOString()}`,
      template: 'marketplace-new-vendor',
      audience: { kind: 'admins' },
      params: { vendorId: String(vendor.id), by: ctx.viewer.actor.name },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

async function recordCreation(
  tx: SqlTx,
  ctx: Ctx,
  vendor: VendorRef,
  o: { added: boolean; former: bigint | undefined; applicationId: bigint | undefined },
): Promise<void> {
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendor.id),
      vendorId: vendor.id,
      action: 'vendor.created',
      actor: ctx.viewer.actor,
      detail: {
        name: vendor.name,
        knownBefore: !o.added,
        ...(o.former === undefined ? {} : { formerVendorId: String(o.former) }),
        ...(o.applicationId === undefined ? {} : { applicationId: String(o.applicationId) }),
      },
      at: ctx.clock.now(),
    },
  ]);
}
