import { AppError, invalidInput } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { checkAnswerParts } from '#app/features/vendor-profiles/custom-field-values/check-values.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import {
  checkAnswers,
  publicFields,
  type FieldAnswer,
} from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import { findUploadToken } from '#app/platform/uploads/upload-tokens.service.server.ts';
import { attachUploads } from '#app/platform/uploads/uploads.service.server.ts';
import { foldName } from '#app/core/text/folding.ts';
import { buildHolder } from './application.ts';
import * as repo from './applications.repo.server.ts';

const MAX_PER_EMAIL_AN_HOUR = 5;

type Submission = {
  email: string;
  vendorName: string;
  store: string;
  fields: readonly FieldAnswer[];
  /** The ticket that the form's files came on. */
  ticket?: string | undefined;
};

/** Throws registration_closed (409) where the store takes no applications. */
export async function requireOpenApplications(tx: SqlTx): Promise<void> {
  if (!(await readFormSettings(tx)).enableApproval) throw new AppError('registration_closed');
}

/**
 * Takes an application. Everything is checked again here; a second one from the same person is taken like the first, so that
 * nobody learns who has an account. Throws registration_closed (409) where the store takes none.
 */
export async function submitApplication(ctx: Ctx, input: Submission): Promise<{ ok: true }> {
  const store = await storeNamed(ctx, input.store);
  await ctx.limits.hit(`applications|${store.viewer.store.id}|${input.email}`, MAX_PER_EMAIL_AN_HOUR, 3600);
  const { answers, uploads } = await checkSubmission(store, input);
  await ctx.db.unit(marketplaceScope(store.viewer.store.id), async (tx) => {
    // Read again where it is written: somebody may have closed the form meanwhile.
    await requireOpenApplications(tx);
    const { email, vendorName } = input;
    const at = ctx.clock.now();
    const written = { email, vendorName, vendorKey: foldName(vendorName), fields: answers, at };
    const id = await repo.insertApplication(tx, written);
    await attachUploads(tx, store, uploads, buildHolder(id));
    const mail = { params: { applicationId: String(id) }, dueAt: at, createdAt: at };
    await queueMails(tx, store, [
      {
        ...mail,
        dedupeKey: `vendor-pending-approval:${id}`,
        template: 'vendor-pending-approval',
        audience: { kind: 'address', address: email },
      },
      {
        ...mail,
        dedupeKey: `marketplace-vendor-request:${id}`,
        template: 'marketplace-vendor-request',
        audience: { kind: 'admins' },
      },
    ]);
  });
  return { ok: true };
}

/** Looks at everything before anything is held: storages and other people's servers may take their time. */
async function checkSubmission(ctx: Ctx, input: Submission) {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const { registration, tokenId } = await ctx.db.fast(scope, async (tx) => ({
    registration: await readFormSettings(tx),
    tokenId: input.ticket === undefined ? undefined : await findUploadToken(ctx, tx, input.ticket),
  }));
  if (!registration.enableApproval) throw new AppError('registration_closed');
  const fields = publicFields(registration.fields);
  const ignored = new Set(registration.fields.map((field) => field.key));
  const { answers, issues } = checkAnswers(fields, input.fields, { ignored });
  if (issues.length > 0) throw invalidInput(issues);
  // Nothing has the number 0: without a good ticket, no upload is one's own.
  return checkAnswerParts(ctx, { scope, tokenId: tokenId ?? 0n }, { fields, answers, known: [] });
}

/** The same context for the store that the application names, which may be another than the request's. */
async function storeNamed(ctx: Ctx, domain: string): Promise<Ctx> {
  if (domain === ctx.viewer.store.domain) return ctx;
  const store = await findStoreByDomain(ctx, domain);
  if (!store || store.uninstalledAt) throw new AppError('not_found');
  const { id, name, currency, timezone } = store;
  return { ...ctx, viewer: { ...ctx.viewer, store: { id, domain: store.domain, name, currency, timezone } } };
}
