import { implement, type Implementation } from '#app/server/http/api.server.ts';
import {
  editEndpoint,
  listEndpoint,
  readEndpoint,
  setStatusEndpoint,
  submitEndpoint,
} from './applications.contract.ts';
import {
  editApplication,
  listApplications,
  readApplication,
  setApplicationStatus,
} from './applications.service.server.ts';
import { submitApplication } from './submit-application.service.server.ts';

export const applicationsApi: readonly Implementation[] = [
  implement(submitEndpoint, (ctx, { body }) => submitApplication(ctx, body)),
  implement(listEndpoint, (ctx, { query }) => listApplications(ctx, query)),
  implement(readEndpoint, async (ctx, { params }) => ({ application: await readApplication(ctx, params.id) })),
  implement(editEndpoint, async (ctx, { params, body }) => ({
    application: await editApplication(ctx, params.id, body),
  })),
  implement(setStatusEndpoint, async (ctx, { params, body }) => ({
    application: await setApplicationStatus(ctx, params.id, body),
  })),
];
