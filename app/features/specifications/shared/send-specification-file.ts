import type { uploadTargetEndpoint } from '#app/platform/uploads/uploads.contract.ts';
import { keyOfPrivate } from '#app/platform/uploads/upload.ts';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { callApi } from '#app/ui/session/api-client.ts';

/** Sends a file to private storage; returns where it lies. */
export async function sendSpecificationFile(
  file: File,
  progress: UploadProgress,
  signal: AbortSignal,
): Promise<string> {
  const ext = /\.([^.]+)$/.exec(file.name)?.[1] ?? '';
  const { url, location } = await callApi<typeof uploadTargetEndpoint>(
    'PUT',
    '/cdn/{proxy}',
    { params: { proxy: 'metafield-file' }, query: { ext, name: file.name, size: file.size } },
    { signal },
  );
  await sendFile({ url, file, progress, signal });
  return location;
}

/** The address that opens a file for whoever looks at the page. */
export const openSpecificationFile = (location: string): string =>
  keyOfPrivate(location) ? new URL(location).pathname : location;
