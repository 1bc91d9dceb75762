import type { SqlTx } from '#app/server/db.server.ts';
import type { MediaProblem } from '../product.ts';

/** Why media of these products did not arrive, by product and by the number in the medium's reference. */
export async function listMediaProblems(
  tx: SqlTx,
  productIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, ReadonlyMap<string, MediaProblem>>> {
  if (productIds.length === 0) return new Map();
  const rows = await tx.query<{ id: bigint; media: { id: string; problem?: MediaProblem }[] }>(
    `SELECT p.id, p.media FROM products p WHERE p.store_id = $1 AND p.id = ANY($2::bigint[])
       AND jsonb_path_exists(p.media, '$[*].problem')`,
    [tx.scope.storeId, [...productIds]],
  );
  return new Map(
    rows.map(({ id, media }) => [
      id,
      new Map(media.flatMap((one) => (one.problem ? [[one.id.replace(/^.*\//, ''), one.problem] as const] : []))),
    ]),
  );
}
