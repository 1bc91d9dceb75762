import { mergePdfs, UnreadablePdf } from '#app/adapters/pdf/join-pdf-files.ts';
import { ShippoProblem, type ShippoClient } from '#app/adapters/shippo/shippo.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { requireShipping } from '#app/features/shipping/zones/shipping-settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as repo from '../labels.repo.server.ts';
import { requireShippo, toRefusal } from '../shippo-key.service.server.ts';
import { listSent } from './package-states.ts';
import { listPackages } from './packages.repo.server.ts';

/**
 * The file of a label with the pages of all its packages that were not voided, or of one of them. One that could not be fetched when it was bought is
 * fetched now. Throws not_found (404) outside of the scope, for a package that it has not, and once the buyer was erased;
 * invalid_state (409) for a label that is none any more, and where the carrier's files cannot be joined: each is printed alone then.
 */
export async function readLabelFileOf(
  ctx: Ctx,
  labelId: bigint,
  position?: number,
): Promise<{ bytes: Buffer; filename: string }> {
  const scope = scopeOf(ctx.viewer);
  const { label, encrypted, packages } = await ctx.db.unit(scope, async (tx) => {
    await requireShipping(tx);
    const found = await repo.findLabel(tx, labelId);
    if (!found || (await repo.isBuyerErased(tx, found.orderId))) throw new AppError('not_found');
    return { label: found, encrypted: await repo.findFile(tx, labelId), packages: await listPackages(tx, found) };
  });
  const chosen = packages.filter((one) => position === undefined || one.position === position);
  if (chosen.length === 0) throw new AppError('not_found');
  const printed = listSent(chosen);
  const isWhole = chosen.length === packages.length;
  const filename = `label-${String(labelId)}${isWhole ? '' : `-${String(position)}`}.pdf`;
  if ((label.status !== 'bought' && label.status !== 'voiding') || printed.length === 0)
    throw stateRefuses('label_not_there');
  // The file that is kept has the pages of all packages, also of those that were voided since then.
  const isKept = isWhole && printed.length === packages.length;
  if (encrypted && isKept) return { bytes: ctx.vault.open(encrypted), filename };
  const { client } = await requireShippo(ctx);
  try {
    const urls = [];
    for (const { transactionId } of printed) urls.push((await client.readPurchase(transactionId)).labelUrl);
    const bytes = await fetchFiles(client, urls);
    if (isKept) await ctx.db.unit(scope, (tx) => repo.saveFile(tx, label, ctx.vault.seal(bytes)));
    return { bytes, filename };
  } catch (error) {
    if (error instanceof UnreadablePdf) throw Object.assign(stateRefuses('labels_not_joined'), { cause: error });
    throw toRefusal(error);
  }
}

/** The files of a label's packages as one, in their order. A carrier that has one file for all names it with each. */
export async function fetchFiles(client: ShippoClient, urls: readonly (string | null)[]): Promise<Buffer> {
  const files: Buffer[] = [];
  for (const url of new Set(urls)) {
    if (url === null) throw new ShippoProblem('missing');
    files.push(await client.fetchLabel(url));
  }
  const [only, ...others] = files;
  return only && others.length === 0 ? only : mergePdfs(files);
}
