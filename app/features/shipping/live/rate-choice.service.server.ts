import { ShippoProblem } from '#app/adapters/shippo/shippo.server.ts';
import { AppError, stateRefuses, managersOnly } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { findShipFrom } from '../ship-from/ship-from.repo.server.ts';
import { mayWriteShipFrom } from '../ship-from/ship-from.service.server.ts';
import { requireShipping } from '../zones/shipping-settings.service.server.ts';
import { NO_CHOICE } from './live-rate.ts';
import { NOWHERE, readOrigin } from './origin.ts';
import type { RateChoiceDto, RateChoiceInput } from './rate-choice.contract.ts';
import * as repo from './rate-choice.repo.server.ts';
import { readShippoKey } from './shippo-section.service.server.ts';

/** A page is not kept waiting for the names of services any longer. */
const SERVICES_LIMIT_MS = 3_000;

/**
 * What the vendor that the viewer acts for offers at checkouts. Throws feature_disabled (404), and invalid_state (409) in the
 * marketplace view, which is no vendor.
 */
export async function readRateChoice(ctx: Ctx): Promise<RateChoiceDto> {
  const vendorId = requireVendorView(ctx);
  const { apiKey, ...found } = await ctx.db.unit(scopeOf(ctx.viewer), (tx) => readStored(ctx, tx, vendorId));
  return { ...found, offered: apiKey === undefined ? null : await listServices(ctx, apiKey) };
}

/**
 * Sets it, and records who did. Throws feature_disabled (404), missing_permission (403) for staff of a vendor, conflict (409) over
 * another's save, invalid_state (409) in the marketplace view.
 */
export async function saveRateChoice(ctx: Ctx, input: RateChoiceInput): Promise<RateChoiceDto> {
  const { viewer } = ctx;
  const vendorId = requireVendorView(ctx);
  if (!mayWriteShipFrom(ctx)) throw managersOnly();
  const at = ctx.clock.now();
  const choice = { mode: input.mode, services: [...new Set(input.services)].sort() };
  await ctx.db.unit(scopeOf(viewer), async (tx) => {
    await requireShipping(tx);
    const { version, ...before } = (await repo.findChoice(tx, vendorId)) ?? { ...NO_CHOICE, version: 0 };
    if (input.version !== version) throw new AppError('conflict');
    if (JSON.stringify([before.mode, before.services]) === JSON.stringify([choice.mode, choice.services])) return;
    if (!(await repo.saveChoice(tx, { vendorId, choice, over: version, at }))) throw new AppError('conflict');
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(vendorId),
        vendorId,
        action: 'vendor.rate_choice.saved',
        actor: viewer.actor,
        detail: { mode: [before.mode, choice.mode], services: choice.services },
        at,
      },
    ]);
  });
  return readRateChoice(ctx);
}

async function readStored(ctx: Ctx, tx: Tx, vendorId: bigint) {
  const settings = await requireShipping(tx);
  const { mode, services, version } = (await repo.findChoice(tx, vendorId)) ?? { ...NO_CHOICE, version: 0 };
  const from = await findShipFrom(tx, vendorId);
  const origin = from ? readOrigin(from) : NOWHERE;
  const apiKey = await readShippoKey(ctx, tx);
  const lacks: RateChoiceDto['lacks'] = [];
  if (apiKey === undefined) lacks.push('key');
  if (!origin.address) lacks.push('address');
  if (!origin.package) lacks.push('package');
  return {
    apiKey,
    mode,
    services: [...services],
    version,
    lacks,
    marketplaceMode: settings.mode,
    mayWrite: mayWriteShipFrom(ctx),
  };
}

async function listServices(ctx: Ctx, apiKey: string): Promise<RateChoiceDto['offered']> {
  try {
    return await ctx.adapters.shippo.open(apiKey).listServices(SERVICES_LIMIT_MS);
  } catch (error) {
    if (!(error instanceof ShippoProblem)) throw error;
    return null;
  }
}

function requireVendorView({ viewer }: Ctx): bigint {
  if (viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return viewer.vendorScope;
}
