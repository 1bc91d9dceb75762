import { AppError } from '#app/core/errors.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { LinkPurpose } from './subscription-link.server.ts';
import { confirmSubscription, endSubscription, isLinkGood } from './subscription.service.server.ts';

const parseToken = (request: Request): string => (new URL(request.url).searchParams.get('token') ?? '').slice(0, 500);

/** What the page of a link shows before anything is done. It changes nothing. */
export async function readLinkPage(ctx: Ctx, request: Request, purpose: LinkPurpose) {
  return {
    purpose,
    state: (await isLinkGood(ctx, parseToken(request), purpose)) ? ('open' as const) : ('void' as const),
  };
}

/** Does what the link says, for its page's button and for a mail program's one click. */
export async function followLink(
  ctx: Ctx,
  request: Request,
  purpose: LinkPurpose,
): Promise<{ state: 'done' | 'void' }> {
  try {
    const follow = purpose === 'confirm' ? confirmSubscription : endSubscription;
    await follow(ctx, parseToken(request));
    return { state: 'done' };
  } catch (error) {
    if (error instanceof AppError && error.code === 'link_expired') return { state: 'void' };
    throw error;
  }
}
