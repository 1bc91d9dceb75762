import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { changeNoticeEndpoint, readNoticesEndpoint } from './notices.contract.ts';
import { changeOwnNotice, readOwnNotices } from './notices.service.server.ts';

export const noticesApi: readonly Implementation[] = [
  implement(readNoticesEndpoint, (ctx) => readOwnNotices(ctx)),
  implement(changeNoticeEndpoint, (ctx, { params, body }) => changeOwnNotice(ctx, { ...params, ...body })),
];
