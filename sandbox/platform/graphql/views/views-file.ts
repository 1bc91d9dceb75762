import { toGid } from '../../../core/gid.ts';
import type { StoredFile } from '../../../core/state.ts';
import { fileUrl, videoHost } from '../../store/files.ts';
import type { Context, View } from '../context.ts';

/** The platform's code of why a medium failed. */
function errorCode(error: string): string {
  if (error.includes('fetched')) return 'IMAGE_DOWNLOAD_FAILURE';
  if (error.includes('megapixels')) return 'INVALID_IMAGE_RESOLUTION';
  return error.includes('type') ? 'UNSUPPORTED_IMAGE_FILE_TYPE' : 'INVALID_IMAGE_ASPECT_RATIO';
}

/** A file as MediaImage, Video, ExternalVideo or GenericFile, whatever its kind. */
export function fileView(context: Context, file: StoredFile): View {
  const { sandbox, shop } = context;
  const url = fileUrl(sandbox, shop, file.id);
  const ready = file.status === 'READY';
  const image = {
    id: toGid('ImageSource', file.id),
    url: () => url,
    altText: file.alt || null,
    width: file.width,
    height: file.height,
  };
  const errors = file.error
    ? [{ code: 'GENERIC_FILE_DOWNLOAD_FAILURE', message: file.error, details: file.error }]
    : [];
  const common = {
    alt: file.alt || null,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    fileStatus: file.status,
    fileErrors: errors,
    mimeType: file.mimeType,
  };
  const isImage = file.kind === 'IMAGE';
  const preview = { image: ready && isImage ? image : null, status: file.status };
  const mediaErrors = file.error ? [{ code: errorCode(file.error), message: file.error, details: file.error }] : [];
  const media = { status: file.status, mediaErrors, mediaWarnings: [], preview };
  if (isImage)
    return {
      __typename: 'MediaImage',
      id: toGid('MediaImage', file.id),
      ...common,
      ...media,
      mediaContentType: 'IMAGE',
      image: ready ? image : null,
      originalSource: { fileSize: file.byteLength, url },
    };
  if (file.kind === 'VIDEO')
    return {
      __typename: 'Video',
      id: toGid('Video', file.id),
      ...common,
      ...media,
      mediaContentType: 'VIDEO',
      filename: file.filename,
      duration: null,
      sources: [
        {
          url,
          mimeType: file.mimeType,
          format: file.filename.split('.').at(-1) ?? '',
          width: 0,
          height: 0,
          fileSize: file.byteLength,
        },
      ],
    };
  if (file.kind === 'EXTERNAL_VIDEO')
    return {
      __typename: 'ExternalVideo',
      id: toGid('ExternalVideo', file.id),
      ...common,
      ...media,
      mediaContentType: 'EXTERNAL_VIDEO',
      host: videoHost(url) ?? 'YOUTUBE',
      originUrl: url,
      embedUrl: url,
    };
  return {
    __typename: 'GenericFile',
    id: toGid('GenericFile', file.id),
    ...common,
    preview,
    url: ready ? url : null,
    originalFileSize: file.byteLength,
  };
}
