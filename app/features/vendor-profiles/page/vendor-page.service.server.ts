import sanitizeHtml from 'sanitize-html';
import { AppError, invalidInput, stateRefuses, type Issue } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { rule } from '#app/core/rules.ts';
import { checkAnswerParts } from '#app/features/vendor-profiles/custom-field-values/check-values.service.server.ts';
import { showAnswers } from '#app/features/vendor-profiles/custom-field-values/shown-values.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readDisplay } from '#app/core/text/field-display.ts';
import { checkAnswers, type FieldDefinition } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { attachUploads, giveUploads, requireUploadSource } from '#app/platform/uploads/uploads.service.server.ts';
import type { VendorRef } from '#app/platform/vendors/vendor.ts';
import {
  readVendorFields,
  requireVendor,
  resolveVendor,
  writeVendorFields,
} from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readPageSettings } from './page-settings.service.server.ts';
import { planShowing } from './show-page.service.server.ts';
import type { PageDto } from './vendor-page.contract.ts';
import {
  decidePage,
  EMPTY_PAGE,
  pageFields,
  pageStatus,
  saveContent,
  type PageAction,
  type PageContent,
  type PageStatus,
} from './vendor-page.ts';
import * as repo from './vendor-page.repo.server.ts';

/** Whose page is meant: the named vendor of the scope, else the one that the viewer acts for. Throws not_found (404). */
async function findVendor(ctx: Ctx, tx: SqlTx, name: string | undefined): Promise<VendorRef> {
  if (name !== undefined) return resolveVendor(tx, name);
  if (ctx.viewer.vendorScope === '*') throw new AppError('not_found');
  return requireVendor(tx, ctx.viewer.vendorScope);
}

async function requirePages(tx: SqlTx) {
  const settings = await readPageSettings(tx);
  if (!settings.enabled) throw new AppError('feature_disabled');
  return settings;
}

/** A vendor's page as its people and the admins see it. */
export async function readVendorPage(ctx: Ctx, name: string | undefined): Promise<PageDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requirePages(tx);
    return describe(ctx, tx, await findVendor(ctx, tx, name));
  });
}

/** The state of a vendor's page, for lists and the vendor's own screen. */
export async function readPageStatus(tx: SqlTx, vendorId: bigint): Promise<PageStatus> {
  return pageStatus((await repo.findPage(tx, vendorId)) ?? EMPTY_PAGE);
}

type PageInput = {
  metafields: PageContent['fields'];
  description: string;
  imageUrl: string;
  vendor?: string | undefined;
  version?: number | undefined;
};

/**
 * Saves a page. Fields are checked as the application form checks them; a description keeps nothing that could run. Throws
 * conflict (409) over a version that is no longer there.
 */
export async function saveVendorPage(ctx: Ctx, input: PageInput): Promise<PageDto> {
  if (input.imageUrl !== '') await requireUploadSource(ctx, input.imageUrl);
  const { content, uploads } = await checkPage(ctx, input);
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const { holdChanges } = await requirePages(tx);
    const vendor = await findVendor(ctx, tx, input.vendor);
    await repo.ensurePage(tx, vendor.id, at);
    const page = await requirePage(tx, vendor.id);
    refuseStale(input, page);
    const next = saveContent(page, content, { holdChanges: holdChanges && !ctx.viewer.isAdmin });
    if (same(page, next)) return describe(ctx, tx, vendor);
    const event = { kind: next.draft === null ? 'saved' : 'submitted' } as const;
    await repo.writePage(tx, vendor.id, { state: next, note: page.note, at, event });
    await keepAnswers(tx, vendor.id, content);
    // What the marketplace sent for a vendor is the vendor's to open.
    await attachUploads(tx, ctx, uploads, `vendor-page:${vendor.id}`);
    await giveUploads(tx, `vendor-page:${vendor.id}`, vendor.id);
    await note(tx, ctx, vendor, { action: 'vendor.page.saved', detail: { status: pageStatus(next) } });
    await planShowing(tx, ctx, vendor.id);
    return describe(ctx, tx, vendor);
  });
}

