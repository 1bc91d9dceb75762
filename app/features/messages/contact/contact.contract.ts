import { z } from 'zod';
import { isEmailAddress } from '#app/core/text/email-address.ts';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { doneDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import {
  FORM_FIELDS_MAX,
  FORM_KEY_MAX,
  FORM_VALUE_MAX,
  isEmailKey,
  MESSAGE_MAX,
  NAME_MAX,
  oneLine,
  TRAP_MAX,
} from './contact.ts';

const access = { kind: 'public' } as const;
const byAddress = (perMinute: number) => ({ perMinute, by: 'address' }) as const;
/** All that twenty fields of four bytes a sign can be, each byte of them written as `%XX`. */
const MAX_BYTES = 600_000;

/** Which store is meant, where neither the host nor `?store=` says it. */
const store = z.string().trim().max(100).optional();
const trap = z
  .string()
  .max(TRAP_MAX)
  .optional()
  .meta({ description: 'Leave it empty and hide it: what fills it in is no person, and its message goes nowhere' });

const filled = (text: string): boolean => storedText(text).trim() !== '';

export const sendSchema = z.object({
  email: emailAddress,
  body: z.string().max(MESSAGE_MAX).refine(filled, rule('required_field')).transform(storedText),
  name: z.string().max(NAME_MAX).transform(oneLine).optional(),
  store,
  website: trap,
});

const formData = z
  .record(z.string().min(1).max(FORM_KEY_MAX), z.string().max(FORM_VALUE_MAX))
  .superRefine((data, context) => {
    const keys = Object.keys(data);
    if (keys.length > FORM_FIELDS_MAX) {
      context.addIssue({ code: 'custom', message: `has more than ${FORM_FIELDS_MAX} fields` });
    }
    if (!keys.some((key) => filled(data[key] ?? '')))
      context.addIssue({ code: 'custom', message: rule('required_field') });
    // An address that nobody can answer to is worth a word while the sender can still mend it.
    const wrong = keys.find((key) => isEmailKey(key) && filled(data[key] ?? '') && !isEmailAddress(data[key] ?? ''));
    if (wrong !== undefined)
      context.addIssue({
        code: 'custom',
        path: [wrong],
        params: { rule: 'invalid_email' },
        message: rule('valid_email'),
      });
  })
  .meta({
    description: `The fields of the form by their names, at most ${FORM_FIELDS_MAX}; in a form, \`data[name]\``,
  });

export const contactFormSchema = z.object({
  data: formData,
  vendor: z.string().trim().max(255).optional().meta({ description: 'The handle of the vendor that is written to' }),
  store,
  website: trap,
});

export const subscribeSchema = z.object({ email: emailAddress, store, website: trap });

export const sendEndpoint = endpoint({
  name: 'message.send',
  method: 'POST',
  path: '/message/send',
  summary: 'Writes to the marketplace',
  access,
  body: sendSchema,
  response: doneDto,
  form: true,
  creates: true,
  formPage: '/contact/sent',
  maxBodyBytes: MAX_BYTES,
  limit: byAddress(10),
  crossOrigin: true,
});

export const contactFormEndpoint = endpoint({
  name: 'message.contactForm',
  method: 'POST',
  path: '/message/contact-form',
  summary: 'Sends a theme’s own form to a vendor, or to the marketplace where none or an unknown one is named',
  access,
  body: contactFormSchema,
  response: doneDto,
  form: true,
  creates: true,
  formPage: '/contact/sent',
  maxBodyBytes: MAX_BYTES,
  limit: byAddress(10),
  crossOrigin: true,
});

export const subscribeEndpoint = endpoint({
  name: 'message.subscribe',
  method: 'POST',
  path: '/message/subscribe',
  summary: 'Asks an address by mail whether it wants to hear from the marketplace; the answer is always the same',
  access,
  body: subscribeSchema,
  response: doneDto,
  form: true,
  formPage: '/contact/asked',
  maxBodyBytes: 20_000,
  limit: byAddress(10),
  crossOrigin: true,
});

/** What a link in a mail carries. */
const tokenSchema = z.object({ token: z.string().min(1, rule('required_field')).max(500), store });

export const confirmSubscriptionEndpoint = endpoint({
  name: 'message.confirm',
  method: 'POST',
  path: '/message/subscription/confirm',
  summary: 'Confirms a subscription with the token of its mail; once more changes nothing',
  access,
  body: tokenSchema,
  response: doneDto,
  errors: ['link_expired'],
  limit: byAddress(30),
});

export const unsubscribeEndpoint = endpoint({
  name: 'message.unsubscribe',
  method: 'POST',
  path: '/message/subscription/end',
  summary: 'Ends a subscription with the token of a mail; once more changes nothing',
  access,
  body: tokenSchema,
  response: doneDto,
  errors: ['link_expired'],
  limit: byAddress(30),
});
