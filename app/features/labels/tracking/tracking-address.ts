/** The address of a store's tracking reports, as its path says it; nobody can guess the token. */
export type TrackingAddress = { storeId: bigint; token: string };

const PATH = /^\/webhooks\/shippo\/(\d{1,18})\/([\w-]{32,64})$/;

/** Where Shippo reports packages: one address of each store and key. */
export const trackingAddress = (appUrl: string, { storeId, token }: TrackingAddress): string =>
  `${new URL(appUrl).origin}/webhooks/shippo/${String(storeId)}/${token}`;

/** The store and the token in the path of a report; undefined for any other path. */
export function readTrackingPath(path: string): TrackingAddress | undefined {
  const [, storeId, token] = PATH.exec(path) ?? [];
  return storeId && token ? { storeId: BigInt(storeId), token } : undefined;
}
