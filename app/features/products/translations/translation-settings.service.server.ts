import { listGrantedScopes, listLanguages } from '#app/adapters/shopify/products/translations.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readSwitches, saveSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { translationSettingsSchema, type TranslationSettings } from './translations.contract.ts';
import type { StoreLanguage } from './translations.ts';

const slice = defineSettingsSection({
  name: 'translations',
  schema: translationSettingsSchema,
  defaults: { locales: [], dict: [] },
});

/** The access that translating needs, which a store grants apart from the rest. */
export const TRANSLATIONS_SCOPE = 'write_translations';

/** The languages and the dictionary of the scope's store. */
export async function readTranslationSettings(tx: SqlTx): Promise<TranslationSettings> {
  return (await readSettingsSection(tx, slice)).value;
}

/** The same where translating is on. Throws feature_disabled (404) where it is off. */
export async function requireTranslations(tx: SqlTx): Promise<TranslationSettings> {
  if (!(await readSwitches(tx)).translations) throw new AppError('feature_disabled');
  return readTranslationSettings(tx);
}

type Changes = Partial<TranslationSettings> & { enabled?: boolean };

/**
 * Changes what is given, in the transaction of whoever saves more along with it. Returns what changed as facts for the audit
 * log. Throws conflict (409) when somebody else saved meanwhile.
 */
export async function changeTranslationSettings(
  tx: SqlTx,
  ctx: Pick<Ctx, 'viewer'>,
  o: { changes: Changes; at: Date },
): Promise<Record<string, unknown>> {
  const { enabled, ...given } = o.changes;
  const { actor } = ctx.viewer;
  const { value, version } = await readSettingsSection(tx, slice);
  const next: TranslationSettings = { ...value, ...given };
  const facts: Record<string, unknown> = {};
  if (JSON.stringify(next) !== JSON.stringify(value)) {
    await saveSettingsSection(tx, slice, { value: next, over: version, at: o.at, actor });
    facts.locales = [value.locales.join(' '), next.locales.join(' ')];
    facts.terms = [value.dict.length, next.dict.length];
  }
  if (enabled !== undefined) {
    Object.assign(facts, await saveSwitches(tx, { changes: { translations: { enabled } }, at: o.at, actor }));
  }
  return facts;
}

export type TranslationSettingsScreen = TranslationSettings & {
  enabled: boolean;
  /** Whether the store has granted the access that translating needs. */
  granted: boolean;
  languages: StoreLanguage[];
};

/** What the screen of an admin shows: switch, access, the store's languages, the dictionary. */
export async function readTranslationSettingsScreen(ctx: Ctx): Promise<TranslationSettingsScreen> {
  const { store } = ctx.viewer;
  const platform = await ctx.adapters.platform(store.domain);
  const [granted, languages, kept] = await Promise.all([
    listGrantedScopes(platform),
    listLanguages(platform),
    ctx.db.fast(marketplaceScope(store.id), async (tx) => ({
      ...(await readTranslationSettings(tx)),
      enabled: (await readSwitches(tx)).translations,
    })),
  ]);
  return { ...kept, granted: granted.has(TRANSLATIONS_SCOPE), languages };
}

/** Saves the screen of an admin. Throws invalid_state (409) where translating is switched on without the store's access. */
export async function saveTranslationSettings(
  ctx: Ctx,
  changes: TranslationSettings & { enabled: boolean },
): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  if (changes.enabled) {
    const platform = await ctx.adapters.platform(store.domain);
    if (!(await listGrantedScopes(platform)).has(TRANSLATIONS_SCOPE)) throw stateRefuses('translations_not_granted');
  }
  await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const detail = await changeTranslationSettings(tx, ctx, { changes, at });
    if (Object.keys(detail).length === 0) return;
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'translations',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail,
        at,
      },
    ]);
  });
  return { ok: true };
}
