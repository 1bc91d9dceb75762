import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './money-calendar.contract.ts';
import { readCalendar } from './money-calendar.service.server.ts';

export const moneyCalendarApi: readonly Implementation[] = [
  implement(contract.readCalendarEndpoint, (ctx, { query }) => readCalendar(ctx, query)),
];
