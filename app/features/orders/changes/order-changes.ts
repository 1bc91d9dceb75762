/** A place in the order of changes: the database's transaction that changed last, and the row. `epoch` names the last restore. */
export type ChangesPlace = { epoch: string; changedIn: bigint; id: bigint };

/** Orders of one answer. */
export const MAX_CHANGES = 100;
export const MAX_CHANGES_CURSOR = 120;

const PLACE = /^(\d{1,16})\.(\d{1,19})\.(\d{1,19})$/;

export const encodePlace = ({ epoch, changedIn, id }: ChangesPlace): string =>
  Buffer.from(`${epoch}.${changedIn}.${id}`).toString('base64url');

/** Reads a cursor that we gave out; anything else is undefined. */
export function decodePlace(text: string): ChangesPlace | undefined {
  const [, epoch, changedIn, id] = PLACE.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
  if (epoch === undefined || changedIn === undefined || id === undefined) return undefined;
  return { epoch, changedIn: BigInt(changedIn), id: BigInt(id) };
}
