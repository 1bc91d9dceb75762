import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readFormEndpoint } from './application-form.contract.ts';
import { readApplicationForm } from './application-form.service.server.ts';

export const applicationFormApi: readonly Implementation[] = [
  implement(readFormEndpoint, (ctx) => readApplicationForm(ctx)),
];
