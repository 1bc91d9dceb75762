import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { countPages, PAGE_SIZE } from '#app/core/paging.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { checkAnswerParts } from '#app/features/vendor-profiles/custom-field-values/check-values.service.server.ts';
import { showAnswers } from '#app/features/vendor-profiles/custom-field-values/shown-values.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { checkAnswers, type FieldAnswer } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { attachUploads, giveUploads } from '#app/platform/uploads/uploads.service.server.ts';
import { foldName } from '#app/core/text/folding.ts';
import { findVendorByName } from '#app/platform/vendors/vendors.service.server.ts';
import {
  decodePlace,
  encodePlace,
  type ApplicationRowDto,
  type ApplicationsQuery,
  type ApplicationDto,
} from './applications.contract.ts';
import {
  formatHint,
  buildHolder,
  identifyingAnswers,
  mayEdit,
  type Application,
  type ApplicationStatus,
  type DuplicateReason,
} from './application.ts';
import * as repo from './applications.repo.server.ts';

/** A page of applications with the counts of all states. */
export async function listApplications(ctx: Ctx, query: ApplicationsQuery) {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const byStatus = await repo.countApplications(tx, query.q);
    const counts = { all: byStatus.pending + byStatus.approved + byStatus.rejected, ...byStatus };
    const after = query.cursor === undefined ? undefined : decodePlace(query.cursor);
    const offset = after ? 0 : (query.page - 1) * PAGE_SIZE;
    const rows = await repo.listApplications(tx, query, { limit: PAGE_SIZE + 1, offset, after });
    const shown = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
    return {
      applications: shown.map(toRow),
      counts,
      count: counts[query.status],
      pageCount: countPages(counts[query.status]),
      cursor: last ? encodePlace({ pending: last.status === 'pending', id: last.id }) : null,
    };
  });
}

/** How many applications there are in each state. */
export async function countApplicationsByStatus(tx: SqlTx): Promise<Record<ApplicationStatus | 'all', number>> {
  const counts = await repo.countApplications(tx, '');
  return { all: counts.pending + counts.approved + counts.rejected, ...counts };
}

/** How many applications wait for a decision. */
export function countPendingApplications(tx: SqlTx): Promise<number> {
  return repo.countPending(tx);
}

/** The oldest pending applications, as rows. */
export async function listPendingApplications(tx: SqlTx, limit: number): Promise<ApplicationRowDto[]> {
  const rows = await repo.listApplications(tx, { status: 'pending', q: '' }, { limit, offset: 0, after: undefined });
  return rows.map(toRow);
}

/** An application with its answers and what it may be a duplicate of. Throws not_found (404). */
export async function readApplication(ctx: Ctx, id: bigint): Promise<ApplicationDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) =>
    describe(tx, ctx, await requireApplication(tx, id)),
  );
}

/** An application with all fields of vendors as they are now, for the screen that corrects it. */
export async function readApplicationForEdit(ctx: Ctx, id: bigint) {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { fields } = await readFormSettings(tx);
    return {
      application: await describe(tx, ctx, await requireApplication(tx, id)),
      fields: fields.map(({ registration: _requested, showOnVendorPage: _shown, ...field }) => field),
    };
  });
}

/** The application of an id within the scope, or undefined. */
export function findApplication(tx: SqlTx, id: bigint): Promise<Application | undefined> {
  return repo.findApplication(tx, id);
}

/** The application of an id, locked for a decision where asked. Throws not_found (404). */
export async function requireApplication(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<Application> {
  const application = await repo.findApplication(tx, id, o);
  if (!application) throw new AppError('not_found');
  return application;
}

type Edit = { email: string; vendorName: string; fields: readonly FieldAnswer[]; version: number };

/** Corrects an application before a vendor is made from it; throws conflict (409) over a version that is no longer there. */
export async function editApplication(ctx: Ctx, id: bigint, input: Edit): Promise<ApplicationDto> {
  const { store, actor } = ctx.viewer;
  const { answers, uploads } = await checkEdit(ctx, id, input);
  return ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const before = await requireEditable(tx, id, input.version);
    const { email, vendorName } = input;
    await repo.updateApplication(tx, { id, email, vendorName, vendorKey: foldName(vendorName), fields: answers });
    await attachUploads(tx, ctx, uploads, buildHolder(id));
    await recordAudit(tx, [
      {
        subject: 'application',
        subjectId: String(id),
        vendorId: null,
        action: 'application.edited',
        actor,
        detail: { changed: changedParts(before, { email, vendorName, fields: answers }) },
        at: ctx.clock.now(),
      },
    ]);
    return describe(tx, ctx, await requireApplication(tx, id));
  });
}

/** The application of an id, locked, where it may be changed from the version that was read. */
async function requireEditable(tx: SqlTx, id: bigint, version: number): Promise<Application> {
  const application = await requireApplication(tx, id, { lock: true });
  if (!mayEdit(application)) throw stateRefuses('account_made');
  if (application.version !== version) throw new AppError('conflict');
  return application;
}

/** Looks at what is new in an edit before anything is held: storages and other people's servers may take their time. */
async function checkEdit(ctx: Ctx, id: bigint, input: Edit) {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const { before, fields } = await ctx.db.fast(scope, async (tx) => ({
    before: await requireEditable(tx, id, input.version),
    fields: (await readFormSettings(tx)).fields,
  }));
  const { answers, issues } = checkAnswers(fields, input.fields, { lenient: true });
  if (issues.length > 0) throw invalidInput(issues);
  return checkAnswerParts(ctx, { scope, tokenId: null }, { fields, answers, known: before.fields });
}

