import { MINUTE_MS } from '#app/core/durations.ts';
import { callPath } from './api-client.ts';
import { API_TIMEOUT_MS } from './client-rules.ts';

/** How long a browser may take to begin writing a file that it was handed, in milliseconds. */
const KEPT_MS = MINUTE_MS;
const LINE_END = 10;

/**
 * Saves what an address of this site answers as a file. It is fetched, not followed, because inside the store admin only a
 * request of the page itself carries who asks. Rejects as every call does.
 */
export async function downloadFile(path: string, filename: string): Promise<void> {
  const answer = await callPath('GET', path, {}, { timeout: API_TIMEOUT_MS });
  saveFile(await answer.blob(), filename);
}

/** Hands a file to the browser, which saves it. */
export function saveFile(blob: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, KEPT_MS);
}

/** Reads a file of lines that is made while it is read, and tells how many came. Rejects when it breaks off or is stopped. */
export async function streamFile(
  path: string,
  body: object,
  o: { signal: AbortSignal; onLines: (lines: number) => void },
): Promise<{ blob: Blob; lines: number }> {
  const answer = await callPath('POST', path, { json: body }, { signal: o.signal });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const part = new Uint8Array(next.value);
    parts.push(part);
    lines += part.reduce((count, byte) => (byte === LINE_END ? count + 1 : count), 0);
    o.onLines(lines);
  }
  return { blob: new Blob(parts, { type: answer.headers.get('content-type') ?? 'text/csv' }), lines };
}

/** Saves the file of an answer under the name that it carries, and returns that name; `fallback` where it carries none. */
export async function saveAnswer(answer: Response, fallback: string): Promise<string> {
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? fallback;
  saveFile(await answer.blob(), name);
  return name;
}
