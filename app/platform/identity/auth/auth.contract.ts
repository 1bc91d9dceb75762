import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { doneDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { PASSWORD_MAX, PASSWORD_MIN, SIGN_IN_STEPS } from './sign-in.ts';

export const passwordField = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
/** A code of six digits, a recovery code or an invitation's, as it was typed. */
export const codeField = z.string().trim().min(1, rule('required_field')).max(64);
export const shopDomain = z
  .string()
  .max(100)
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/);

export const signInSchema = z.object({ store: shopDomain, email: emailAddress, password: passwordField });
export type SignIn = z.output<typeof signInSchema>;

export const requestCodeSchema = z.object({ email: emailAddress });
export const setPasswordSchema = z.object({ email: emailAddress, code: codeField, password: passwordField });
export type SetPassword = z.output<typeof setPasswordSchema>;
export const stepSchema = z.object({ code: codeField });

/** Done, and which step is still open before there is a session. */
export const signedInDto = z
  .object({
    ok: z.literal(true),
    next: z.enum(SIGN_IN_STEPS).optional(),
    /** Inside a frame: what a tab of its own goes on with, once, within a minute. */
    handover: z.string().optional(),
  })
  .meta({ id: 'SignedIn' });

/** What an authenticator app has to be told, and a QR code of the address as one SVG path. */
export const enrolmentDto = z
  .object({ secret: z.string(), address: z.string(), qr: z.object({ size: z.number(), path: z.string() }) })
  .meta({ id: 'Enrolment' });

export const recoveryCodesDto = z.array(z.string()).max(20);

export const loginEndpoint = endpoint({
  name: 'auth.login',
  method: 'POST',
  path: '/auth/public/login',
  summary: 'Sign in with e-mail address and password; sets the session cookies, or names the step that comes first',
  access: { kind: 'public' },
  form: true,
  body: signInSchema,
  response: signedInDto,
  errors: ['wrong_credentials', 'rate_limited'],
});

export const proxyLoginEndpoint = endpoint({
  name: 'auth.proxyLogin',
  method: 'POST',
  path: '/auth/proxy/login',
  summary: 'Sign in from inside a frame: sets the frame cookie, and hands the sign-in over to a tab of its own',
  access: { kind: 'public' },
  form: true,
  body: signInSchema,
  response: signedInDto,
  errors: ['wrong_credentials', 'rate_limited'],
});

export const continueEndpoint = endpoint({
  name: 'auth.continue',
  method: 'POST',
  path: '/auth/public/continue',
  summary: 'Go on in a tab of its own with what a sign-in inside a frame handed over; once, within a minute',
  access: { kind: 'public' },
  body: z.object({ store: shopDomain, token: z.string().min(1, rule('required_field')).max(100) }),
  response: signedInDto,
  errors: ['challenge_expired'],
  limit: { perMinute: 60, by: 'address' },
});

export const readStepEndpoint = endpoint({
  name: 'auth.readStep',
  method: 'GET',
  path: '/auth/public/second-factor',
  summary: 'Which step of signing in is open in this browser, and what setting up a second factor needs',
  access: { kind: 'public' },
  response: z.object({ step: z.enum(SIGN_IN_STEPS), enrolment: enrolmentDto.optional() }).meta({ id: 'OpenStep' }),
  errors: ['challenge_expired'],
  limit: { perMinute: 60, by: 'address' },
});

export const finishStepEndpoint = endpoint({
  name: 'auth.finishStep',
  method: 'POST',
  path: '/auth/public/second-factor',
  summary: 'End a sign-in with a code of the second factor; the first code of a new one also yields recovery codes',
  access: { kind: 'public' },
  body: stepSchema,
  response: z.object({ ok: z.literal(true), recoveryCodes: recoveryCodesDto.optional() }).meta({ id: 'FinishedStep' }),
  errors: ['challenge_expired', 'invalid_code', 'rate_limited'],
});

export const logoutEndpoint = endpoint({
  name: 'auth.logout',
  method: 'POST',
  path: '/auth/public/logout',
  summary: 'End the session on this device; clears the session cookies',
  access: { kind: 'public' },
  response: doneDto,
});

export const refreshEndpoint = endpoint({
  name: 'auth.refresh',
  method: 'POST',
  path: '/auth/public/refresh',
  summary: 'Get a fresh session for the refresh cookie, which is replaced; its reuse ends every session it led to',
  access: { kind: 'public' },
  response: doneDto,
  errors: ['not_signed_in'],
});

export const requestCodeEndpoint = endpoint({
  name: 'auth.requestCode',
  method: 'POST',
  path: '/auth/public/change-password/request',
  summary: 'Mail a code that sets a new password; 201 whether or not somebody has the address',
  access: { kind: 'public' },
  body: requestCodeSchema,
  response: doneDto,
  status: 201,
  errors: ['rate_limited'],
});

export const setPasswordEndpoint = endpoint({
  name: 'auth.setPassword',
  method: 'POST',
  path: '/auth/public/change-password/update',
  summary: 'Set a password with an invitation or a mailed code, and sign in; earlier sessions end',
  access: { kind: 'public' },
  body: setPasswordSchema,
  response: signedInDto,
  status: 201,
  errors: ['invalid_code', 'rate_limited'],
});

export const chooseVendorEndpoint = endpoint({
  name: 'session.vendor',
  method: 'PUT',
  path: '/session/vendor',
  summary: 'Choose the vendor an admin acts for; * is the whole marketplace',
  access: { kind: 'admin' },
  body: z.object({ vendor: z.string().trim().min(1, rule('required_field')).max(255) }),
  response: z.object({ vendor: z.string() }).meta({ id: 'ChosenVendor' }),
  errors: ['not_found'],
});

export const chooseLocaleEndpoint = endpoint({
  name: 'session.locale',
  method: 'PUT',
  path: '/session/locale',
  summary: 'Choose the language of screens and mails',
  access: { kind: 'signed_in' },
  body: z.object({ locale: z.enum(LOCALES) }),
  response: z.object({ locale: z.enum(LOCALES) }).meta({ id: 'ChosenLocale' }),
});

/** The set-password form: what the call takes, with the password typed twice. */
export const setPasswordFormSchema = setPasswordSchema
  .extend({ confirmation: z.string().max(PASSWORD_MAX) })
  .refine((form) => form.confirmation === form.password, {
    path: ['confirmation'],
    message: rule('passwords_differ'),
  });
