import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import { brandingSchema, type Branding } from './branding.contract.ts';
import { DEFAULT_COLORS, NO_GRAMMAR, WORDING_NAMES, type WordingName } from './branding.ts';

const brandingSection = defineSettingsSection({
  name: 'branding',
  schema: brandingSchema,
  defaults: {
    colors: { ...DEFAULT_COLORS },
    logoRegistration: { value: '', src: '', selected: 'default' },
    logoText: { value: '', src: '', selected: 'default' },
    wordings: Object.fromEntries(WORDING_NAMES.map((name) => [name, ''])) as Record<WordingName, string>,
    wordingGrammar: NO_GRAMMAR,
    support: { title: '', email: '' },
  },
});

/** The store's colours, logos, words and support address, as they hold now. */
export async function readBranding(tx: SqlTx): Promise<Branding> {
  return (await readSettingsSection(tx, brandingSection)).value;
}

/** Changes parts of the look. Returns the names of the parts that changed. */
export async function saveBranding(
  tx: SqlTx,
  o: { changes: Partial<Branding>; at: Date; actor: Actor },
): Promise<string[]> {
  const { value, version } = await readSettingsSection(tx, brandingSection);
  const next = { ...value, ...o.changes };
  const changed = (Object.keys(next) as (keyof Branding)[]).filter(
    (part) => JSON.stringify(next[part]) !== JSON.stringify(value[part]),
  );
  if (changed.length > 0)
    await saveSettingsSection(tx, brandingSection, { value: next, over: version, at: o.at, actor: o.actor });
  return changed;
}

/** A store's logo by its domain. A store that is not installed is not_found (404). */
export async function readStoreLogo(ctx: Ctx, domain: string) {
  const store = await findStoreByDomain(ctx, domain);
  if (!store || store.uninstalledAt) throw new AppError('not_found');
  const branding = await ctx.db.fast(marketplaceScope(store.id), readBranding);
  return { store: store.domain, shopName: store.name, logo: branding.logoText };
}
