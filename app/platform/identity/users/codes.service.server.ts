import { normaliseEmail } from '#app/core/text/email-address.ts';
import { randomInt } from 'node:crypto';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hmacSha256, randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './codes.repo.server.ts';
import { dateIdentityChanges } from './identity-changes.repo.server.ts';
import { codeExpiry, maySpendTry } from './user.ts';
import { findByEmail, setEmail } from './users.repo.server.ts';

/** How a code is kept: keyed and bound to its person, so that six digits cannot be searched in a stolen table. */
export function hashCode(services: Pick<Services, 'env'>, userId: bigint, code: string): string {
  return hmacSha256(services.env.SESSION_SECRET, `code|${userId}|${code}`).toString('hex');
}

/**
 * Finds whose code this is. A wrong one counts as a try of the six-digit codes of that person, so the caller must commit
 * in both cases; devices that signed in before are counted apart. Undefined: nobody has the address, or no open code fits.
 */
export async function matchCode(
  services: Pick<Services, 'env' | 'clock'>,
  tx: SqlTx,
  o: { email: string; code: string; isKnownDevice: boolean },
): Promise<bigint | undefined> {
  const user = await findByEmail(tx, normaliseEmail(o.email));
  if (!user || user.disabledAt) return undefined;
  const purposes = ['invitation', 'reset', 'reset_link'] as const;
  const all = await repo.lockOpenCodes(tx, user.id, purposes, services.clock.now());
  const open = all.filter((code) => maySpendTry(code, o.isKnownDevice));
  const given = Buffer.from(hashCode(services, user.id, o.code.trim()));
  if (open.some((code) => equalBytes(Buffer.from(code.codeHash), given))) return user.id;
  await repo.countTry(
    tx,
    open.map((code) => code.id),
    o.isKnownDevice,
  );
  return undefined;
}

/**
 * Makes a six-digit code and a link of 128 bits for the person with an address and mails both, in the language that the person chose, else in that of
 * the browser that asked; does nothing when nobody has the address.
 */
export async function mailResetCode(
  services: Pick<Services, 'env' | 'clock' | 'vault' | 'jobs'>,
  tx: SqlTx,
  requested: { email: string; locale: Locale },
): Promise<void> {
  const user = await findByEmail(tx, normaliseEmail(requested.email));
  if (!user || user.disabledAt) return;
  const at = services.clock.now();
  const code = newDigits();
  const codeId = await repo.replaceCode(tx, {
    userId: user.id,
    purpose: 'reset',
    codeHash: hashCode(services, user.id, code),
    at,
    expiresAt: codeExpiry('reset', at),
  });
  const link = randomToken(16);
  await repo.replaceCode(tx, {
    userId: user.id,
    purpose: 'reset_link',
    codeHash: hashCode(services, user.id, link),
    at,
    expiresAt: codeExpiry('reset_link', at),
  });
  await queueMails(tx, services, [
    {
      dedupeKey: `auth-change-password:${codeId}`,
      template: 'auth-change-password',
      locale: LOCALES.find((one) => one === user.locale) ?? requested.locale,
      audience: { kind: 'address', address: user.email },
      params: {
        userId: String(user.id),
        code: services.vault.sealText(code),
        link: services.vault.sealText(link),
      },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

/** Mails a code to an address that a person wants to have; theirs stays what it is until the code is typed. */
export async function mailVerifyCode(
  services: Pick<Services, 'env' | 'clock' | 'vault' | 'jobs'>,
  tx: SqlTx,
  o: { userId: bigint; email: string; locale: Locale },
): Promise<void> {
  const at = services.clock.now();
  const target = normaliseEmail(o.email);
  const code = newDigits();
  const codeId = await repo.replaceCode(tx, {
    userId: o.userId,
    purpose: 'verify',
    codeHash: hashCode(services, o.userId, `verify|${target}|${code}`),
    at,
    expiresAt: codeExpiry('verify', at),
    target,
  });
  await queueMails(tx, services, [
    {
      dedupeKey: `auth-verify:${codeId}`,
      template: 'auth-verify',
      locale: o.locale,
      audience: { kind: 'address', address: target },
      params: { userId: String(o.userId), code: services.vault.sealText(code) },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

/** The address that a person waits to prove, if any. */
export async function findPendingEmail(
  services: Pick<Services, 'clock'>,
  tx: SqlTx,
  userId: bigint,
): Promise<string | undefined> {
  const open = await repo.lockOpenCodes(tx, userId, ['verify'], services.clock.now());
  return open.find((code) => maySpendTry(code))?.target ?? undefined;
}

/**
 * Gives a person the address whose code this is. A wrong one counts as a try, so the caller must commit in any case.
 * `taken`: somebody else in the store has the address by now.
 */
export async function proveEmail(
  services: Pick<Services, 'env' | 'clock'>,
  tx: SqlTx,
  o: { userId: bigint; code: string },
): Promise<{ email: string } | 'wrong' | 'taken'> {
  const now = services.clock.now();
  const open = (await repo.lockOpenCodes(tx, o.userId, ['verify'], now)).filter((code) => maySpendTry(code));
  for (const { codeHash, target } of open) {
    const given = Buffer.from(hashCode(services, o.userId, `verify|${target ?? ''}|${o.code.trim()}`));
    if (!target || !equalBytes(Buffer.from(codeHash), given)) continue;
    if (!(await setEmail(tx, o.userId, target))) return 'taken';
    await dateIdentityChanges(tx, now);
    // Codes that were mailed to the old address open nothing any more.
    await repo.closeCodes(tx, o.userId, now);
    return { email: target };
  }
  await repo.countTry(
    tx,
    open.map((code) => code.id),
  );
  return 'wrong';
}

const newDigits = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');
