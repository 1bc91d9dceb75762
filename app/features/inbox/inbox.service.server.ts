import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { PAGE_SIZE } from '#app/core/paging.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { toPreview } from '#app/features/messages/contact/contact.ts';
import { maskEmail } from '#app/features/offers/offer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import {
  encodeInboxCursor,
  INBOX_KINDS,
  KIND_OF_VIEW,
  type InboxCursor,
  type InboxKind,
  type InboxState,
  type InboxView,
} from './inbox.ts';
import type { InboxRowDto } from './inbox.contract.ts';
import * as repo from './inbox.repo.server.ts';

export type InboxQuery = {
  view: InboxView;
  state?: InboxState | undefined;
  for?: 'marketplace' | 'vendors' | undefined;
  q: string;
  after?: InboxCursor | undefined;
  before?: InboxCursor | undefined;
};

/** A page of everything that came in for the viewer, unread first, with the kinds that are on and how much of each is unread. */
export function readInbox(ctx: Ctx, query: InboxQuery) {
  const { view } = query;
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const { messages, makeAnOffer } = await readSwitches(tx);
    const isOn: Record<InboxKind, boolean> = { conversation: messages, offer: makeAnOffer, message: true };
    const kinds = INBOX_KINDS.filter((kind) => isOn[kind]);
    const shown = view === 'all' ? kinds : kinds.filter((kind) => kind === KIND_OF_VIEW[view]);
    const { state, q } = query;
    const counts = await repo.countInbox(tx, { kinds, state, for: query.for, q });
    const found = await repo.listInbox(tx, { kinds: shown, state, for: query.for, q }, query);
    return {
      /** Whether the kind of the tab is on; everything always is. */
      isOn: view === 'all' || shown.length > 0,
      kinds,
      rows: cutPage(found, query).map((row) => toRow(ctx, row)),
      unread: { conversation: counts.conversation.unread, offer: counts.offer.unread, message: counts.message.unread },
      page: {
        page: 1,
        pageCount: 1,
        count: shown.reduce((sum, kind) => sum + counts[kind].count, 0),
        ...findPlaces(found, query),
      },
      hasAny: kinds.some((kind) => counts[kind].count > 0),
      checkedAt: ctx.clock.now().toISOString(),
    };
  });
}

/** The rows of the page, without the one more that says that there are others. */
function cutPage(found: readonly repo.InboxRow[], { before }: InboxQuery): readonly repo.InboxRow[] {
  return before ? found.slice(-PAGE_SIZE) : found.slice(0, PAGE_SIZE);
}

/** The ways on and back from a page. */
function findPlaces(found: readonly repo.InboxRow[], query: InboxQuery): { cursor?: string; before?: string } {
  const rows = cutPage(found, query);
  const [first, last] = [rows[0], rows.at(-1)];
  const isMore = found.length > PAGE_SIZE;
  return {
    ...(last && (query.before || isMore) ? { cursor: encodeInboxCursor(last) } : {}),
    ...(first && (query.after || (query.before && isMore)) ? { before: encodeInboxCursor(first) } : {}),
  };
}

function toRow({ viewer }: Ctx, row: repo.InboxRow): InboxRowDto {
  const email = row.email ?? '';
  const isMasked = row.kind === 'offer' && viewer.vendorScope !== '*' && email !== '';
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.at.toISOString(),
    isUnread: row.isUnread,
    vendor: row.vendor,
    who: row.who !== '' ? row.who : isMasked ? maskEmail(email) : email,
    isOfMarketplace: row.isOfMarketplace,
    text:
      row.kind === 'message'
        ? toPreview({ body: row.text, fields: row.fields ?? [], email: row.email, name: row.who })
        : row.text,
    about: row.about,
    imageUrl: row.imageUrl,
    price:
      row.priceMinor === null || row.currency === null ? null : toDto(money(row.priceMinor, asCurrency(row.currency))),
    quantity: row.quantity,
    state: row.state,
  };
}
