import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { refuseUnclearName } from '#app/core/text/name-signs.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { codeField, enrolmentDto, passwordField, recoveryCodesDto } from '#app/platform/identity/auth/auth.contract.ts';
import { PASSWORD_MAX } from '#app/platform/identity/auth/sign-in.ts';
import { NOTICES } from '#app/platform/mails/notices/notice.ts';

const NAME_MAX = 120;

/** The password that somebody has now, whatever its length was when it was set. */
const currentPassword = z.string().min(1, rule('required_field')).max(PASSWORD_MAX);

export const renameSchema = z.object({
  name: z.string().trim().min(1, rule('required_field')).max(NAME_MAX).superRefine(refuseUnclearName),
});
export const passwordSchema = z.object({ current: currentPassword, password: passwordField });
export const emailSchema = z.object({ email: emailAddress, password: currentPassword });
export const codeSchema = z.object({ code: codeField });
export const confirmSelfSchema = z.object({ password: currentPassword });
/** A signed-in device, by the name of its sign-in. */
export const deviceSchema = z.object({ id: z.uuid() });
export const personSchema = z.object({ id: idSchema });
export const policySchema = z.object({ required: z.boolean() });
const noticeSchema = z.object({ notice: z.enum(NOTICES), enabled: z.boolean() });

const toActionSchema = <Name extends string, Shape extends z.ZodRawShape>(intent: Name, schema: z.ZodObject<Shape>) =>
  schema.extend({ intent: z.literal(intent) });

/** What the account's screen sends: one of its cards, named by `intent`. */
export const accountActionSchema = z.discriminatedUnion('intent', [
  toActionSchema('rename', renameSchema),
  toActionSchema('password', passwordSchema),
  toActionSchema('email', emailSchema),
  toActionSchema('prove-email', codeSchema),
  toActionSchema('begin-factor', confirmSelfSchema),
  toActionSchema('confirm-factor', codeSchema),
  toActionSchema('drop-factor', confirmSelfSchema),
  toActionSchema('renew-codes', confirmSelfSchema),
  toActionSchema('sign-out-device', deviceSchema),
  toActionSchema('reset-factor', personSchema),
  toActionSchema('policy', policySchema),
  toActionSchema('notice', noticeSchema),
]);
export type AccountAction = z.output<typeof accountActionSchema>;

/** What the screen gets back: the enrolment that began, or the codes that are shown once. */
export type AccountOutcome = { enrolment?: z.infer<typeof enrolmentDto>; recoveryCodes?: readonly string[] };

/** The form for a new password, typed twice. */
export const passwordFormSchema = passwordSchema
  .extend({ confirmation: z.string().max(PASSWORD_MAX) })
  .refine((form) => form.confirmation === form.password, {
    path: ['confirmation'],
    message: rule('passwords_differ'),
  });

const deviceDto = z
  .object({
    id: z.string(),
    browser: z.string(),
    system: z.string(),
    signedInAt: timeDto,
    lastUsedAt: timeDto,
    /** The device that asks. */
    current: z.boolean(),
  })
  .meta({ id: 'SignedInDevice' });
export type DeviceDto = z.infer<typeof deviceDto>;

const adminDto = z
  .object({ id: z.string(), name: z.string(), email: z.string(), hasSecondFactor: z.boolean() })
  .meta({ id: 'WebAdmin' });
export type AdminDto = z.infer<typeof adminDto>;

export const accountDto = z
  .object({
    name: z.string(),
    email: z.string(),
    locale: z.enum(LOCALES),
    /** What a person of ours may change; null for staff of the store, whom the platform signs in. */
    person: z
      .object({
        /** An address that waits to be proved by the code that was mailed to it. */
        pendingEmail: z.string().nullable(),
        secondFactor: z.object({ since: timeDto.nullable(), recoveryCodesLeft: z.number().int() }),
      })
      .nullable(),
    devices: z.array(deviceDto).max(50),
    /** The other admins who sign in on the web, for admins; empty for everybody else. */
    admins: z.array(adminDto).max(500),
    /** Whether the store demands a second factor of everybody who signs in with a password. */
    secondFactorRequired: z.boolean(),
  })
  .meta({ id: 'Account' });
