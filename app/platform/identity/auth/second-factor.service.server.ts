import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { Actor, StoreView } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { hashCode } from '#app/platform/identity/users/codes.service.server.ts';
import { dateIdentityChanges, type Member } from '#app/platform/identity/users/users.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { revokeAllSessions } from './revoke-sessions.service.server.ts';
import { refuseWhileDemanded } from './policy.service.server.ts';
import * as repo from './second-factors.repo.server.ts';
import { matchTotp, newRecoveryCodes, newSecret, normaliseRecoveryCode, qrPath, totpAddress } from './totp.server.ts';

type Needs = Pick<Services, 'env' | 'clock' | 'vault'>;

/** What an authenticator app has to be told: by a picture, by its address, or by hand. */
export type Enrolment = { secret: string; address: string; qr: { size: number; path: string } };

/** Whether somebody has a second factor, since when, and how many recovery codes are left. */
export async function readSecondFactor(tx: SqlTx, userId: bigint): Promise<{ since: Date | null; codesLeft: number }> {
  const since = await repo.confirmedSince(tx, userId);
  return { since: since ?? null, codesLeft: since ? await repo.countRecoveryCodes(tx, userId) : 0 };
}

/** Makes a secret that is not asked for until a code of it was typed. One that is in force is not replaced: invalid_state. */
export async function startEnrolment(services: Needs, tx: SqlTx, store: StoreView, member: Member): Promise<Enrolment> {
  const secret = newSecret();
  await repo.saveUnconfirmed(tx, member.id, services.vault.sealText(secret), services.clock.now());
  return readEnrolment(services, tx, store, member);
}

/** The enrolment that was begun. Throws not_found (404) where there is none, or where it is finished. */
export async function readEnrolment(services: Needs, tx: SqlTx, store: StoreView, member: Member): Promise<Enrolment> {
  const factor = await repo.lockFactor(tx, member.id);
  if (!factor || factor.confirmedAt) throw new AppError('not_found');
  const secret = services.vault.openText(factor.secret);
  const address = totpAddress(secret, { issuer: store.name, label: member.email });
  return { secret, address, qr: qrPath(address) };
}

/** Puts the begun factor in force with a code of it. Returns the recovery codes, which are never shown again; undefined for a wrong code. */
export async function confirmEnrolment(
  services: Needs,
  tx: SqlTx,
  member: Member,
  code: string,
): Promise<string[] | undefined> {
  const factor = await repo.lockFactor(tx, member.id);
  if (!factor || factor.confirmedAt) throw new AppError('not_found');
  const at = services.clock.now();
  const step = matchTotp(services.vault.openText(factor.secret), code, { at, lastStep: factor.lastStep });
  if (step === undefined) return undefined;
  await repo.takeStep(tx, member.id, step, at);
  await dateIdentityChanges(tx, at);
  await note(tx, member, 'second_factor_on', at);
  return makeRecoveryCodes(services, tx, member);
}

/** Whether a code is right: of the authenticator app, newer than the last one taken, or a recovery code that was not used. */
export async function takeCode(services: Needs, tx: SqlTx, member: Member, code: string): Promise<boolean> {
  const factor = await repo.lockFactor(tx, member.id);
  if (!factor?.confirmedAt) return false;
  const at = services.clock.now();
  const step = matchTotp(services.vault.openText(factor.secret), code, { at, lastStep: factor.lastStep });
  if (step !== undefined) {
    await repo.takeStep(tx, member.id, step, at);
    return true;
  }
  const letters = normaliseRecoveryCode(code);
  if (!letters || !(await repo.takeRecoveryCode(tx, member.id, hashRecovery(services, member, letters), at)))
    return false;
  await note(tx, member, 'recovery_code_used', at);
  return true;
}

/** Puts ten new recovery codes in the place of the old ones. Throws not_found (404) without a second factor. */
export async function renewRecoveryCodes(services: Needs, tx: SqlTx, member: Member): Promise<string[]> {
  if (!(await repo.confirmedSince(tx, member.id))) throw new AppError('not_found');
  await note(tx, member, 'recovery_codes_renewed', services.clock.now());
  return makeRecoveryCodes(services, tx, member);
}

/** Gives the second factor up; refused (409) while the store demands one. */
export async function removeSecondFactor(services: Needs, tx: SqlTx, member: Member): Promise<void> {
  await refuseWhileDemanded(tx);
  if (!(await repo.confirmedSince(tx, member.id))) throw new AppError('not_found');
  await repo.deleteFactor(tx, member.id);
  await dateIdentityChanges(tx, services.clock.now());
  await note(tx, member, 'second_factor_off', services.clock.now());
}

/**
 * Takes the second factor of somebody who lost their phone away, in the name of whoever may: every session of theirs ends.
 * Where the store demands one, they set another up at their next sign-in. Throws invalid_state (409) where there is none.
 */
export async function resetSecondFactor(services: Needs, tx: SqlTx, member: Member, by: Actor): Promise<void> {
  if (!(await repo.confirmedSince(tx, member.id))) throw stateRefuses('no_second_factor');
  const at = services.clock.now();
  await repo.deleteFactor(tx, member.id);
  await dateIdentityChanges(tx, at);
  await revokeAllSessions(tx, member.id, at);
  await note(tx, member, 'second_factor_reset', at, by);
}

/** Who of these people has a second factor in force. */
export function listWithSecondFactor(tx: SqlTx, userIds: readonly bigint[]): Promise<Set<bigint>> {
  return repo.withFactor(tx, userIds);
}

async function makeRecoveryCodes(services: Needs, tx: SqlTx, member: Member): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecovery(services, member, normaliseRecoveryCode(code) ?? ''));
  await repo.replaceRecoveryCodes(tx, member.id, hashes, services.clock.now());
  return codes;
}

const hashRecovery = (services: Needs, member: Member, letters: string): string =>
  hashCode(services, member.id, `recovery|${letters}`);

function note(tx: SqlTx, member: Member, action: string, at: Date, by?: Actor): Promise<void> {
  return recordAudit(tx, [
    {
      subject: 'user',
      subjectId: String(member.id),
      vendorId: member.vendor?.id ?? null,
      action,
      actor: by ?? { kind: 'person', id: String(member.id), name: member.name, role: member.role },
      at,
    },
  ]);
}
