import { stripTags } from '#app/core/text/markup.ts';
import type { MediaItem } from '#app/core/media.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';
import type {
  FieldAnswer,
  FieldDefinition,
  FieldType,
} from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { richTextTree } from './rich-text-field.ts';

/** What a vendor's public page says. */
export type PageContent = { imageUrl: string; description: string; fields: FieldAnswer[] };

/** What stands of a page: what is shown, what waits, and whether the marketplace approved it. */
export type PageState = { live: PageContent | null; draft: PageContent | null; approved: boolean };

/**
 * `none`: nothing was written. `awaitingApproval`: written, not approved yet. `live`: shown. `changeWaiting`: shown, and a
 * change of it is held. `unapproved`: it was shown, and the marketplace took it back.
 */
export const PAGE_STATUSES = ['none', 'awaitingApproval', 'live', 'changeWaiting', 'unapproved'] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

export const PAGE_ACTIONS = ['approve', 'unapprove', 'decline'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

export const EMPTY_PAGE: PageState = { live: null, draft: null, approved: false };

export function pageStatus({ live, draft, approved }: PageState): PageStatus {
  if (approved && live) return draft ? 'changeWaiting' : 'live';
  if (draft) return 'awaitingApproval';
  return live ? 'unapproved' : 'none';
}

/** A page after somebody saved it: the first draft waits, later ones are free unless the marketplace holds every change. */
export function saveContent(page: PageState, content: PageContent, o: { holdChanges: boolean }): PageState {
  if (!page.approved || o.holdChanges) {
    // What is as it is shown needs no decision.
    const { live, approved } = page;
    return { live, approved, draft: approved && isSame(live, content) ? null : content };
  }
  return { approved: true, live: content, draft: null };
}

/** A page after a decision. `page_unchanged`: there is nothing to decide on; a repeated decision is no refusal. */
export function decidePage(page: PageState, action: PageAction): Result<PageState, 'page_unchanged'> {
  switch (action) {
    case 'approve': {
      const live = page.draft ?? page.live;
      return live ? ok({ approved: true, live, draft: null }) : refuse('page_unchanged');
    }
    case 'unapprove':
      return page.live || page.draft
        ? ok({ live: page.live, draft: page.draft, approved: false })
        : refuse('page_unchanged');
    case 'decline':
      if (!page.live && !page.draft) return refuse('page_unchanged');
      // A first draft stays with its vendor, who changes it; a held change goes, and what is shown stays.
      return ok({ live: page.live, draft: page.approved ? null : page.draft, approved: page.approved });
  }
}

const isSame = (one: PageContent | null, other: PageContent): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields that a page shows. */
export function pageFields(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields.filter((field) => field.showOnVendorPage && field.key !== IMAGE_KEY);
}

/** The key under which storefronts know the page's picture. */
export const IMAGE_KEY = '$imageUrl';

/** The address part of the page's collection: the vendor's own, and a sign that keeps it apart from the store's collections. */
export const collectionHandle = (handle: string, vendorId: bigint): string => `${handle}-${vendorId.toString(36)}`;

/** A text without its marks, as search engines show it. */
export function plainText(html: string, max: number): string {
  const text = stripTags(html, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text;
}

/** An answer as everybody may read it: addresses, titles and texts by the field's key; of pictures and films also what each is. */
export type PublicAnswer = { key: string; type: FieldType; value: string | string[]; media?: readonly MediaItem[] };

/** A public answer as the platform keeps it. Keys that the platform does not take are written with plain letters. */
export function storefrontValue(answer: PublicAnswer): { key: string; type: string; value: string } {
  const key = answer.key.replace(/[^A-Za-z0-9_-]/g, '_').padEnd(2, '_');
  const { type, value } = answer;
  if (Array.isArray(value)) return { key, type: 'list.single_line_text_field', value: JSON.stringify(value) };
  if (type === 'richtext') return { key, type: 'rich_text_field', value: JSON.stringify(richTextTree(value)) };
  return { key, type: 'multi_line_text_field', value };
}
