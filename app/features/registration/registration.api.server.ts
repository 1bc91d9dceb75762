import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readForm } from './registration.contract.ts';
import { readRegistrationForm } from './registration.service.server.ts';

export const registrationApi: readonly Implementation[] = [implement(readForm, (ctx) => readRegistrationForm(ctx))];
