import { z } from 'zod';
import { RemovalProblem, type RemovalReason } from '#app/adapters/background-removal/background-remover.server.ts';
import { AppError, invalidInput, stateRefuses, type ReasonCode } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { openUploadTarget } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { KeyState } from './background-removal.contract.ts';

/** The key is sealed; its last four signs stand beside it, by which an admin recognises it. */
const slice = defineSettingsSection({
  name: 'backgroundRemoval',
  schema: z.object({ sealedKey: z.string(), hint: z.string() }),
  defaults: { sealedKey: '', hint: '' },
});

async function findKey(ctx: Ctx): Promise<{ apiKey: string; hint: string } | undefined> {
  const { value } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => readSettingsSection(tx, slice));
  return value.sealedKey === '' ? undefined : { apiKey: ctx.vault.openText(value.sealedKey), hint: value.hint };
}

/** Whether pictures can lose their background here. */
export async function canRemoveBackgrounds(ctx: Ctx): Promise<boolean> {
  return (await findKey(ctx)) !== undefined;
}

const REFUSALS: Readonly<Record<Exclude<RemovalReason, 'failed' | 'picture'>, ReasonCode>> = {
  key: 'background_key_refused',
  credit: 'background_credit_used',
  busy: 'background_busy',
};

/** Says what the provider refused; anything else of it is provider_failed (502). */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof RemovalProblem)) return error;
  if (error.reason === 'failed') return Object.assign(new AppError('provider_failed'), { cause: error });
  if (error.reason === 'picture') {
    return invalidInput([{ path: 'originImgUrl', rule: 'picture', message: rule('background_not_removable') }]);
  }
  return stateRefuses(REFUSALS[error.reason]);
}

/**
 * Makes a copy of a picture without its background and keeps it among our files, where it is swept like any upload that no
 * product takes. Throws invalid_state (409) without a key, credit or room, invalid_input (422), provider_failed (502).
 */
export async function removeBackgroundFrom(ctx: Ctx, imageUrl: string): Promise<{ convertedImgUrl: string }> {
  const key = await findKey(ctx);
  if (!key) throw stateRefuses('background_no_key');
  let bytes: Buffer;
  try {
    bytes = await ctx.adapters.backgrounds.remove({ apiKey: key.apiKey, imageUrl });
  } catch (error) {
    throw toRefusal(error);
  }
  const name = (new URL(imageUrl).pathname.split('/').at(-1) ?? '').slice(0, 100) || 'picture';
  const { url, location } = await openUploadTarget(ctx, {
    proxy: 'product-images',
    ext: 'png',
    name,
    size: bytes.length,
  });
  // The same way that a browser's upload takes, so that the copy is looked at like every other file.
  if (!(await ctx.adapters.files.sendBytes(url, bytes, 'image/png'))) throw new AppError('provider_failed');
  return { convertedImgUrl: location };
}

/** What an admin sees of the key; the credit is asked for anew and left out where the provider does not answer. */
export async function readKeyState(ctx: Ctx): Promise<KeyState> {
  const key = await findKey(ctx);
  if (!key) return { isSet: false, hint: '', credits: null };
  const credits = await ctx.adapters.backgrounds.readCredits(key.apiKey).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the credit of background removal is not known');
    return null;
  });
  return { isSet: true, hint: key.hint, credits };
}

/** Keeps a key once the provider has taken it. Throws invalid_input (422) for one that it refuses, provider_failed (502). */
export async function saveKey(ctx: Ctx, apiKey: string): Promise<KeyState> {
  let credits: number;
  try {
    credits = await ctx.adapters.backgrounds.readCredits(apiKey);
  } catch (error) {
    if (error instanceof RemovalProblem && error.reason === 'key') {
      throw invalidInput([{ path: 'apiKey', rule: 'key', message: rule('key_unknown') }]);
    }
    throw toRefusal(error);
  }
  const hint = apiKey.slice(-4);
  await storeKey(ctx, { sealedKey: ctx.vault.sealText(apiKey), hint });
  return { isSet: true, hint, credits };
}

/** Forgets the key; once more changes nothing. */
export async function deleteKey(ctx: Ctx): Promise<{ ok: true }> {
  await storeKey(ctx, { sealedKey: '', hint: '' });
  return { ok: true };
}

async function storeKey(ctx: Ctx, value: { sealedKey: string; hint: string }): Promise<void> {
  const { actor, store } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const before = await readSettingsSection(tx, slice);
    if (before.value.sealedKey === '' && value.sealedKey === '') return;
    await saveSettingsSection(tx, slice, { value, over: before.version, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'background-removal',
        vendorId: null,
        action: 'settings.saved',
        actor,
        // The signs by which a key is recognised, never the key.
        detail: { key: [before.value.hint, value.hint] },
        at,
      },
    ]);
  });
}
