import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { SETUP_STEPS } from './checklist.ts';

const access = { kind: 'signed_in' } as const;

const checklistDto = z
  .object({
    steps: z
      .array(z.object({ step: z.enum(SETUP_STEPS), done: z.boolean() }))
      .meta({ description: 'Those that the caller can do; each is done by what exists' }),
    isShown: z.boolean(),
    isDismissed: z.boolean(),
    mayDismiss: z.boolean(),
  })
  .meta({ id: 'Checklist' });

export const readChecklistEndpoint = endpoint({
  name: 'onboarding.read',
  method: 'GET',
  path: '/onboarding',
  summary: 'The first steps of the marketplace, or of the vendor that the caller acts for',
  access,
  response: checklistDto,
});

export const checklistInput = z.object({ dismissed: z.boolean() });

export const changeChecklistEndpoint = endpoint({
  name: 'onboarding.change',
  method: 'PUT',
  path: '/onboarding',
  summary: 'Dismisses the first steps for everybody of the marketplace or the vendor, or shows them again',
  access,
  body: checklistInput,
  response: checklistDto,
  errors: ['missing_permission'],
});
