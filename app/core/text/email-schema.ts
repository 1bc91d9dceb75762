import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import { EMAIL_MAX, isEmailAddress, normaliseEmail } from './email-address.ts';

const isRule = { error: rule('valid_email'), params: { rule: 'invalid_email' }, abort: true };

/** An address that somebody types, whatever the form: limits first, then the one rule; the result is the normal form. */
export const emailAddress = z
  .string()
  .trim()
  .min(1, { error: rule('required_field'), abort: true })
  .max(EMAIL_MAX, { abort: true })
  .refine(isEmailAddress, isRule)
  .overwrite(normaliseEmail)
  .meta({ format: 'email' });

/** The same where nothing may be typed: the empty text. */
export const optionalEmailAddress = z
  .string()
  .trim()
  .max(EMAIL_MAX, { abort: true })
  .refine((text) => text === '' || isEmailAddress(text), isRule)
  .overwrite(normaliseEmail);
