import { AppError, stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { requireImport } from '../import-batch.service.server.ts';
import { detectFormat } from '../import-headers.ts';
import { requireMapping } from '../require-mapping.service.server.ts';
import { cutHeaders, matchHeaders, MAX_TEMPLATES } from './import-template.ts';
import { settingsSchema, type ImportTemplateDto, type SaveTemplateInput } from './import-templates.contract.ts';
import * as repo from './import-templates.repo.server.ts';

type Saved = { templates: ImportTemplateDto[] };

/** The viewer's own templates by their names. */
export function listTemplates(ctx: Ctx): Promise<Saved> {
  return ctx.db.fast(scopeOf(ctx.viewer), readTemplates);
}

/**
 * Saves how an import is mapped under a name. Throws not_found (404) for another's import, invalid_input (422) for a mapping that
 * is none of it, invalid_state (409) for a name that is taken, beyond the limit, and for a format that needs no template.
 */
export function saveTemplate(
  ctx: Ctx,
  { name, importId, mapping, vendor, allowsIncomplete, replaces }: SaveTemplateInput,
): Promise<Saved> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const { headers } = await requireImport(tx, importId);
    if (detectFormat(headers) !== 'other') throw stateRefuses('import_template_needless');
    requireMapping(ctx, headers, mapping);
    const { columns, optionNames, decimalSign = null } = mapping;
    const isMarketplace = ctx.viewer.vendorScope === '*';
    const isSaved = await repo.upsertTemplate(tx, {
      name,
      headers: cutHeaders(headers),
      settings: { columns, optionNames, decimalSign, vendor: (isMarketplace && vendor) || null, allowsIncomplete },
      savedBy: ctx.viewer.actor.name,
      savedAt: ctx.clock.now(),
      replaces,
    });
    if (!isSaved) throw stateRefuses('import_template_exists', { name });
    const saved = await readTemplates(tx);
    if (saved.templates.length > MAX_TEMPLATES) throw stateRefuses('import_templates_full', { limit: MAX_TEMPLATES });
    return saved;
  });
}

/** Deletes a template; another's is not_found (404). */
export function deleteTemplate(ctx: Ctx, id: bigint): Promise<Saved> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    if (!(await repo.deleteTemplate(tx, id))) throw new AppError('not_found');
    return readTemplates(tx);
  });
}

/** The newest template that a file with these headers gets by itself, or undefined; a recognised format gets none. */
export async function findTemplate(tx: SqlTx, headers: readonly string[]): Promise<ImportTemplateDto | undefined> {
  if (detectFormat(headers) !== 'other') return undefined;
  const { templates } = await readTemplates(tx);
  const [newest] = templates
    .filter((template) => matchHeaders(template, headers))
    .sort((one, other) => Date.parse(other.savedAt) - Date.parse(one.savedAt) || Number(other.id) - Number(one.id));
  return newest;
}

/** A template of the scope by its id, or undefined. */
export async function findTemplateById(tx: SqlTx, id: bigint): Promise<ImportTemplateDto | undefined> {
  const { templates } = await readTemplates(tx);
  return templates.find((one) => one.id === String(id));
}

/** The names of the scope's templates. */
export async function listTemplateNames(tx: SqlTx): Promise<{ id: string; name: string }[]> {
  const { templates } = await readTemplates(tx);
  return templates.map(({ id, name }) => ({ id, name }));
}

async function readTemplates(tx: SqlTx): Promise<Saved> {
  const stored = await repo.listTemplates(tx);
  return {
    templates: stored.map(({ id, name, headers, settings, savedBy, savedAt }) => ({
      id: String(id),
      name,
      headers,
      ...settingsSchema.parse(settings),
      savedBy,
      savedAt: savedAt.toISOString(),
    })),
  };
}

/** Deletes the templates of a vendor who is gone. */
export const deleteTemplatesOf = (tx: SqlTx, vendorId: bigint): Promise<void> => repo.deleteTemplatesOf(tx, vendorId);
