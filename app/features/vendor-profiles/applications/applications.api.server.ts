import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { edit, list, read, setStatus, submit } from './applications.contract.ts';
import {
  editApplication,
  listApplications,
  readApplication,
  setApplicationStatus,
} from './applications.service.server.ts';
import { submitApplication } from './submit-application.service.server.ts';

export const applicationsApi: readonly Implementation[] = [
  implement(submit, (ctx, { body }) => submitApplication(ctx, body)),
  implement(list, (ctx, { query }) => listApplications(ctx, query)),
  implement(read, async (ctx, { params }) => ({ application: await readApplication(ctx, params.id) })),
  implement(edit, async (ctx, { params, body }) => ({ application: await editApplication(ctx, params.id, body) })),
  implement(setStatus, async (ctx, { params, body }) => ({
    application: await setApplicationStatus(ctx, params.id, body),
  })),
];
