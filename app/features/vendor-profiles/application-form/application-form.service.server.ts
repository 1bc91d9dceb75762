import { AppError } from '#app/core/errors.ts';
import { scopeOf, type Actor } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { fillWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { formSettingsSchema, type FormSettings } from './application-form.contract.ts';
import { publicFields } from './field-definition.ts';

const formSettingsSection = defineSettingsSection({
  name: 'registration',
  schema: formSettingsSchema,
  defaults: { enableApproval: true, fields: [] },
});

/** Whether anybody may apply, and all fields of vendors, those for admins only included. */
export async function readFormSettings(tx: SqlTx): Promise<FormSettings> {
  return (await readSettingsSection(tx, formSettingsSection)).value;
}

/** The same with the version that a save may name, so that two admins do not overwrite each other. */
export function readFormSettingsVersion(tx: SqlTx): Promise<{ value: FormSettings; version: number }> {
  return readSettingsSection(tx, formSettingsSection);
}

/** What the public form shows: nothing of fields that only admins see. */
export async function readApplicationForm(ctx: Ctx) {
  const { store } = ctx.viewer;
  const { registration, branding } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
    registration: await readFormSettings(tx),
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

/**
 * Writes the fields of vendors. Answers to removed fields are kept with their vendors. Throws conflict (409) over a version
 * that is no longer there, where the caller names the one it read.
 */
export async function saveFormSettings(
  tx: SqlTx,
  o: { input: FormSettings; over: number | undefined; at: Date; actor: Actor },
): Promise<void> {
  const { value, version } = await readSettingsSection(tx, formSettingsSection);
  if (o.over !== undefined && o.over !== version) throw new AppError('conflict');
  await saveSettingsSection(tx, formSettingsSection, { value: o.input, over: version, at: o.at, actor: o.actor });
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
        ...listReworded(value.fields, o.input.fields),
      },
      at: o.at,
    },
  ]);
}

/** Fields that stayed and differ now, each under its key with what it was and what it became. */
function listReworded(
  before: FormSettings['fields'],
  after: FormSettings['fields'],
): Record<string, [FormSettings['fields'][number], FormSettings['fields'][number]]> {
  const ofKey = new Map(before.map((field) => [field.key, field]));
  return Object.fromEntries(
    after.flatMap((field) => {
      const old = ofKey.get(field.key);
      return old && JSON.stringify(old) !== JSON.stringify(field) ? [[`fields.${field.key}`, [old, field]]] : [];
    }),
  );
}