export type AccountDto = z.infer<typeof accountDto>;

const codesDto = z.object({ recoveryCodes: recoveryCodesDto }).meta({ id: 'RecoveryCodes' });
const access = { kind: 'signed_in' } as const;

export const readAccountEndpoint = endpoint({
  name: 'account.read',
  method: 'GET',
  path: '/account',
  summary: "One's own account: name, address, second factor, and the devices that are signed in",
  access,
  response: accountDto,
});

export const renameEndpoint = endpoint({
  name: 'account.rename',
  method: 'PATCH',
  path: '/account',
  summary: "Change one's own name",
  access,
  body: renameSchema,
  response: doneDto,
});

export const changeOwnPasswordEndpoint = endpoint({
  name: 'account.password',
  method: 'PUT',
  path: '/account/password',
  summary: 'Change the own password with the one of now; every other device is signed out',
  access,
  body: passwordSchema,
  response: doneDto,
  errors: ['invalid_password', 'rate_limited'],
});

export const changeEmailEndpoint = endpoint({
  name: 'account.email',
  method: 'POST',
  path: '/account/email',
  summary: 'Ask for another address: a code is mailed to it, and nothing changes until it is typed',
  access,
  body: emailSchema,
  response: doneDto,
  status: 202,
  errors: ['invalid_password', 'rate_limited'],
});

export const proveEmailEndpoint = endpoint({
  name: 'account.proveEmail',
  method: 'POST',
  path: '/account/email/confirm',
  summary: 'Take the address that the mailed code proves',
  access,
  body: codeSchema,
  response: z.object({ email: z.string() }).meta({ id: 'ProvedEmail' }),
  errors: ['invalid_code', 'rate_limited'],
});

export const signOutEverywhereEndpoint = endpoint({
  name: 'account.signOutEverywhere',
  method: 'POST',
  path: '/account/sign-out-everywhere',
  summary: 'End every session of the caller on every device, this one too',
  access,
  response: doneDto,
});

export const signOutDeviceEndpoint = endpoint({
  name: 'account.signOutDevice',
  method: 'DELETE',
  path: '/account/devices/{id}',
  summary: 'Sign one other device of the caller out; its session ends at once',
  access,
  params: deviceSchema,
  response: doneDto,
  errors: ['not_found', 'invalid_state'],
});

export const startEnrolmentEndpoint = endpoint({
  name: 'account.startSecondFactor',
  method: 'POST',
  path: '/account/second-factor',
  summary: 'Begin to set up a second factor: what an authenticator app has to be told',
  access,
  body: confirmSelfSchema,
  response: enrolmentDto,
  errors: ['invalid_password', 'rate_limited'],
});

export const confirmEnrolmentEndpoint = endpoint({
  name: 'account.confirmSecondFactor',
  method: 'POST',
  path: '/account/second-factor/confirm',
  summary: 'Put the second factor in force with its first code; yields the recovery codes',
  access,
  body: codeSchema,
  response: codesDto,
  errors: ['invalid_code', 'not_found', 'rate_limited'],
});

export const dropSecondFactorEndpoint = endpoint({
  name: 'account.removeSecondFactor',
  method: 'POST',
  path: '/account/second-factor/disable',
  summary: 'Give the second factor up; refused while the store demands one',
  access,
  body: confirmSelfSchema,
  response: doneDto,
  errors: ['invalid_password', 'invalid_state', 'not_found', 'rate_limited'],
});

export const renewRecoveryCodesEndpoint = endpoint({
  name: 'account.renewRecoveryCodes',
  method: 'POST',
  path: '/account/recovery-codes',
  summary: 'Ten new recovery codes in the place of the old ones',
  access,
  body: confirmSelfSchema,
  response: codesDto,
  errors: ['invalid_password', 'not_found', 'rate_limited'],
});

export const demandSecondFactorEndpoint = endpoint({
  name: 'account.demandSecondFactor',
  method: 'PUT',
  path: '/account/second-factor/policy',
  summary: 'Demand a second factor of everybody who signs in with a password; those without one are signed out',
  access: { kind: 'admin' },
  body: policySchema,
  response: policySchema.meta({ id: 'SecondFactorPolicy' }),
  errors: ['invalid_state', 'conflict'],
});
