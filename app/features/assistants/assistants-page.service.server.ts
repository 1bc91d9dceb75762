import { AppError } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { ASSISTANT_PATH } from './assistant.ts';

/** What the page of assistants says: where they call, and whether they act for a vendor or for the marketplace. */
export type AssistantsPage = { address: string; isVendor: boolean };

/** The page of assistants. Throws feature_disabled (404) while integrations are off, without which no key works. */
export async function readAssistantsPage(ctx: Ctx): Promise<AssistantsPage> {
  const { integrations } = await ctx.db.fast(scopeOf(ctx.viewer), readSwitches);
  if (!integrations) throw new AppError('feature_disabled');
  return {
    address: new URL(ASSISTANT_PATH, ctx.env.SHOPIFY_APP_URL).href,
    isVendor: ctx.viewer.vendorScope !== '*',
  };
}
