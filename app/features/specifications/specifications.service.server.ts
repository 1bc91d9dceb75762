import {
  createDefinition,
  deleteDefinition,
  findDefinition,
  listDefinitions,
  updateDefinition,
  type PlatformDefinition,
} from '#app/adapters/shopify/metaobjects/metafields.server.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf, type Actor } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readDisplay } from '#app/core/text/field-display.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readSwitches, saveSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  idOf,
  isFillable,
  isMeant,
  isReserved,
  MAX_SECTIONS,
  MAX_SPECIFICATIONS,
  OWNERS,
  type Curated,
  type Section,
  type Specification,
} from './specification.ts';
import {
  curatedSchema,
  type DeleteQuery,
  type SpecificationInput,
  type SpecificationsDto,
} from './specifications.contract.ts';

const slice = defineSettingsSection({
  name: 'specifications',
  schema: curatedSchema,
  defaults: { specifications: [], sections: [] },
});

type Id = Pick<Specification, 'owner' | 'namespace' | 'key'>;
const isSame = (one: Id, other: Id): boolean => one.owner === other.owner && idOf(one) === idOf(other);

/** The sections of the editor, whether specifications are on or off. */
export async function readSections(tx: SqlTx): Promise<Section[]> {
  return (await readSettingsSection(tx, slice)).value.sections;
}

/** The specifications that hold now, those that vendors do not see among them; none while they are off. */
export async function readCurated(tx: SqlTx): Promise<Curated> {
  if (!(await readSwitches(tx)).specifications) return { specifications: [], sections: [] };
  return (await readSettingsSection(tx, slice)).value;
}

/** The specifications as they are kept, whether they are on or off: what is hidden from vendors stays so while they are off. */
export async function readKept(tx: SqlTx): Promise<Curated> {
  return (await readSettingsSection(tx, slice)).value;
}

/** The specifications that the viewer's editor shows, with its sections; none while they are off. */
export async function editorSpecifications(ctx: Ctx): Promise<Curated> {
  const { specifications, sections } = await ctx.db.fast(scopeOf(ctx.viewer), readCurated);
  return { sections, specifications: ctx.viewer.isAdmin ? specifications : specifications.filter((one) => one.show) };
}

/** Throws feature_disabled (404) while specifications are off. */
export async function requireSpecifications(ctx: Ctx): Promise<void> {
  const { specifications } = await ctx.db.fast(scopeOf(ctx.viewer), readSwitches);
  if (!specifications) throw new AppError('feature_disabled');
}

/** The specifications as a viewer may know them; admins also get the definitions of the store that are none yet. */
export async function listSpecifications(ctx: Ctx): Promise<SpecificationsDto> {
  if (ctx.viewer.isAdmin) return readForAdmin(ctx);
  const { value, version } = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => readSettingsSection(tx, slice));
  const { specifications, sections } = value;
  return { specifications: specifications.filter((one) => one.show), sections, available: [], version };
}

/** The same with whether they are on, for the screen that prepares them. */
export async function readSpecificationsScreen(ctx: Ctx): Promise<SpecificationsDto & { enabled: boolean }> {
  const { specifications: enabled } = await ctx.db.fast(scopeOf(ctx.viewer), readSwitches);
  return { ...(await readForAdmin(ctx)), enabled };
}

async function readForAdmin(ctx: Ctx): Promise<SpecificationsDto> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const found = (await Promise.all(OWNERS.map((owner) => listDefinitions(platform, owner)))).flat();
  const { value, version } = await refresh(ctx, found);
  const available = found
    .filter((one) => !isReserved(one.namespace) && !value.specifications.some((known) => isSame(known, one)))
    .map(asSpecification);
  return { ...value, available, version };
}

/** What the store's own people changed of the definitions since we looked last is taken over. */
async function refresh(ctx: Ctx, found: readonly PlatformDefinition[]): Promise<{ value: Curated; version: number }> {
  const { store, actor } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const kept = await readSettingsSection(tx, slice);
    const specifications = kept.value.specifications.map((one) => {
      const definition = found.find((other) => isSame(one, other));
      if (!definition) return one;
      const { name, description, type, validations } = asSpecification(definition);
      return { ...one, name, description, type, validations };
    });
    if (JSON.stringify(specifications) === JSON.stringify(kept.value.specifications)) return kept;
    const value = { ...kept.value, specifications };
    await saveSettingsSection(tx, slice, { value, over: kept.version, at: ctx.clock.now(), actor });
    return { value, version: kept.version + 1 };
  });
}

/** A definition as a specification: display properties in its description are where the marketplace's own begin. */
function asSpecification({ description, ...definition }: PlatformDefinition): Specification {
  const { text, show, showWhen, required } = readDisplay(description);
  return {
    ...definition,
    description: text,
    required: required ?? false,
    show,
    upload: false,
    showWhen: showWhen ?? null,
  };
}

/**
 * Makes a specification or changes one, first in the store and then with us: when it breaks off between, the same again ends
 * it. Throws invalid_input (422) for another type than the store's definition has, conflict (409) when somebody else changed
 * the specifications since `version`.
 */
