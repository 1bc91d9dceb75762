import { z } from 'zod';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { signOutWithoutSecondFactor } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { revokeWithoutSecondFactor } from './refresh-tokens.repo.server.ts';
import { confirmedSince } from './second-factors.repo.server.ts';

/** How a store wants its people to sign in on the web. */
const signInSection = defineSettingsSection({
  name: 'sign-in',
  schema: z.object({ requireSecondFactor: z.boolean() }),
  defaults: { requireSecondFactor: false },
});

/** Whether the store demands a second factor of everybody who signs in with a password. */
export async function demandsSecondFactor(tx: SqlTx): Promise<boolean> {
  return (await readSettingsSection(tx, signInSection)).value.requireSecondFactor;
}

/**
 * Changes whether a second factor is demanded. Demanding it ends the sessions of everybody who has none, who are led to set
 * one up at their next sign-in. An admin on the web who has none would lock themselves out: 409.
 */
export async function demandSecondFactor(ctx: Ctx, input: { required: boolean }): Promise<{ required: boolean }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { value, version } = await readSettingsSection(tx, signInSection);
    if (value.requireSecondFactor === input.required) return;
    if (input.required && actor.kind === 'person' && !(await confirmedSince(tx, BigInt(actor.id)))) {
      throw stateRefuses('own_second_factor_first');
    }
    const next = { requireSecondFactor: input.required };
    await saveSettingsSection(tx, signInSection, { value: next, over: version, at, actor });
    if (input.required) {
      await revokeWithoutSecondFactor(tx, at);
      await signOutWithoutSecondFactor(tx, at);
    }
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'sign-in',
        vendorId: null,
        action: 'settings_changed',
        actor,
        detail: { requireSecondFactor: [!input.required, input.required] },
        at,
      },
    ]);
  });
  return input;
}

/** Refuses (409) to give a second factor up while the store demands one. */
export async function refuseWhileDemanded(tx: SqlTx): Promise<void> {
  if (await demandsSecondFactor(tx)) throw stateRefuses('second_factor_demanded');
}

/** The person of ours who asks; staff of the store, whom the platform knows, have no password and no codes here (404). */
export function requirePerson(ctx: Ctx): bigint {
  const { actor } = ctx.viewer;
  if (actor.kind !== 'person') throw new AppError('not_found');
  return BigInt(actor.id);
}
