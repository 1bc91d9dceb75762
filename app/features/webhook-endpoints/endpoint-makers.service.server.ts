import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './endpoints.repo.server.ts';
import { endEndpoint } from './off-by-itself.service.server.ts';
import { shortUrl } from './webhook-endpoint.ts';

/** The endpoints of a vendor, each with whose rights bind it. */
export async function listEndpointMakers(
  tx: SqlTx,
  vendorId: bigint,
): Promise<{ id: bigint; name: string; maker: string }[]> {
  const rows = await repo.listEndpoints(tx, vendorId);
  return rows.map(({ id, url, maker }) => ({ id, name: shortUrl(url), maker }));
}

/** Gives endpoints of a vendor to another maker, whose rights bind them from their next message on. */
export const setEndpointMaker = (
  tx: SqlTx,
  vendorId: bigint,
  o: { ids: readonly bigint[]; maker: string },
): Promise<void> => repo.setMaker(tx, vendorId, o);

/** Gives the endpoints that a key made, of a vendor or of the marketplace (null), to the key in its place. */
export const moveEndpointsOfKey = (
  tx: SqlTx,
  vendorId: bigint | null,
  o: { from: string; to: string },
): Promise<void> => repo.moveMaker(tx, vendorId, o);

/** Switches an endpoint of a vendor off because whoever made it goes. */
export const pauseEndpoint = (
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: { id: bigint; vendorId: bigint; at: Date },
): Promise<void> => endEndpoint(services, tx, o, { problem: 'maker', at: o.at });

/** Ends the endpoints of a vendor whose account is taken away. */
export const deleteEndpointsOf = (tx: SqlTx, vendorId: bigint): Promise<void> => repo.deleteOfVendor(tx, vendorId);
