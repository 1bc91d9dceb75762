import type { Ctx } from '#app/server/context.server.ts';
import { conversationsQuery } from '../conversations.contract.ts';
import { listConversations } from '../conversations.service.server.ts';
import { ctasQuery, type ListedCtaDto } from './ctas.contract.ts';
import { listCtas } from './manage-ctas.service.server.ts';

type Conversation = ListedCtaDto['conversation'];

/**
 * What the screen of the buttons shows: a page of them, and the conversations that another can be put beside, which are the one that
 * the address names and the newest. An address that somebody changed by hand shows all.
 */
export async function readCtasScreen(ctx: Ctx, search: URLSearchParams) {
  const parsed = ctasQuery.safeParse({
    conversationId: search.get('conversation') ?? undefined,
    before: search.get('before') ?? undefined,
  });
  const query = parsed.success ? parsed.data : {};
  const { ctas, next } = await listCtas(ctx, query);
  const { conversations, opened } = await listConversations(
    ctx,
    conversationsQuery.parse({ ...(query.conversationId ? { conversationId: String(query.conversationId) } : {}) }),
  );
  const named = opened ? [opened.conversation] : [];
  const rest = conversations.filter(({ conversationId }) => conversationId !== named[0]?.conversationId);
  return {
    ctas,
    next,
    conversationId: named[0]?.conversationId ?? null,
    conversations: [...named, ...rest].map(({ conversationId, buyer, seller, product, order }): Conversation => ({
      conversationId,
      buyer,
      seller,
      about: product?.title ?? order?.name ?? '',
    })),
  };
}
