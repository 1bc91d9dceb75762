import { AppError } from '#app/core/errors.ts';
import { refuseUserErrors, type PlatformClient, type PlatformUserError } from './client.server.ts';

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
      ... on MediaImage { fileStatus image { url } }
      ... on GenericFile { fileStatus url }
      ... on Video { fileStatus sources { url } }
    }
  }`;

export type StagedTarget = { url: string; resourceUrl: string; parameters: { name: string; value: string }[] };
export type StagedResource = 'IMAGE' | 'VIDEO' | 'FILE';

/** A target for one multipart POST of a file of the given size. */
export async function stageUpload(
  platform: PlatformClient,
  file: { filename: string; mimeType: string; sizeBytes: number; resource: StagedResource },
): Promise<StagedTarget> {
  const { stagedUploadsCreate } = await platform.mutate<{
    stagedUploadsCreate: {
      stagedTargets:
        { url: string | null; resourceUrl: string | null; parameters: { name: string; value: string }[] }[] | null;
      userErrors: PlatformUserError[];
    };
  }>(
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
  refuseUserErrors(stagedUploadsCreate.userErrors);
  const target = stagedUploadsCreate.stagedTargets?.[0];
  if (!target?.url || !target.resourceUrl) throw new AppError('platform_failed');
  return { url: target.url, resourceUrl: target.resourceUrl, parameters: target.parameters };
}

/** Takes a staged upload into the store's files. Returns the file's id, as the platform writes it. */
export async function createFile(
  platform: PlatformClient,
  file: { source: string; alt: string; contentType: 'IMAGE' | 'VIDEO' | 'FILE' },
): Promise<string> {
  const { fileCreate } = await platform.mutate<{
    fileCreate: { files: { id: string }[] | null; userErrors: PlatformUserError[] };
  }>(CREATE_FILES, { files: [{ originalSource: file.source, alt: file.alt, contentType: file.contentType }] });
  refuseUserErrors(fileCreate.userErrors);
  const id = fileCreate.files?.[0]?.id;
  if (!id) throw new AppError('platform_failed');
  return id;
}

type FileNode = {
  id: string;
  fileStatus?: string;
  image?: { url: string } | null;
  url?: string | null;
  sources?: { url: string }[];
};

/** The address of a file of the store; null while it is processed, undefined when there is no such file. */
export async function readFileSource(platform: PlatformClient, gid: string): Promise<string | null | undefined> {
  const { nodes } = await platform.query<{ nodes: (FileNode | null)[] }>(FILE_SOURCES, { ids: [gid] });
  const [node] = nodes;
  if (!node?.fileStatus) return undefined;
  return node.image?.url ?? node.url ?? node.sources?.[0]?.url ?? null;
}
