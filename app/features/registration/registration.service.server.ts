import { marketplaceScope, scopeOf, type Actor } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { fillWordings } from '#app/features/branding/branding.ts';
import { readBranding } from '#app/features/branding/branding.service.server.ts';
import { defineSlice, readSlice, saveSlice } from '#app/features/settings/settings.service.server.ts';
import { registrationSchema, type Registration } from './registration.contract.ts';
import { publicFields } from './registration.ts';

const registrationSlice = defineSlice({
  name: 'registration',
  schema: registrationSchema,
  defaults: { enableApproval: true, fields: [] },
});

/** Whether anybody may apply, and all fields of vendors, those for admins only included. */
export async function readRegistration(tx: SqlTx): Promise<Registration> {
  return (await readSlice(tx, registrationSlice)).value;
}

/** What the public form shows: nothing of fields that only admins see. */
export async function readRegistrationForm(ctx: Ctx) {
  const { store } = ctx.viewer;
  const { registration, branding } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
    registration: await readRegistration(tx),
    branding: await readBranding(tx),
  }));
  const fields = publicFields(registration.fields);
  return {
    requireApproval: registration.enableApproval,
    registrationFields: fields.map(({ key, name, type, required, description, options, link }) => ({
      key,
      name,
      type,
      required,
      description,
      options,
      link,
    })),
    store: store.domain,
    shopName: store.name,
    wordings: fillWordings(branding.wordings),
    logo: branding.logoRegistration,
  };
}

/** Saves the fields of vendors. Answers to removed fields are kept with their vendors. */
export async function saveRegistration(ctx: Ctx, input: Registration): Promise<{ ok: true }> {
  const { actor, store } = ctx.viewer;
  await ctx.db.unit(marketplaceScope(store.id), (tx) => writeRegistration(tx, { input, at: ctx.clock.now(), actor }));
  return { ok: true };
}

async function writeRegistration(tx: SqlTx, o: { input: Registration; at: Date; actor: Actor }): Promise<void> {
  const { value, version } = await readSlice(tx, registrationSlice);
  await saveSlice(tx, registrationSlice, { value: o.input, over: version, at: o.at, actor: o.actor });
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'registration',
      vendorId: null,
      action: 'settings.saved',
      actor: o.actor,
      detail: {
        enableApproval: [value.enableApproval, o.input.enableApproval],
        fields: [value.fields.map((field) => field.key), o.input.fields.map((field) => field.key)],
      },
      at: o.at,
    },
  ]);
}
