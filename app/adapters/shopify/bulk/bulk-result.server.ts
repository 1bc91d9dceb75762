import { openOutside } from '#app/adapters/web/outside-call.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';

/** One line of a result, and the place in the file after it. */
export type ResultLine = { text: string; start: number; end: number };

/** The result is no longer there: it is kept for seven days. */
export class ResultGone extends Error {}

/** The result is not what was asked for, and would not be if it were asked for again. */
export class ResultDisorder extends Error {}

/** More than a line can be: the longest texts of a product, several times over. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const MAX_LINES = 100_000_000;
const SILENCE_MS = MINUTE_MS;
const LINE_FEED = 10;
const GONE = new Set([400, 401, 403, 404, 410]);

/**
 * Reads the bytes of a bulk operation's result from a place in it; null is a result without a row. Only hosts where the
 * platform keeps results are asked, and no redirect is followed. Throws ResultGone when the address no longer answers with it,
 * ResultDisorder where it cannot be one, and an error where the connection breaks or is silent for a minute: reading goes on
 * at the last place.
 */
export async function* readBytes(address: string | null, from: number): AsyncGenerator<Uint8Array> {
  if (address === null) return;
  const url = checkAddress(address);
  const answer = await openOutside(url, {
    provider: 'shopify',
    silenceMs: SILENCE_MS,
    // Places are counted in bytes, so that nothing may be packed.
    headers: { 'accept-encoding': 'identity', ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
  });
  try {
    if (answer.status === 416) return;
    if (GONE.has(answer.status)) throw new ResultGone(`the result answered ${answer.status}`);
    if (!answer.ok) throw new Error(`the result answered ${answer.status}`);
    yield* skipBytes(answer.pieces(), answer.status === 206 ? 0 : from);
  } finally {
    answer.close();
  }
}

/** What is left of each piece without the first `count` bytes; of those before nothing is, and yet they were heard. */
export async function* skipBytes(pieces: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const piece of pieces) {
    const skipped = Math.min(left, piece.length);
    left -= skipped;
    yield piece.subarray(skipped);
  }
}

/** Where the platform keeps results. */
export function checkAddress(address: string): URL {
  if (!URL.canParse(address)) throw new ResultDisorder('the platform named no address of a result');
  const url = new URL(address);
  const isHost =
    url.hostname === 'storage.googleapis.com' ||
    url.hostname.endsWith('.storage.googleapis.com') ||
    url.hostname.endsWith('.shopify.com') ||
    url.hostname.endsWith('.shopifycloud.com');
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '' || !isHost) {
    throw new ResultDisorder('the platform named a result outside of its hosts');
  }
  return url;
}

/**
 * Lines out of pieces of any size, those of a piece at once; `start` is the place of the first byte. Blank ones are left out,
 * and what is longer or more than can be is refused.
 */
export async function* splitLines(pieces: AsyncIterable<Uint8Array>, start: number): AsyncGenerator<ResultLine[]> {
  // What a line has so far, piece by piece: joined once, at its end, however many pieces it comes in.
  let rest: Buffer[] = [];
  let waiting = 0;
  let at = start;
  let count = 0;
  for await (const piece of pieces) {
    let data = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const lines: ResultLine[] = [];
    for (let end = data.indexOf(LINE_FEED); end !== -1; end = data.indexOf(LINE_FEED)) {
      const tail = data.subarray(0, end);
      const line = computeLine(waiting === 0 ? tail : Buffer.concat([...rest, tail]), at, waiting + end + 1);
      rest = [];
      waiting = 0;
      at = line.end;
      data = data.subarray(end + 1);
      if (++count > MAX_LINES) throw new ResultDisorder('the result has too many lines');
      if (line.text !== '') lines.push(line);
    }
    if (lines.length > 0) yield lines;
    waiting += data.length;
    if (waiting > MAX_LINE_BYTES) throw new ResultDisorder('the result has a line that is too long');
    // A copy, so that one short rest does not keep a whole piece in memory.
    if (data.length > 0) rest.push(Buffer.from(data));
  }
  const last = computeLine(Buffer.concat(rest), at, waiting);
  if (last.text !== '') yield [last];
}

function computeLine(bytes: Buffer, start: number, length: number): ResultLine {
  if (bytes.length > MAX_LINE_BYTES) throw new ResultDisorder('the result has a line that is too long');
  return { text: bytes.toString('utf8').trim(), start, end: start + length };
}