/** The names of what differs; the values stay out of the permanent log, because they are an applicant's own. */
function changedParts(
  before: Pick<Application, 'email' | 'vendorName' | 'fields'>,
  after: Pick<Application, 'email' | 'vendorName' | 'fields'>,
): string[] {
  const parts = (one: typeof before) =>
    new Map<string, string>([
      ['email', one.email],
      ['vendorName', one.vendorName],
      ...one.fields.map((field): [string, string] => [`fields.${field.key}`, JSON.stringify(field.value)]),
    ]);
  const [old, now] = [parts(before), parts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

/** Sets the state of an application. The state that it has already changes nothing and mails nobody. */
export async function setApplicationStatus(
  ctx: Ctx,
  id: bigint,
  o: { status: ApplicationStatus; reason?: string | undefined },
): Promise<ApplicationDto> {
  return ctx.db.unit(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await moveApplication(tx, ctx, id, o);
    return describe(tx, ctx, await requireApplication(tx, id));
  });
}

/** The same in the caller's transaction, without describing the application: for many at once. */
export async function moveApplication(
  tx: SqlTx,
  ctx: Ctx,
  id: bigint,
  o: { status: ApplicationStatus; reason?: string | undefined },
): Promise<void> {
  const before = await requireApplication(tx, id, { lock: true });
  if (before.status === o.status) return;
  await writeDecision(tx, ctx, before, { status: o.status, reason: o.reason ?? '' });
  if (o.status === 'rejected') await mailRejection(tx, ctx, before, o.reason ?? '');
}

/** Notes that a vendor was made from the application. */
export async function approveWithVendor(tx: SqlTx, ctx: Ctx, before: Application, vendorId: bigint): Promise<void> {
  await writeDecision(tx, ctx, before, { status: 'approved', reason: '', vendorId });
  await giveUploads(tx, buildHolder(before.id), vendorId);
}

async function writeDecision(
  tx: SqlTx,
  ctx: Ctx,
  before: Application,
  o: { status: ApplicationStatus; reason: string; vendorId?: bigint },
): Promise<void> {
  const at = ctx.clock.now();
  const { actor } = ctx.viewer;
  const decided = o.status !== 'pending';
  await repo.decideApplication(tx, {
    id: before.id,
    status: o.status,
    at: decided ? at : null,
    by: decided ? actor.name : null,
    ...(o.vendorId === undefined ? {} : { vendorId: o.vendorId }),
  });
  await recordAudit(tx, [
    {
      subject: 'application',
      subjectId: String(before.id),
      vendorId: o.vendorId ?? null,
      action: `application.${o.status}`,
      actor,
      detail: { status: [before.status, o.status] },
      note: o.reason === '' ? null : o.reason,
      at,
    },
  ]);
}

async function mailRejection(tx: SqlTx, ctx: Ctx, before: Application, reason: string): Promise<void> {
  const at = ctx.clock.now();
  await queueMails(tx, ctx, [
    {
      // The version makes a second rejection, after the decision was taken back, a mail of its own.
      dedupeKey: `vendor-rejection:${before.id}:${before.version}`,
      template: 'vendor-rejection',
      audience: { kind: 'address', address: before.email },
      params: { applicationId: String(before.id), reason },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

function toRow(application: Application): ApplicationRowDto {
  return {
    id: String(application.id),
    vendorName: application.vendorName,
    email: application.email,
    hint: formatHint(application.fields),
    status: application.status,
    receivedAt: application.receivedAt.toISOString(),
    decidedAt: application.decidedAt?.toISOString() ?? null,
    decidedBy: application.decidedBy,
    vendorId: application.vendorId === null ? null : String(application.vendorId),
  };
}

async function describe(tx: SqlTx, ctx: Ctx, application: Application): Promise<ApplicationDto> {
  return {
    ...toRow(application),
    fields: application.fields,
    shown: await showAnswers(tx, ctx, application.fields),
    version: application.version,
    editable: mayEdit(application),
    duplicates: await findDuplicates(tx, application),
  };
}

async function findDuplicates(tx: SqlTx, application: Application): Promise<ApplicationDto['duplicates']> {
  const answers = identifyingAnswers(application.fields);
  const vendor = await findVendorByName(tx, application.vendorName);
  const similar = await repo.listSimilar(tx, application, answers);
  const found: ApplicationDto['duplicates'] = similar.map((other) => {
    const shared = answers.find(({ key, value }) =>
      other.fields.some((field) => field.key === key && field.value === value),
    );
    const reason: DuplicateReason =
      other.email === application.email ? 'email' : other.vendorKey === application.vendorKey ? 'name' : 'answer';
    return {
      reason,
      name: other.vendorName,
      applicationId: String(other.id),
      vendorId: other.vendorId === null ? null : String(other.vendorId),
      field: reason === 'answer' ? (shared?.name ?? null) : null,
    };
  });
  if (vendor && vendor.id !== application.vendorId) {
    found.unshift({
      reason: 'name',
      name: vendor.name,
      applicationId: null,
      vendorId: String(vendor.id),
      field: null,
    });
  }
  return found;
}
