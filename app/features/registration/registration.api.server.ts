import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readForm, saveFields } from './registration.contract.ts';
import { readRegistrationForm, saveRegistration } from './registration.service.server.ts';

export const registrationApi: readonly Implementation[] = [
  implement(readForm, (ctx) => readRegistrationForm(ctx)),
  implement(saveFields, (ctx, { body }) => saveRegistration(ctx, body)),
];
