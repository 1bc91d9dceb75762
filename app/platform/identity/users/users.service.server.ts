import { normaliseEmail } from '#app/core/text/email-address.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { asVendorId, type StoreId } from '#app/core/ids.ts';
import {
  LOCALES,
  marketplaceScope,
  PERMISSIONS,
  VENDOR_PERMISSIONS,
  type Locale,
  type Permission,
} from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { checkPassword, hashPassword } from '#app/server/passwords.server.ts';
import { closeCodes, replaceCode } from './codes.repo.server.ts';
import { hashCode } from './codes.service.server.ts';
import { dateIdentityChanges } from './identity-changes.repo.server.ts';
import { codeExpiry, type UserRole, type UserRow } from './user.ts';
import * as repo from './users.repo.server.ts';

export { dateIdentityChanges } from './identity-changes.repo.server.ts';
export type { Member } from './users.repo.server.ts';

/** The person of a session as of now: a person who was disabled or whose vendor was deleted is gone at once. */
export function findMember(services: Services, storeId: StoreId, id: bigint): Promise<repo.Member | undefined> {
  return services.db.once(marketplaceScope(storeId), (tx) => findMemberIn(tx, id));
}

/** The same inside a unit of work of the marketplace's scope. */
export function findMemberIn(tx: SqlTx, id: bigint): Promise<repo.Member | undefined> {
  return repo.findMemberById(tx, id);
}

/** What a person may do: an admin everything, anybody else what they were given. */
export function toPermissions(member: Pick<repo.Member, 'isAdmin' | 'permissions'>): ReadonlySet<Permission> {
  if (member.isAdmin) return new Set(PERMISSIONS);
  return new Set(VENDOR_PERMISSIONS.filter((permission) => member.permissions.includes(permission)));
}

/** What sign-in needs of an address; undefined for nobody and for a disabled person. */
export async function findCredentials(
  services: Services,
  storeId: StoreId,
  email: string,
): Promise<{ id: bigint; passwordHash: string | null } | undefined> {
  const user = await services.db.fast(marketplaceScope(storeId), (tx) => repo.findByEmail(tx, normaliseEmail(email)));
  return user && !user.disabledAt ? { id: user.id, passwordHash: user.passwordHash } : undefined;
}

export type Invitation = {
  /** The vendor whose member the person becomes; null for an admin of the marketplace. */
  vendorId: bigint | null;
  email: string;
  name: string;
  role: UserRole;
  /** Left out, a member has all eight. */
  permissions?: readonly Permission[];
  /** The person applied, so that the mail says that the application was approved. */
  isApproved?: boolean;
};

/**
 * Adds a person and mails them a link that sets a password, in the caller's transaction. Inviting the same person again
 * sends a new link and voids the old one; a person whose account was closed comes back into the new place. An address
 * that belongs to somebody else in the store is refused (422 at `email`).
 */
export async function inviteUser(
  ctx: Pick<Ctx, 'clock' | 'vault' | 'jobs' | 'env'>,
  tx: SqlTx,
  invitation: Invitation,
): Promise<{ userId: bigint }> {
  const at = ctx.clock.now();
  const email = normaliseEmail(invitation.email);
  const userId = await findOrAddInvited(tx, { ...invitation, email, at });
  const code = randomToken(16);
  const codeId = await replaceCode(tx, {
    userId,
    purpose: 'invitation',
    codeHash: hashCode(ctx, userId, code),
    at,
    expiresAt: codeExpiry('invitation', at),
  });
  await queueMails(tx, ctx, [
    {
      dedupeKey: `auth-invite:${codeId}`,
      template: 'auth-invite',
      audience: { kind: 'address', address: email },
      params: {
        userId: String(userId),
        code: ctx.vault.sealText(code),
        ...(invitation.isApproved ? { approved: true } : {}),
      },
      dueAt: at,
      createdAt: at,
    },
  ]);
  return { userId };
}

async function findOrAddInvited(tx: SqlTx, invitation: Invitation & { at: Date }): Promise<bigint> {
  const { vendorId, email, name, role, at } = invitation;
  if ((role === 'admin') !== (vendorId === null)) throw new Error('an admin has no vendor, a member has one');
  const user = { vendorId, email, name, role, permissions: invitation.permissions ?? VENDOR_PERMISSIONS, at };
  const added = await repo.insertUser(tx, user);
  if (added !== undefined) return added;
  const known = await repo.findByEmail(tx, email);
  if (known?.disabledAt) {
    await repo.reviveUser(tx, known.id, user);
    await dateIdentityChanges(tx, at);
    return known.id;
  }
  if (known && known.vendorId === vendorId) return known.id;
  throw invalidInput([{ path: 'email', rule: 'taken', message: rule('email_taken') }]);
}