const same = (one: object, other: { live: unknown; draft: unknown; approved: boolean }): boolean => {
  const { live, draft, approved } = one as typeof other;
  return JSON.stringify([live, draft, approved]) === JSON.stringify([other.live, other.draft, other.approved]);
};

/** Approves a page or a change of it, takes the page back or declines the change. A repeated decision changes nothing. */
export async function decideVendorPage(
  ctx: Ctx,
  input: { action: PageAction; vendor?: string | undefined; note?: string | undefined },
): Promise<PageDto> {
  const { store, actor } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requirePages(tx);
    const vendor = await findVendor(ctx, tx, input.vendor);
    const page = await repo.findPage(tx, vendor.id, { lock: true });
    const decided = decidePage(page ?? EMPTY_PAGE, input.action);
    if (!decided.ok || !page) throw stateRefuses('page_unchanged');
    const words = input.note === undefined || input.note === '' ? null : input.note;
    if (same(page, decided.value) && words === null) return describe(ctx, tx, vendor);
    const event = { kind: 'decided', by: actor.name } as const;
    await repo.writePage(tx, vendor.id, { state: decided.value, note: words, at: ctx.clock.now(), event });
    await note(tx, ctx, vendor, {
      action: `vendor.page.${input.action}`,
      detail: { status: [pageStatus(page), pageStatus(decided.value)] },
      words,
    });
    await planShowing(tx, ctx, vendor.id);
    return describe(ctx, tx, vendor);
  });
}

async function requirePage(tx: SqlTx, vendorId: bigint): Promise<repo.PageRow> {
  const page = await repo.findPage(tx, vendorId, { lock: true });
  if (!page) throw new AppError('not_found');
  return page;
}

function refuseStale(input: PageInput, page: { version: number }): void {
  if (input.version !== undefined && input.version !== page.version) throw new AppError('conflict');
}

/** Looks at everything before anything is held: storages and other people's servers may take their time. */
async function checkPage(ctx: Ctx, input: PageInput): Promise<{ content: PageContent; uploads: bigint[] }> {
  const scope = scopeOf(ctx.viewer);
  const { fields, known } = await ctx.db.fast(scope, async (tx) => {
    await requirePages(tx);
    const vendor = await findVendor(ctx, tx, input.vendor);
    const page = await repo.findPage(tx, vendor.id);
    refuseStale(input, page ?? { version: 0 });
    const before = [...(page?.live?.fields ?? []), ...(page?.draft?.fields ?? [])];
    return {
      fields: computeRequested(ctx, (await readFormSettings(tx)).fields),
      known: [...before, ...(await readVendorFields(tx, vendor.id))],
    };
  });
  const { answers, issues } = checkAnswers(fields, input.metafields, { lenient: ctx.viewer.isAdmin });
  const requested = new Set(fields.map((field) => field.key));
  const wrong = issues.map(belowMetafields);
  if (input.imageUrl !== '' && !isPicture(input.imageUrl))
    wrong.push({ path: 'imageUrl', rule: 'must_be_a_valid_url', message: rule('valid_url') });
  if (wrong.length > 0) throw invalidInput(wrong);
  const given = { fields, answers: answers.filter((answer) => requested.has(answer.key)), known };
  const checked = await checkAnswerParts(ctx, { scope, tokenId: null }, given).catch((error: unknown) => {
    throw error instanceof AppError && error.issues.length > 0
      ? invalidInput(error.issues.map(belowMetafields))
      : error;
  });
  const description = cleanDescription(input.description);
  return { content: { imageUrl: input.imageUrl, description, fields: checked.answers }, uploads: checked.uploads };
}

/** The answers of a page are sent as `metafields`. */
const belowMetafields = (issue: Issue): Issue => ({ ...issue, path: issue.path.replace(/^fields\./, 'metafields.') });

/** The picture is fetched by the platform, so it must be on the web; names of this machine count while developing. */
const isPicture = (url: string): boolean => isWebAddress(url) || /^https?:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url);

