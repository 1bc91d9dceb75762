/** `gid://shopify/Order/123`. */
export function toGid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${String(id)}`;
}

/** The parts of a gid; null when it is none. */
export function readGid(gid: string): { type: string; id: number } | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,16})(?:\?.*)?$/.exec(gid);
  if (!match) return null;
  const id = Number(match[2]);
  return Number.isSafeInteger(id) ? { type: match[1] ?? '', id } : null;
}

/** The number in a gid of one of the given types; null for every other. */
export function idOfGid(gid: string | null | undefined, ...types: string[]): number | null {
  const read = gid == null ? null : readGid(gid);
  return read && types.includes(read.type) ? read.id : null;
}
