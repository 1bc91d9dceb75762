import { z } from 'zod';
import { deleteFile } from '#app/adapters/shopify/products/files.server.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { idSchema, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf, type Scope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { hashToken, randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, scheduleJob, type ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { UPLOAD_TOKEN_BYTES, UPLOAD_TOKEN_FILES, UPLOAD_TOKEN_HOURS } from './upload.ts';
import * as tickets from './upload-tokens.repo.server.ts';
import * as repo from './uploads.repo.server.ts';

const SWEEP = 'uploads.sweep';

/** Who uploads: somebody with an account within their scope, or somebody with a ticket, who has nothing but it. */
export type Uploader = { scope: Scope; tokenId: bigint | null };

/** Throws where no form is open for files of strangers. */
export type RequireOpenForm = (tx: SqlTx) => Promise<void>;

/** A ticket for the uploads of a form. Throws what `requireOpen` throws. */
export async function createUploadToken(ctx: Ctx, o: { form: string; requireOpen: RequireOpenForm }) {
  const at = ctx.clock.now();
  const expiresAt = new Date(at.getTime() + UPLOAD_TOKEN_HOURS * HOUR_MS);
  const token = randomToken();
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await o.requireOpen(tx);
    const id = await tickets.insertUploadToken(tx, { tokenHash: hashToken(token), form: o.form, at, expiresAt });
    await scheduleJob(tx, { kind: SWEEP, key: String(id), payload: { tokenId: String(id) }, dueAt: expiresAt });
  });
  return { ticket: token, expiresAt: expiresAt.toISOString(), files: UPLOAD_TOKEN_FILES, bytes: UPLOAD_TOKEN_BYTES };
}

/** Who uploads or reads by this call. A ticket that is unknown, of another store or too old is not_signed_in (401). */
export async function findUploader(ctx: Ctx, token: string | undefined): Promise<Uploader> {
  if (ctx.viewer.permissions.size > 0) return { scope: scopeOf(ctx.viewer), tokenId: null };
  const scope = marketplaceScope(ctx.viewer.store.id);
  const tokenId = token && (await ctx.db.fast(scope, (tx) => findUploadToken(ctx, tx, token)));
  if (!tokenId) throw new AppError('not_signed_in');
  return { scope, tokenId };
}

/** The good ticket of a token within the scope, or undefined. */
export function findUploadToken(
  services: Pick<Services, 'clock'>,
  tx: SqlTx,
  token: string,
): Promise<bigint | undefined> {
  return tickets.findUploadToken(tx, hashToken(token), services.clock.now());
}

/** Counts a file on the ticket of who uploads. Throws invalid_state (409) when it takes no more. */
export async function countOnUploadToken(tx: SqlTx, uploader: Uploader, sizeBytes: number | undefined): Promise<void> {
  if (uploader.tokenId === null) return;
  if (sizeBytes === undefined) throw invalidInput([{ path: 'size', rule: 'required', message: rule('required') }]);
  const counted = await tickets.useUploadToken(tx, {
    id: uploader.tokenId,
    bytes: sizeBytes,
    maxFiles: UPLOAD_TOKEN_FILES,
    maxBytes: UPLOAD_TOKEN_BYTES,
  });
  if (!counted)
    throw stateRefuses('uploads_full', { files: UPLOAD_TOKEN_FILES, megabytes: UPLOAD_TOKEN_BYTES / 1024 / 1024 });
}

/** The job that deletes files in our storage and at the platform. */
const REMOVE = 'uploads.remove';
const sweepPayload = z.object({ tokenId: idSchema });
const removePayload = z.object({ keys: z.array(z.string()), files: z.array(z.string()) });

/** Once a ticket is too old, what came on it and went nowhere is deleted, here, in our storage and at the platform. */
export function uploadScheduledJobs(services: Services): readonly ScheduledJobHandler[] {
  return [
    {
      kind: SWEEP,
      async handle(tx, storeId, work) {
        const { tokenId } = sweepPayload.parse(work.payload);
        const left = await repo.deleteUnattached(tx, tokenId);
        await tickets.deleteUploadToken(tx, tokenId);
        const keys = left.flatMap(({ proxy, key }) => (proxy === 'stage-upload' ? [] : [key]));
        const files = left.flatMap(({ fileId }) => (fileId ? [fileId] : []));
        if (left.length > 0) await services.jobs.enqueue(tx, REMOVE, { storeId: String(storeId), keys, files });
        await deleteDoneJobs(tx, SWEEP, new Date(services.clock.now().getTime() - UPLOAD_TOKEN_HOURS * HOUR_MS));
      },
    },
    {
      kind: REMOVE,
      deletesDone: true,
      async run(storeId, job) {
        const { keys, files } = removePayload.parse(job.payload);
        for (const key of keys) await services.adapters.files.remove(key);
        if (files.length > 0) await deleteAtPlatform(services, storeId, files);
        return undefined;
      },
    },
  ];
}

/** Forgets an upload to our own storage and deletes its file once this is committed. One that is gone already stays gone. */
export async function removeUpload(services: Pick<Services, 'jobs'>, tx: SqlTx, key: string): Promise<void> {
  if (!(await repo.deleteUpload(tx, key))) return;
  await services.jobs.enqueue(tx, REMOVE, { storeId: String(tx.scope.storeId), keys: [key], files: [] });
}

async function deleteAtPlatform(services: Services, storeId: StoreId, files: readonly string[]): Promise<void> {
  const store = await findStoreById(services, storeId);
  // Without access there is nobody to ask, and the files are the store's own from then on.
  if (!store || store.uninstalledAt) return;
  const platform = await services.adapters.platform(store.domain);
  for (const file of files) await deleteFile(platform, file);
}