function computeRequested(ctx: Ctx, fields: readonly FieldDefinition[]): FieldDefinition[] {
  return pageFields(fields).filter((field) => ctx.viewer.isAdmin || readDisplay(field.description).show);
}

/** A description with text, emphasis, headings, lists and links; everything else loses its marks. */
function cleanDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'p',
      'br',
      'b',
      'strong',
      'i',
      'em',
      'u',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'blockquote',
      'a',
      'hr',
    ],
    allowedAttributes: { a: ['href', 'title', 'rel'], '*': ['dir', 'lang'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }, true) },
  }).trim();
}

/** The vendor's own answers follow what it wrote on its page; those to other fields stay. */
async function keepAnswers(tx: SqlTx, vendorId: bigint, content: PageContent): Promise<void> {
  const before = await readVendorFields(tx, vendorId);
  const given = new Map(content.fields.map((answer) => [answer.key, answer]));
  const kept = before.filter((answer) => !given.has(answer.key));
  await writeVendorFields(tx, vendorId, [...kept, ...content.fields]);
}

async function note(
  tx: SqlTx,
  ctx: Ctx,
  vendor: VendorRef,
  o: { action: string; detail: object; words?: string | null },
): Promise<void> {
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendor.id),
      vendorId: vendor.id,
      action: o.action,
      actor: ctx.viewer.actor,
      detail: o.detail,
      note: o.words ?? null,
      at: ctx.clock.now(),
    },
  ]);
}

async function describe(ctx: Ctx, tx: SqlTx, vendor: VendorRef): Promise<PageDto> {
  const page = await repo.findPage(tx, vendor.id);
  const fields = computeRequested(ctx, (await readFormSettings(tx)).fields);
  const state = page ?? EMPTY_PAGE;
  const status = pageStatus(state);
  const newest = state.draft ?? state.live ?? (await startContent(tx, vendor.id, fields));
  // Answers to fields that only admins see stay out of what the vendor reads.
  const requested = new Set(fields.map((field) => field.key));
  const visible = (content: PageContent): PageContent => ({
    ...content,
    fields: content.fields.filter((answer) => requested.has(answer.key)),
  });
  const isOut = (status === 'live' || status === 'changeWaiting') && page?.collectionHandle != null;
  return {
    vendor: vendor.name,
    status,
    live: state.live && visible(state.live),
    draft: state.draft ? visible(state.draft) : state.live ? null : visible(newest),
    note: page?.note ?? null,
    version: page?.version ?? 0,
    submittedAt: page?.submittedAt?.toISOString() ?? null,
    decidedAt: page?.decidedAt?.toISOString() ?? null,
    decidedBy: page?.decidedBy ?? null,
    url: isOut ? `https://${ctx.viewer.store.domain}/collections/${page.collectionHandle ?? ''}` : null,
    isShown: page !== undefined && page.shownVersion === page.version,
    complete: checkAnswers(fields, visible(newest).fields).issues.length === 0,
    opened: await openedFiles(ctx, tx, fields, visible(newest)),
    fields: fields.map(({ showOnVendorPage: _shown, registration: _requested, ...field }) => field),
  };
}

/** Where the private files of a page can be opened, by where they lie: a frame's new tab has no session to ask with. */
async function openedFiles(
  ctx: Ctx,
  tx: SqlTx,
  fields: readonly FieldDefinition[],
  content: PageContent,
): Promise<PageDto['opened']> {
  const files = new Set(fields.filter((field) => field.type === 'file').map((field) => field.key));
  const shown = await showAnswers(
    tx,
    ctx,
    content.fields.filter((answer) => files.has(answer.key)),
  );
  return shown.flatMap(({ value, items: [item] }) => (item ? [{ location: String(value), url: item.src }] : []));
}

/** A page that nobody wrote yet begins with what the vendor answered before. */
async function startContent(tx: SqlTx, vendorId: bigint, fields: readonly FieldDefinition[]): Promise<PageContent> {
  const requested = new Set(fields.map((field) => field.key));
  const known = await readVendorFields(tx, vendorId);
  return { imageUrl: '', description: '', fields: known.filter((answer) => requested.has(answer.key)) };
}
