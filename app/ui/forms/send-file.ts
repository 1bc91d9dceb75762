import type { Refusal } from '#app/core/errors.ts';
import { ApiRefusal } from '../session/api-client.ts';

export type UploadProgress = (sent: number, total: number) => void;

/** A storage that did not take a file and said no more. */
export class UploadRefusal extends Error {}

/**
 * Sends a file with progress, which `fetch` cannot tell. Used for signed upload addresses: PUT of the plain file, or a
 * multipart POST when `fields` are given. Rejects with ApiRefusal where our own storage says why, else with UploadRefusal.
 */
export function sendFile(to: {
  url: string;
  file: File;
  fields?: readonly { name: string; value: string }[];
  progress: UploadProgress;
  signal: AbortSignal;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(to.fields ? 'POST' : 'PUT', to.url);
    request.upload.onprogress = (event) => {
      to.progress(event.loaded, event.lengthComputable ? event.total : to.file.size);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(readRefusal(request));
    };
    request.onerror = () => {
      reject(new UploadRefusal(''));
    };
    request.onabort = () => {
      reject(new DOMException('', 'AbortError'));
    };
    to.signal.addEventListener('abort', () => {
      request.abort();
    });
    if (to.fields) {
      const form = new FormData();
      for (const { name, value } of to.fields) form.append(name, value);
      form.append('file', to.file);
      request.send(form);
      return;
    }
    request.setRequestHeader('content-type', to.file.type || 'application/octet-stream');
    request.send(to.file);
  });
}

function readRefusal(request: XMLHttpRequest): Error {
  try {
    return new ApiRefusal(request.status, JSON.parse(request.responseText) as Refusal);
  } catch {
    return new UploadRefusal(`HTTP ${String(request.status)}`);
  }
}
