import { implement } from '#app/server/http/api.server.ts';
import { readHolidaysEndpoint, saveHolidayEndpoint } from './holidays.contract.ts';
import { readHolidays, saveHoliday } from './holidays.service.server.ts';

export const holidaysApi = [
  implement(readHolidaysEndpoint, (ctx) => readHolidays(ctx)),
  implement(saveHolidayEndpoint, (ctx, { body }) => saveHoliday(ctx, body)),
];
