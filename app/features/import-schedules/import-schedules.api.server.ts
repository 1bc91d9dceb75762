import { implement } from '#app/server/http/api.server.ts';
import {
  changeScheduleEndpoint,
  createScheduleEndpoint,
  deleteScheduleEndpoint,
  listSchedulesEndpoint,
  runScheduleEndpoint,
  switchScheduleEndpoint,
} from './import-schedules.contract.ts';
import {
  changeSchedule,
  createSchedule,
  listSchedules,
  removeSchedule,
  runScheduleNow,
  switchSchedule,
} from './schedules.service.server.ts';

export const importSchedulesApi = [
  implement(listSchedulesEndpoint, (ctx) => listSchedules(ctx)),
  implement(createScheduleEndpoint, (ctx, { body }) => createSchedule(ctx, body)),
  implement(changeScheduleEndpoint, (ctx, { params, body }) => changeSchedule(ctx, params.scheduleId, body)),
  implement(switchScheduleEndpoint, (ctx, { params, body }) => switchSchedule(ctx, params.scheduleId, body)),
  implement(runScheduleEndpoint, (ctx, { params }) => runScheduleNow(ctx, params.scheduleId)),
  implement(deleteScheduleEndpoint, (ctx, { params }) => removeSchedule(ctx, params.scheduleId)),
];
