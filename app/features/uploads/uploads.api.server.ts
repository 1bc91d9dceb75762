import { implement } from '#app/server/http/api.server.ts';
import { stageUploadEndpoint, uploadTargetEndpoint } from './uploads.contract.ts';
import { openUploadTarget, stageUploadFor } from './uploads.service.server.ts';

export const uploadApi = [
  implement(stageUploadEndpoint, (ctx, { body }) => stageUploadFor(ctx, body)),
  implement(uploadTargetEndpoint, (ctx, { params, query }) => openUploadTarget(ctx, { ...params, ...query })),
];