/** The people of a vendor, or the web admins for null, or one of them; who left last, else oldest first, at most 500. */
export function listUsers(tx: SqlTx, vendorId: bigint | null, only?: bigint): Promise<UserRow[]> {
  return repo.listUsers(tx, vendorId, only);
}

/** Closes the accounts of a vendor that was deleted: nobody of it is signed in from now on. Returns how many were open. */
export function disableUsersOfVendor(tx: SqlTx, vendorId: bigint, at: Date): Promise<number> {
  return repo.disableOfVendor(tx, vendorId, at);
}

/** Sets the password of the person with an address; sessions and codes from before are void. Throws not_found (404). */
export async function setPassword(
  services: Services,
  storeId: StoreId,
  o: { email: string; password: string },
): Promise<bigint> {
  const hash = await hashPassword(o.password);
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const user = await repo.findByEmail(tx, normaliseEmail(o.email));
    if (!user) throw new AppError('not_found');
    await storePassword(tx, user.id, hash, services.clock.now());
    return user.id;
  });
}

/** Stores a password's hash in the caller's transaction and ends the person's codes. */
export async function storePassword(tx: SqlTx, userId: bigint, hash: string, at: Date): Promise<void> {
  await repo.setPasswordHash(tx, userId, hash, at);
  await closeCodes(tx, userId, at);
}

/** Voids every session that a person began until now. */
export function signOutUser(tx: SqlTx, userId: bigint, at: Date): Promise<void> {
  return repo.setSignedOut(tx, userId, at);
}

/** Voids the sessions of one sign-in of a person at once, by its family of refresh tokens. */
export function endSession(tx: SqlTx, userId: bigint, sid: string): Promise<void> {
  return repo.addEndedSession(tx, userId, sid);
}

/** Voids the sessions of everybody in the store who has no second factor. */
export function signOutWithoutSecondFactor(tx: SqlTx, at: Date): Promise<void> {
  return repo.setSignedOutWithoutSecondFactor(tx, at);
}

/** Changes what a person is called. */
export function renameUser(tx: SqlTx, userId: bigint, name: string): Promise<void> {
  return repo.setName(tx, userId, name);
}

/** Whether this is the person's password; the same work where none is set. */
export async function isCurrentPassword(
  services: Services,
  storeId: StoreId,
  userId: bigint,
  password: string,
): Promise<boolean> {
  const hash = await services.db.fast(marketplaceScope(storeId), (tx) => repo.findPasswordHash(tx, userId));
  return checkPassword(password, hash);
}

/** Whom a web admin acts for from now on: one vendor, or the whole marketplace (null). */
export function chooseUserVendor(tx: SqlTx, userId: bigint, vendorId: bigint | null): Promise<void> {
  return repo.setActiveVendor(tx, userId, vendorId);
}

/** The language in which a person reads screens and mails. */
export function chooseUserLocale(tx: SqlTx, userId: bigint, locale: Locale): Promise<void> {
  return repo.setLocale(tx, userId, locale);
}

/** Who gets the mails of a vendor: its managers, and staff with the permission. */
export function listVendorRecipients(
  tx: SqlTx,
  vendorId: bigint,
  permission: Permission | null,
): Promise<repo.Recipient[]> {
  return repo.recipientsOfVendor(tx, asVendorId(vendorId), permission);
}

/** The admins of the marketplace who sign in on the web. */
export function listWebAdmins(tx: SqlTx): Promise<repo.Recipient[]> {
  return repo.webAdmins(tx);
}

/** The accounts of the admins of the marketplace who sign in on the web. */
export function listAdminAccounts(tx: SqlTx): Promise<{ id: bigint; email: string }[]> {
  return repo.adminAccounts(tx);
}

/** Tells somebody by mail that their second factor was taken away, and by whom, in the language that they chose. */
export async function mailFactorReset(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  member: repo.Member,
  by: string,
): Promise<void> {
  const at = services.clock.now();
  const locale = LOCALES.find((one) => one === member.locale);
  await queueMails(tx, services, [
    {
      dedupeKey: `auth-second-factor-reset:${member.id}:${at.getTime()}`,
      template: 'auth-second-factor-reset',
      ...(locale ? { locale } : {}),
      audience: { kind: 'address', address: member.email },
      params: { userId: String(member.id), by },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
