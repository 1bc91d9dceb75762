import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './notices.contract.ts';
import { changeTopic, listNotices, markRead, readTopics, readUnread } from './notices.service.server.ts';

export const bellApi: readonly Implementation[] = [
  implement(contract.listNoticesEndpoint, (ctx, { query }) => listNotices(ctx, query)),
  implement(contract.countUnreadNoticesEndpoint, (ctx) => readUnread(ctx)),
  implement(contract.markNoticesReadEndpoint, (ctx, { body }) => markRead(ctx, body)),
  implement(contract.readNoticeTopicsEndpoint, (ctx) => readTopics(ctx)),
  implement(contract.changeNoticeTopicEndpoint, (ctx, { params, body }) => changeTopic(ctx, { ...params, ...body })),
];
