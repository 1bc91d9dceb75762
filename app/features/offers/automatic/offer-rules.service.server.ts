import { AppError, invalidInput, stateRefuses, managersOnly } from '#app/core/errors.ts';
import { rule as ruleMessage } from '#app/core/rules.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { readMinPercent, requireOffers } from '../offer-settings.service.server.ts';
import { checkRules, MAX_PERCENT, NO_RULES } from './automatic-decision.ts';
import type { OfferRulesDto, OfferRulesInput } from './offer-rules.contract.ts';
import * as repo from './offer-rules.repo.server.ts';

const NONE: repo.StoredOfferRules = { ...NO_RULES, version: 0 };

/**
 * The rules of the vendor that the viewer acts for. Throws feature_disabled (404), and invalid_state (409) in the marketplace view,
 * which is no vendor.
 */
export function readOfferRules(ctx: Ctx): Promise<OfferRulesDto> {
  const vendorId = requireVendorView(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireOffers(tx);
    const stored = (await repo.findRules(tx, vendorId)) ?? NONE;
    return { ...stored, minPercent: await readMinPercent(tx), canEdit: mayEdit(ctx.viewer) };
  });
}

/**
 * Saves them; offers that wait already stay a person's to decide. Throws feature_disabled (404), missing_permission (403) for staff of
 * a vendor, invalid_input (422) for shares outside of the store's bounds, conflict (409) over another's save, invalid_state (409) in
 * the marketplace view.
 */
export function saveOfferRules(ctx: Ctx, input: OfferRulesInput): Promise<OfferRulesDto> {
  const { viewer } = ctx;
  const vendorId = requireVendorView(ctx);
  if (!mayEdit(viewer)) throw managersOnly();
  const at = ctx.clock.now();
  const { acceptPercent, declinePercent } = input;
  const rules = { acceptPercent, declinePercent };
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireOffers(tx);
    const minPercent = await readMinPercent(tx);
    const before = (await repo.findRules(tx, vendorId)) ?? NONE;
    if (input.version !== undefined && input.version !== before.version) throw new AppError('conflict');
    const bounds = { minimum: minPercent, maximum: MAX_PERCENT };
    const refused = checkRules(rules, minPercent).map((one) => ({ ...one, message: ruleMessage(one.rule, bounds) }));
    if (refused.length > 0) throw invalidInput(refused);
    const changed = (['acceptPercent', 'declinePercent'] as const).filter((name) => rules[name] !== before[name]);
    if (changed.length === 0) return { ...before, minPercent, canEdit: true };
    if (!(await repo.writeRules(tx, vendorId, { ...rules, over: before.version, at }))) throw new AppError('conflict');
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'offers',
        vendorId,
        action: 'settings.saved',
        actor: viewer.actor,
        detail: Object.fromEntries(changed.map((name) => [name, [before[name], rules[name]]])),
        at,
      },
    ]);
    return { ...rules, version: before.version + 1, minPercent, canEdit: true };
  });
}

const mayEdit = (viewer: Viewer): boolean =>
  can(viewer, 'write_orders') && (can(viewer, 'switch_vendor') || viewer.actor.role === 'manager');

function requireVendorView({ viewer }: Ctx): bigint {
  if (viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return viewer.vendorScope;
}
