import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { refuseUnclearName } from '#app/core/text/name-signs.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { MADE_KINDS } from '#app/features/delegation/maker.ts';
import { STAFF_ROLES } from './team.ts';

const vendorName = z
  .string()
  .trim()
  .min(1, rule('required_field'))
  .max(VENDOR_NAME_MAX)
  .optional()
  .meta({ description: 'Whose team; left out, the vendor that the caller acts for' });
const permissions = z.array(z.enum(VENDOR_PERMISSIONS)).max(VENDOR_PERMISSIONS.length).default([]);

export const memberDto = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(STAFF_ROLES),
    permissions: z.array(z.enum(VENDOR_PERMISSIONS)),
    hasSignedIn: z.boolean(),
    isSelf: z.boolean(),
    hasSecondFactor: z.boolean(),
    made: z
      .array(z.object({ kind: z.enum(MADE_KINDS), name: z.string() }))
      .meta({ description: 'What acts in their name: API keys, the spreadsheet, the own store' }),
    invitedAt: timeDto,
  })
  .meta({ id: 'TeamMember' });
export type MemberDto = z.output<typeof memberDto>;

export const listEndpoint = endpoint({
  name: 'staff.list',
  method: 'GET',
  path: '/staff',
  summary: "The people of a vendor, for those who lead it and for the marketplace's admins",
  access: { kind: 'vendor', permission: 'read_settings' },
  query: z.object({ vendor: vendorName }),
  response: z.object({ vendor: z.string(), members: z.array(memberDto) }),
  errors: ['not_found', 'missing_permission'],
});

export const inviteSchema = z.strictObject({
  email: emailAddress,
  name: z.string().trim().min(1, rule('required_field')).max(200).superRefine(refuseUnclearName),
  role: z.enum(STAFF_ROLES).default('staff'),
  permissions,
  vendor: vendorName,
});

export const inviteEndpoint = endpoint({
  name: 'staff.invite',
  method: 'POST',
  path: '/staff',
  summary: 'Invites a person to a vendor. Inviting them again sends another link and voids the old one',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: inviteSchema,
  response: z.object({ member: memberDto }),
  status: 201,
  errors: ['not_found', 'missing_permission', 'invalid_input', 'invalid_state', 'rate_limited'],
  creates: true,
  limit: { perMinute: 30, by: 'viewer' },
});

const byId = z.object({ id: idSchema });
export const roleSchema = z.strictObject({ role: z.enum(STAFF_ROLES), permissions });
/** The same as the screen sends it, with whose role it is. */
export const memberForm = roleSchema.extend({ id: idSchema });

export const setRoleEndpoint = endpoint({
  name: 'staff.setRole',
  method: 'PUT',
  path: '/staff/{id}',
  summary: 'Sets what a person of a vendor is and may; it holds from their next request on',
  access: { kind: 'vendor', permission: 'read_settings' },
  params: byId,
  body: roleSchema,
  response: z.object({ member: memberDto }),
  errors: ['not_found', 'missing_permission', 'invalid_state'],
});

const handOver = {
  handOverTo: idSchema.optional().meta({
    description: 'The manager who gets what acts in the person’s name; without one, keys are revoked and syncs stop',
  }),
};
const removeBody = z.strictObject(handOver).default({});
/** What the team's screen sends to remove somebody. */
export const removeSchema = z.strictObject({ id: idSchema, ...handOver });

export const removeEndpoint = endpoint({
  name: 'staff.remove',
  method: 'DELETE',
  path: '/staff/{id}',
  summary: 'Takes a person out of a vendor; they are signed out with their next request',
  access: { kind: 'vendor', permission: 'read_settings' },
  params: byId,
  body: removeBody,
  response: doneDto,
  errors: ['not_found', 'missing_permission', 'invalid_state'],
});

/** What the team's screen sends to reset somebody's second factor. */
export const resetSchema = z.strictObject({ resetFactorOf: idSchema });

export const resetFactorEndpoint = endpoint({
  name: 'staff.resetSecondFactor',
  method: 'POST',
  path: '/staff/{id}/second-factor/reset',
  summary: 'Takes the second factor of somebody who lost it away: they are signed out and told by mail',
  access: { kind: 'vendor', permission: 'read_settings' },
  params: byId,
  response: doneDto,
  errors: ['not_found', 'missing_permission', 'invalid_state'],
  limit: { perMinute: 30, by: 'viewer' },
});
