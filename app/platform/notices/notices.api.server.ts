import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './notices.contract.ts';
import { changeTopic, listNotices, markRead, readTopics, readUnread } from './notices.service.server.ts';

export const bellApi: readonly Implementation[] = [
  implement(contract.listNotices, (ctx, { query }) => listNotices(ctx, query)),
  implement(contract.countUnreadNotices, (ctx) => readUnread(ctx)),
  implement(contract.markNoticesRead, (ctx, { body }) => markRead(ctx, body)),
  implement(contract.readNoticeTopics, (ctx) => readTopics(ctx)),
  implement(contract.changeNoticeTopic, (ctx, { params, body }) => changeTopic(ctx, { ...params, ...body })),
];
