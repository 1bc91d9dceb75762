import { Secret, TOTP } from 'otpauth';
import { program } from '#tests/support/program.ts';
import type { BuiltStore } from './stores.ts';

/** The code that an authenticator app shows for a secret now, or some steps of 30 seconds away. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = program().clock.now().getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A person's second factor that is in force; the secret, for `codeOf`. */
export async function buildSecondFactor(store: Pick<BuiltStore, 'id'>, userId: bigint): Promise<string> {
  const { owner, clock, container } = program();
  const secret = new Secret({ size: 20 }).base32;
  const now = clock.now();
  const kept = { secret: container.services.vault.sealText(secret), createdAt: now, confirmedAt: now };
  await owner.secondFactor.upsert({
    where: { storeId_userId: { storeId: store.id, userId } },
    create: { storeId: store.id, userId, ...kept },
    update: { ...kept, lastStep: null },
  });
  return secret;
}

/** The same before its first code was typed. */
export async function buildUnconfirmedFactor(store: Pick<BuiltStore, 'id'>, userId: bigint): Promise<string> {
  const secret = await buildSecondFactor(store, userId);
  await program().owner.secondFactor.update({
    where: { storeId_userId: { storeId: store.id, userId } },
    data: { confirmedAt: null },
  });
  return secret;
}
