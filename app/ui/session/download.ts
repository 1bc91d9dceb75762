import { callPath } from './api-client.ts';

/** How long a browser may take to begin writing a file that it was handed, in milliseconds. */
const KEPT_MS = 60_000;

/**
 * Saves what an address of this site answers as a file. It is fetched, not followed, because inside the store admin only a
 * request of the page itself carries who asks. Rejects as every call does.
 */
export async function downloadFile(path: string, filename: string): Promise<void> {
  const answer = await callPath('GET', path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = filename;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, KEPT_MS);
}
