import { z } from 'zod';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { equalBytes, hashToken, hmacSha256 } from '#app/server/crypto.server.ts';
import { planLabelReport } from '../label-job.service.server.ts';
import * as repo from '../labels.repo.server.ts';
import { findLabelOfPackage } from '../packages/packages.repo.server.ts';
import { readReportSecrets } from '../shippo-key.service.server.ts';
import type { TrackingAddress } from './tracking-address.ts';

const MAX_ID = 100;
const MAX_HEADER = 200;
const SIGNATURE = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/;
const word = z.string().max(MAX_ID).nullish().catch(null);
/** Only which package is meant is read of a report: where it is, Shippo is asked. */
const reportSchema = z.looseObject({
  event: z.string().max(MAX_ID),
  data: z.looseObject({ tracking_number: word, transaction: word }),
});

/** What becomes of a report: taken, without the signature that is due, for an address that is not ours, or unreadable. */
export type ReportOutcome = 'stored' | 'unsigned' | 'unknown' | 'unreadable';

/**
 * Takes Shippo's report that a package moved, and schedules that Shippo is asked where it is. A report says so little that a late
 * one, the same one again or a forged one changes nothing. A package that is no label of the store is taken and left alone, so
 * that Shippo does not repeat it.
 */
export async function receiveTrackingReport(
  services: Services,
  { storeId, token }: TrackingAddress,
  { headers, body }: { headers: Headers; body: Buffer },
): Promise<ReportOutcome> {
  const store = await findStoreById(services, asStoreId(storeId));
  if (!store || store.uninstalledAt) return 'unknown';
  return services.db.unit(marketplaceScope(store.id), async (tx) => {
    const { reportHash, sealedReportSecret: encryptedReportSecret } = await readReportSecrets(tx);
    if (!isSecret(token, reportHash)) return 'unknown';
    if (encryptedReportSecret !== '') {
      const signature = headers.get('shippo-auth-signature') ?? '';
      if (!isSignedReport({ signature, body, secret: services.vault.openText(encryptedReportSecret) }))
        return 'unsigned';
    }
    const report = reportSchema.safeParse(readJson(body));
    if (!report.success) return 'unreadable';
    const { tracking_number: tracking, transaction: transactionId } = report.data.data;
    if (report.data.event !== 'track_updated') return 'stored';
    const labelId = await findReported(tx, { transactionId: transactionId ?? '', tracking: tracking ?? '' });
    if (labelId !== undefined) {
      await planLabelReport(tx, labelId, services.clock.now());
      services.jobs.wakeAfterCommit(tx, 'due');
    }
    return 'stored';
  });
}

/** The label that a report is about, by its first package or by another. */
async function findReported(tx: Tx, o: { transactionId: string; tracking: string }): Promise<bigint | undefined> {
  const label = await repo.findReportedLabel(tx, o);
  if (label) return label.id;
  const byPurchase = o.transactionId && (await findLabelOfPackage(tx, { transactionId: o.transactionId }));
  return byPurchase || (o.tracking ? findLabelOfPackage(tx, { tracking: o.tracking }) : undefined);
}

const isSecret = (token: string, hash: string): boolean =>
  hash !== '' && equalBytes(Buffer.from(hashToken(token)), Buffer.from(hash));

/**
 * Whether Shippo signed a report: `t=<seconds>,v1=<hex>`, over the seconds, a dot and the bytes. How old it is does not count: a
 * report only makes Shippo be asked, however often it comes.
 */
function isSignedReport({ signature, body, secret }: { signature: string; body: Buffer; secret: string }): boolean {
  const [, at, sent] = (signature.length <= MAX_HEADER && SIGNATURE.exec(signature)) || [];
  if (at === undefined || sent === undefined) return false;
  return equalBytes(Buffer.from(sent, 'hex'), hmacSha256(secret, Buffer.concat([Buffer.from(`${at}.`), body])));
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
