/** What a file is answered with that a browser keeps. `type` is its whole content type. */
export function downloadHeaders(o: { type: string; filename: string }): [string, string][] {
  return [
    ['content-type', o.type],
    ['content-disposition', `attachment; filename="${o.filename}"`],
    ['cache-control', 'no-store'],
  ];
}

/** What a document is answered with that a browser shows and keeps nowhere: it names buyers. `policy` is what it may do there. */
export function documentHeaders(o: {
  type: string;
  length: number;
  filename: string;
  policy: string;
}): [string, string][] {
  return [
    ['content-type', o.type],
    ['content-length', String(o.length)],
    ['content-disposition', `inline; filename="${o.filename}"`],
    ['content-security-policy', o.policy],
    ['referrer-policy', 'no-referrer'],
    ['cache-control', 'no-store'],
  ];
}
