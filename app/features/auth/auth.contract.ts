import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { doneWire } from '#app/core/wire.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from './sign-in.ts';

const email = z.email({ error: (issue) => (issue.input === '' ? 'Required field' : undefined) }).max(EMAIL_MAX);
const password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
const shopDomain = z
  .string()
  .max(100)
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/);

export const signInSchema = z.object({ store: shopDomain, email, password });
export type SignIn = z.output<typeof signInSchema>;

export const requestCodeSchema = z.object({ email });
export const setPasswordSchema = z.object({
  email,
  code: z.string().trim().min(1, 'Required field').max(64),
  password,
});
export type SetPassword = z.output<typeof setPasswordSchema>;

export const loginEndpoint = endpoint({
  name: 'auth.login',
  method: 'POST',
  path: '/auth/public/login',
  summary: 'Sign in with e-mail address and password; sets the session cookies',
  access: { kind: 'public' },
  form: true,
  body: signInSchema,
  response: doneWire,
  errors: ['wrong_credentials', 'too_many_requests'],
});

export const logoutEndpoint = endpoint({
  name: 'auth.logout',
  method: 'POST',
  path: '/auth/public/logout',
  summary: 'End the session on this device; clears the session cookies',
  access: { kind: 'public' },
  response: doneWire,
});

export const refreshEndpoint = endpoint({
  name: 'auth.refresh',
  method: 'POST',
  path: '/auth/public/refresh',
  summary: 'Get a fresh session for the refresh cookie, which is replaced; its reuse ends every session it led to',
  access: { kind: 'public' },
  response: doneWire,
  errors: ['not_signed_in'],
});

export const requestCodeEndpoint = endpoint({
  name: 'auth.requestCode',
  method: 'POST',
  path: '/auth/public/change-password/request',
  summary: 'Mail a code that sets a new password; 201 whether or not somebody has the address',
  access: { kind: 'public' },
  body: requestCodeSchema,
  response: doneWire,
  status: 201,
  errors: ['too_many_requests'],
});

export const setPasswordEndpoint = endpoint({
  name: 'auth.setPassword',
  method: 'POST',
  path: '/auth/public/change-password/update',
  summary: 'Set a password with an invitation or a mailed code, and sign in; earlier sessions end',
  access: { kind: 'public' },
  body: setPasswordSchema,
  response: doneWire,
  status: 201,
  errors: ['code_wrong', 'too_many_requests'],
});

export const chooseVendorEndpoint = endpoint({
  name: 'session.vendor',
  method: 'PUT',
  path: '/session/vendor',
  summary: 'Choose the vendor an admin acts for; * is the whole marketplace',
  access: { kind: 'admin' },
  body: z.object({ vendor: z.string().trim().min(1, 'Required field').max(255) }),
  response: z.object({ vendor: z.string() }).meta({ id: 'ChosenVendor' }),
  errors: ['not_found'],
});

export const chooseLocaleEndpoint = endpoint({
  name: 'session.locale',
  method: 'PUT',
  path: '/session/locale',
  summary: 'Choose the language of screens and mails',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: z.object({ locale: z.enum(LOCALES) }),
  response: z.object({ locale: z.enum(LOCALES) }).meta({ id: 'ChosenLocale' }),
});

/** The set-password form: what the call takes, with the password typed twice. */
export const setPasswordFormSchema = setPasswordSchema
  .extend({ confirmation: z.string().max(PASSWORD_MAX) })
  .refine((form) => form.confirmation === form.password, {
    path: ['confirmation'],
    message: "Passwords don't match",
  });
