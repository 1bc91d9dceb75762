/** The address of a store's callback, as its path says it; nobody can guess the token. */
export type RateAddress = { storeId: bigint; token: string };

const ADDRESS = /^\/rates\/(\d{1,18})\/([A-Za-z0-9_-]{32})$/;

export const ratePath = ({ storeId, token }: RateAddress): string => `/rates/${String(storeId)}/${token}`;

/** The address that a path is; undefined for one that is none. */
export function readRatePath(path: string): RateAddress | undefined {
  const match = ADDRESS.exec(path);
  return match ? { storeId: BigInt(match[1] ?? ''), token: match[2] ?? '' } : undefined;
}
