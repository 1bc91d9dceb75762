import { implement } from '#app/server/http/api.server.ts';
import { addCommentEndpoint, listCommentsEndpoint } from './order-comments.contract.ts';
import { addComment, listComments } from './order-comments.service.server.ts';

export const orderCommentsApi = [
  implement(listCommentsEndpoint, (ctx, { params }) => listComments(ctx, params.orderId)),
  implement(addCommentEndpoint, (ctx, { params, body }) => addComment(ctx, params.orderId, body)),
];
