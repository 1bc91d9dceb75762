import { useCallback, useMemo, useRef, useState } from 'react';
import type { MediaItem } from '#app/core/media.ts';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type { fileSourceEndpoint } from '#app/platform/uploads/source.contract.ts';
import { keyOfPrivate } from '#app/platform/uploads/upload.ts';
import type {
  stageUploadEndpoint,
  uploadTokenEndpoint,
  uploadTargetEndpoint,
} from '#app/platform/uploads/uploads.contract.ts';
import { readKept, writeKept } from '#app/ui/forms/kept.ts';

type Send<Uploaded> = (file: File, progress: UploadProgress, signal: AbortSignal) => Promise<Uploaded>;

/** How a form's fields send their files, and open them again. */
export type Uploads = {
  media: Send<MediaItem>;
  file: Send<string>;
  openUrl: (location: string) => string;
  onRunning: (name: string, count: number) => void;
  /** How many files are on their way. */
  running: number;
};

type UploadScope = { ticket?: string; store?: string };

/**
 * The uploads of a form. Somebody without an account (`store` is given) brings a ticket, which is asked for with the first file
 * and kept with the draft; `opened` are addresses of private files that whoever looks at the page may open.
 */
export function useUploads(o: { store?: string; opened?: ReadonlyMap<string, string> }): Uploads & {
  ticket: () => string | undefined;
  forget: () => void;
} {
  const { store, opened } = o;
  const key = store === undefined ? undefined : `souk-ticket:${store}`;
  const asking = useRef<Promise<string>>();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});

  const withToken = useCallback(
    async <Answer>(call: (requested: UploadScope) => Promise<Answer>): Promise<Answer> => {
      if (key === undefined || store === undefined) return call({});
      const open = async (): Promise<string> => {
        const { ticket: token } = await callApi<typeof uploadTokenEndpoint>('POST', '/cdn/ticket', {
          body: { form: 'application', store },
        });
        writeKept(key, JSON.stringify({ ticket: token }));
        return token;
      };
      const kept = readUploadToken(key);
      const token = kept ?? (await (asking.current ??= open().finally(() => (asking.current = undefined))));
      try {
        return await call({ ticket: token, store });
      } catch (problem) {
        // A ticket that the server does not know any more is asked for anew, once.
        if (kept === undefined || !(problem instanceof ApiRefusal) || problem.status !== 401) throw problem;
        return call({ ticket: await open(), store });
      }
    },
    [key, store],
  );

  const uploads = useMemo<Omit<Uploads, 'running'>>(
    () => ({
      media: (file, progress, signal) => sendMedia(withToken, file, progress, signal),
      async file(file, progress, signal) {
        const ext = /\.([^.]+)$/.exec(file.name)?.[1] ?? '';
        const { url, location } = await withToken((requested) =>
          callApi<typeof uploadTargetEndpoint>(
            'PUT',
            '/cdn/{proxy}',
            { params: { proxy: 'metafield-file' }, query: { ext, name: file.name, size: file.size, ...requested } },
            { signal },
          ),
        );
        await sendFile({ url, file, progress, signal });
        return location;
      },
      openUrl(location) {
        const known = opened?.get(location);
        if (known !== undefined || !keyOfPrivate(location)) return known ?? location;
        const token = key === undefined ? undefined : readUploadToken(key);
        const requested = token && store ? `?${new URLSearchParams({ ticket: token, store }).toString()}` : '';
        return new URL(location).pathname + requested;
      },
      onRunning(name, count) {
        setCounts((now) => ((now[name] ?? 0) === count ? now : { ...now, [name]: count }));
      },
    }),
    [key, opened, store, withToken],
  );
  const token = useCallback(() => (key === undefined ? undefined : readUploadToken(key)), [key]);
  const forget = useCallback(() => {
    if (key !== undefined) writeKept(key, undefined);
  }, [key]);
  const running = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...uploads, running, ticket: token, forget };
}

/** Sends a picture or film to the store's own storage, and asks where it can be seen. */
async function sendMedia(
  withToken: <Answer>(call: (requested: UploadScope) => Promise<Answer>) => Promise<Answer>,
  file: File,
  progress: UploadProgress,
  signal: AbortSignal,
): Promise<MediaItem> {
  const { stagedTarget, resource } = await withToken((query) =>
    callApi<typeof stageUploadEndpoint>(
      'PUT',
      '/cdn/stage-upload',
      { query, body: { filename: file.name, fileSize: file.size, mime: file.type } },
      { signal },
    ),
  );
  const { url, parameters, resourceUrl } = stagedTarget;
  await sendFile({ url, file, fields: parameters, progress, signal });
  const contentType = resource === 'VIDEO' ? 'VIDEO' : 'IMAGE';
  try {
    const { src } = await withToken((requested) =>
      callApi<typeof fileSourceEndpoint>(
        'GET',
        '/cdn/shopify/file',
        { query: { ressourceId: resourceUrl, ...requested } },
        { signal },
      ),
    );
    return { src, contentType };
  } catch (problem) {
    // A film takes the store platform minutes; until then it is named by where it was sent.
    if (problem instanceof ApiRefusal && problem.code === 'invalid_state') return { src: resourceUrl, contentType };
    throw problem;
  }
}

/** The ticket that this browser keeps; the server says when it is too old. */
function readUploadToken(key: string): string | undefined {
  const { ticket: token } = readKept(key);
  return typeof token === 'string' ? token : undefined;
}
