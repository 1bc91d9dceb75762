import { AppError, invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { answerOffer, readBuyerOffer, type BuyerOffer } from './buyer-offer.service.server.ts';
import { offerAnswerSchema } from './offers.contract.ts';

const MAX_TOKEN = 500;
const parseToken = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, MAX_TOKEN + 1);

/** What the page of a link shows. It changes nothing. */
export async function readBuyerPage(ctx: Ctx, request: Request): Promise<{ found: BuyerOffer | null }> {
  return { found: (await readBuyerOffer(ctx, parseToken(request))) ?? null };
}

/** Takes the answer of the page's form; a refusal is told in the buyer's language, over the offer as it stands. */
export async function takeAnswer(ctx: Ctx, request: Request): Promise<{ refused: string | null }> {
  const sent = offerAnswerSchema.safeParse(Object.fromEntries(await request.formData()));
  try {
    if (!sent.success) throw invalidInput(toIssues(sent.error));
    await answerOffer(ctx, parseToken(request), sent.data);
    return { refused: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.reportable) throw error;
    const branding = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readBranding);
    const t = translate(ctx.viewer.locale, ownWordings(branding));
    const [first] = error.issues;
    return { refused: first ? issueText(t, first) : refusalText(t, error) };
  }
}
