import { AppError } from '#app/core/errors.ts';
import { refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  CreateFilesMutation,
  DeleteFilesMutation,
  FileSourcesQuery,
  StageUploadsMutation,
} from '../operations.generated.ts';

const STAGE_UPLOADS = `#graphql
  mutation StageUploads($input: [StagedUploadInput!]!) {
    stagedUploadsCreate(input: $input) {
      stagedTargets { url resourceUrl parameters { name value } }
      userErrors { field message }
    }
  }`;

const CREATE_FILES = `#graphql
  mutation CreateFiles($files: [FileCreateInput!]!) {
    fileCreate(files: $files) {
      files { id fileStatus }
      userErrors { field message code }
    }
  }`;

const FILE_SOURCES = `#graphql
  query FileSources($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on MediaImage { fileStatus fileErrors { message } image { url width height } }
      ... on GenericFile { fileStatus fileErrors { message } url }
      ... on Video { fileStatus fileErrors { message } sources { url } }
    }
  }`;

const DELETE_FILES = `#graphql
  mutation DeleteFiles($fileIds: [ID!]!) {
    fileDelete(fileIds: $fileIds) {
      deletedFileIds
      userErrors { field message code }
    }
  }`;

export type StagedTarget = { url: string; resourceUrl: string; parameters: { name: string; value: string }[] };
export type StagedResource = 'IMAGE' | 'VIDEO' | 'FILE';

/** A target for one multipart POST of a file of the given size. */
export async function stageUpload(
  platform: PlatformClient,
  file: { filename: string; mimeType: string; sizeBytes: number; resource: StagedResource },
): Promise<StagedTarget> {
  const { stagedUploadsCreate } = await platform.mutate<StageUploadsMutation>(
    STAGE_UPLOADS,
    {
      input: [
        {
          filename: file.filename,
          mimeType: file.mimeType,
          fileSize: String(file.sizeBytes),
          httpMethod: 'POST',
          resource: file.resource,
        },
      ],
    },
    { idempotent: true },
  );
  const { stagedTargets, userErrors } = requireAnswer(stagedUploadsCreate);
  refuseUserErrors(userErrors);
  const target = stagedTargets?.[0];
  if (!target?.url || !target.resourceUrl) throw new AppError('platform_failed');
  return { url: target.url, resourceUrl: target.resourceUrl, parameters: target.parameters };
}

/** Takes a staged upload into the store's files. Returns the file's id, as the platform writes it. */
export async function createFile(
  platform: PlatformClient,
  file: { source: string; alt: string; contentType: 'IMAGE' | 'VIDEO' | 'FILE' | 'EXTERNAL_VIDEO' | 'MODEL_3D' },
): Promise<string> {
  const { fileCreate } = await platform.mutate<CreateFilesMutation>(CREATE_FILES, {
    files: [{ originalSource: file.source, alt: file.alt, contentType: file.contentType }],
  });
  const { files, userErrors } = requireAnswer(fileCreate);
  refuseUserErrors(userErrors);
  const id = files?.[0]?.id;
  if (!id) throw new AppError('platform_failed');
  return id;
}

/** A file of the store: where it is shown (null while it is processed), how many pixels it has, why it was refused. */
export type StoreFile = { src: string | null; pixels: number; refusal: string | undefined };

/** A file of the store by its id; undefined when there is no such file. */
export async function readStoreFile(platform: PlatformClient, gid: string): Promise<StoreFile | undefined> {
  const { nodes } = await platform.query<FileSourcesQuery>(FILE_SOURCES, { ids: [gid] });
  const [node] = nodes;
  if (!node?.fileStatus) return undefined;
  return {
    src: node.image?.url ?? node.url ?? node.sources?.[0]?.url ?? null,
    pixels: (node.image?.width ?? 0) * (node.image?.height ?? 0),
    refusal: node.fileStatus === 'FAILED' ? (node.fileErrors[0]?.message ?? 'FAILED') : undefined,
  };
}

/** Deletes a file of the store. One that is not there is gone already. */
export async function deleteFile(platform: PlatformClient, gid: string): Promise<void> {
  const { fileDelete } = await platform.mutate<DeleteFilesMutation>(
    DELETE_FILES,
    { fileIds: [gid] },
    { idempotent: true },
  );
  const { userErrors } = requireAnswer(fileDelete);
  refuseUserErrors(userErrors.filter(({ code }) => code !== 'FILE_DOES_NOT_EXIST'));
}