export async function saveSpecification(
  ctx: Ctx,
  { section, version, ...specification }: SpecificationInput,
): Promise<{ specification: Specification; version: number }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  const before = await ctx.db.fast(marketplaceScope(store.id), (tx) => readSettingsSection(tx, slice));
  if (version !== undefined && version !== before.version) throw new AppError('conflict');
  const known = before.value.specifications.find((one) => isSame(one, specification));
  if (!known && before.value.specifications.length >= MAX_SPECIFICATIONS) {
    const message = rule('too_many_specifications', { maximum: MAX_SPECIFICATIONS });
    throw invalidInput([{ path: 'key', rule: 'too_many_specifications', message }]);
  }
  requireWithinLimit(placeIn(before.value.sections, specification, section));
  await writeDefinition(ctx, specification);
  const saved = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { value, version: over } = await readSettingsSection(tx, slice);
    if (over !== before.version) throw new AppError('conflict');
    const specifications = known
      ? value.specifications.map((one) => (isSame(one, specification) ? specification : one))
      : [...value.specifications, specification];
    const next = { specifications, sections: placeIn(value.sections, specification, section) };
    if (JSON.stringify(next) === JSON.stringify(value)) return over;
    await saveSettingsSection(tx, slice, { value: next, over, at, actor });
    await audit(tx, actor, at, known ? 'specification.changed' : 'specification.made', specification);
    return over + 1;
  });
  return { specification, version: saved };
}

/** Makes or changes the store's definition, where it is not as it shall be. */
async function writeDefinition(ctx: Ctx, wanted: Specification): Promise<void> {
  const { owner, namespace, key, name, type, description, validations } = wanted;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const live = await findDefinition(platform, wanted);
  if (!live) {
    const message = rule('not_fillable');
    if (!isFillable(type)) throw invalidInput([{ path: 'type', rule: 'not_fillable', message }]);
    await createDefinition(platform, { owner, namespace, key, name, type, description, validations });
    return;
  }
  if (live.type !== type) {
    const message = rule('definition_type', { type: live.type });
    throw invalidInput([{ path: 'type', rule: 'definition_type', message }]);
  }
  // Words that only programs read stay where they stand: the text is compared without them.
  const kept = readDisplay(live.description).text === description ? live.description : description;
  const next: PlatformDefinition = { owner, namespace, key, name, type, description: kept, validations };
  if (JSON.stringify({ ...live, owner }) === JSON.stringify({ ...live, ...next })) return;
  await updateDefinition(platform, next);
}

/** Throws invalid_input (422) at the section where it would be one too many. */
function requireWithinLimit(sections: readonly Section[]): void {
  if (sections.length <= MAX_SECTIONS) return;
  const message = rule('too_many_sections', { maximum: MAX_SECTIONS });
  throw invalidInput([{ path: 'section', rule: 'too_many_sections', message }]);
}

/** The sections with a specification in the named one, and in no other; '' is the last one without a name. */
function placeIn(sections: readonly Section[], specification: Specification, name: string): Section[] {
  const full = `${specification.namespace}.${specification.key}`;
  const isThere = (section: Section): boolean => section.keys.some((key) => isMeant(specification, key));
  const placed = sections.map((section): Section => {
    if (section.name === name) return isThere(section) ? section : { ...section, keys: [...section.keys, full] };
    return { ...section, keys: section.keys.filter((key) => !isMeant(specification, key)) };
  });
  return name === '' || sections.some((section) => section.name === name)
    ? placed
    : [...placed, { name, keys: [full] }];
}

/** Takes a specification away, and the store's definition where that is wanted. Throws not_found (404) for one that is none. */
export async function deleteSpecification(ctx: Ctx, { definition, ...id }: DeleteQuery): Promise<{ version: number }> {
  const { store, actor } = ctx.viewer;
  const scope = marketplaceScope(store.id);
  const { value } = await ctx.db.fast(scope, (tx) => readSettingsSection(tx, slice));
  if (!value.specifications.some((one) => isSame(one, id))) throw new AppError('not_found');
  if (definition === 'delete') await deleteDefinition(await ctx.adapters.platform(store.domain), id);
  const at = ctx.clock.now();
  return ctx.db.fast(scope, async (tx) => {
    const { value: now, version: over } = await readSettingsSection(tx, slice);
    const gone = now.specifications.find((one) => isSame(one, id));
    if (!gone) return { version: over };
    const next = {
      specifications: now.specifications.filter((one) => one !== gone),
      sections: placeIn(now.sections, gone, ''),
    };
    await saveSettingsSection(tx, slice, { value: next, over, at, actor });
    await audit(tx, actor, at, 'specification.deleted', gone);
    return { version: over + 1 };
  });
}

/** Changes the sections, in the transaction of whoever saves more along with it. Returns whether anything changed. */
export async function changeSections(
  tx: SqlTx,
  o: { sections: Section[]; at: Date; actor: Actor; version?: number },
): Promise<boolean> {
  const { value, version } = await readSettingsSection(tx, slice);
  if (o.version !== undefined && o.version !== version) throw new AppError('conflict');
  if (JSON.stringify(value.sections) === JSON.stringify(o.sections)) return false;
  await saveSettingsSection(tx, slice, {
    value: { ...value, sections: o.sections },
    over: version,
    at: o.at,
    actor: o.actor,
  });
  return true;
}

/** Saves the switch and the sections as the screen sends them. */
export async function saveSpecificationSettings(
  ctx: Ctx,
  { enabled, sections, version }: { enabled: boolean; sections: Section[]; version: number },
): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const switched = await saveSwitches(tx, { changes: { specifications: { enabled } }, at, actor });
    const moved = await changeSections(tx, { sections, at, actor, version });
    if (!moved && Object.keys(switched).length === 0) return;
    const detail = { ...switched, ...(moved ? { changed: ['sections'] } : {}) };
    await recordAudit(tx, [
      { subject: 'settings', subjectId: 'specifications', vendorId: null, action: 'settings.saved', actor, detail, at },
    ]);
  });
  return { ok: true };
}

function audit(tx: SqlTx, actor: Actor, at: Date, action: string, one: Specification): Promise<void> {
  const { owner, namespace, key, name, type, required, show } = one;
  const detail = { owner, field: `${namespace}.${key}`, name, type, required, show };
  return recordAudit(tx, [
    { subject: 'settings', subjectId: 'specifications', vendorId: null, action, actor, detail, at },
  ]);
}
