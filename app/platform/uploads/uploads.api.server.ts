import { implement } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { createUploadToken, type RequireOpenForm } from './upload-tokens.service.server.ts';
import {
  readFileEndpoint,
  stageUploadEndpoint,
  uploadTokenEndpoint,
  uploadTargetEndpoint,
} from './uploads.contract.ts';
import { openUploadTarget, readPrivateFile, stageUploadFor } from './uploads.service.server.ts';

export const uploadApi = (requireOpen: RequireOpenForm) => [
  implement(uploadTokenEndpoint, (ctx, { body }) => createUploadToken(ctx, { ...body, requireOpen })),
  implement(stageUploadEndpoint, (ctx, { body, query }) => stageUploadFor(ctx, body, query.ticket)),
  implement(uploadTargetEndpoint, (ctx, { params, query }) => openUploadTarget(ctx, { ...params, ...query })),
  implement(readFileEndpoint, async (ctx, { params, query }, request) => {
    const found = await readPrivateFile(ctx, params, query.ticket);
    // A program wants to know where the file lies; a browser that follows a link wants to be there.
    const isPage = request.headers.get('accept')?.includes('text/html') ?? false;
    return isPage ? new Reply(found, { status: 302, headers: [['location', found.src]] }) : found;
  }),
];
