import { HOUR_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { Actor } from '#app/core/viewer.ts';
import { listStaffPayers, mayStaffPayOut } from '#app/platform/stores/store-staff.service.server.ts';
import { dateIdentityChanges, listAdminAccounts } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  BLOCKED_HOURS,
  listPayerEmails,
  groupPayers,
  findIdentities,
  type Identity,
  type Payer,
  type Requester,
} from './payer.ts';
import * as repo from './payers.repo.server.ts';

/** Whether the viewer may move money: web admins may, staff of the store admin where it was given to them, no program ever. */
export async function mayPayOut(ctx: Ctx): Promise<boolean> {
  const { viewer } = ctx;
  if (!viewer.isAdmin || viewer.scopes) return false;
  return viewer.actor.kind === 'staff' ? mayStaffPayOut(ctx, viewer.store, viewer.actor.id) : true;
}

/** Throws missing_permission (403) for an admin without the right to pay out. */
export async function assertMayPayOut(ctx: Ctx): Promise<void> {
  if (!(await mayPayOut(ctx))) throw new AppError('missing_permission', { permission: 'pay_out' });
}

/** Everybody of the store who is or was staff or an admin, each with the person behind the account and today's right to pay out. */
export async function listPayers(tx: SqlTx): Promise<Payer[]> {
  const staff = await listStaffPayers(tx);
  const admins = await listAdminAccounts(tx);
  const mayPayOut = [
    ...staff.map(({ subjectId }) => ({ kind: 'staff' as const, id: subjectId })),
    ...admins.map(({ id }) => ({ kind: 'person' as const, id: String(id) })),
  ];
  return groupPayers(await repo.listAddresses(tx), mayPayOut);
}

async function readChanges(tx: SqlTx, identities: readonly Identity[], now: Date): Promise<repo.PayerChanges> {
  const changes = await repo.readChanges(tx, identities, now);
  if (changes.isUndated) await dateIdentityChanges(tx, now);
  return changes;
}

/** A requester as they are known at this moment, to be kept with what they request. */
export async function describeRequester(
  tx: SqlTx,
  payers: readonly Payer[],
  who: Identity,
  now: Date,
): Promise<Requester> {
  const identities = findIdentities(payers, who);
  const { count } = await readChanges(tx, identities, now);
  return { identities, emails: [...listPayerEmails(payers, who)], changes: count };
}

/** Which change of a requester ended what they requested; null where nothing of them changed since. */
export async function findVoidingChange(
  tx: SqlTx,
  payers: readonly Payer[],
  o: { by: Identity; requester: Requester | null; now: Date },
): Promise<{ what: repo.ChangeKind; at: Date } | null> {
  const known = [o.by, ...(o.requester?.identities ?? [])].flatMap((identity) => findIdentities(payers, identity));
  const changes = await readChanges(tx, known, o.now);
  return changes.count > (o.requester?.changes ?? 0) ? changes.last : null;
}

/** Until when somebody decides nothing, because an address, the role or a second factor of theirs changed; null where nothing did. */
export async function findBlockedUntil(
  tx: SqlTx,
  payers: readonly Payer[],
  who: Identity,
  now: Date,
): Promise<Date | null> {
  const { last } = await readChanges(tx, findIdentities(payers, who), now);
  const until = last && new Date(last.at.getTime() + BLOCKED_HOURS * HOUR_MS);
  return until && until > now ? until : null;
}

/** Throws invalid_state (409) for somebody who decides nothing at the moment. */
export async function assertMayDecide(tx: SqlTx, payers: readonly Payer[], who: Actor, now: Date): Promise<void> {
  const until = await findBlockedUntil(tx, payers, who, now);
  if (until) throw stateRefuses('identity_changed', { hours: Math.ceil((until.getTime() - now.getTime()) / HOUR_MS) });
}
