import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { requirePermissions } from '#app/features/batches/requester.service.server.ts';
import { toStoredMaker } from '#app/features/delegation/maker.ts';
import { listNamedImports } from '#app/features/products/import/product-import.service.server.ts';
import { listTemplateNames } from '#app/features/products/import/templates/import-templates.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isSameServer, MAX_SCHEDULES, needsLogin } from './import-schedule.ts';
import type { ImportScheduleDto, ScheduleInput, SchedulesDto } from './import-schedules.contract.ts';
import { scheduleRun } from './plan-turn.service.server.ts';
import * as repo from './schedules.repo.server.ts';

/** What whoever makes or changes a schedule needs besides the right to connect something: it imports products in their name. */
const IMPORT_PERMISSIONS = ['write_products'] as const;

/** Whose schedules a viewer works with: its vendor's, or (null) the marketplace's own. */
const findOwner = ({ vendorScope }: Viewer): bigint | null => (vendorScope === '*' ? null : vendorScope);

/** The schedules of the vendor, or in the marketplace view of the marketplace. Throws feature_disabled (404). */
export function listSchedules(ctx: Ctx): Promise<SchedulesDto> {
  const { viewer } = ctx;
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireSwitch(tx);
    const rows = await repo.listSchedules(tx, findOwner(viewer));
    const imports = await listNamedImports(
      tx,
      rows.flatMap(({ lastImportId }) => lastImportId ?? []),
      ctx.clock.now(),
    );
    return {
      schedules: rows.map((row) => toDto(row, imports, ctx.clock.now())),
      templates: await listTemplateNames(tx),
      isMarketplace: findOwner(viewer) === null,
      canEdit: IMPORT_PERMISSIONS.every((permission) => can(viewer, permission)),
    };
  });
}

/** One schedule. Throws feature_disabled and not_found (404). */
export async function readSchedule(ctx: Ctx, id: bigint): Promise<ImportScheduleDto> {
  const { schedules } = await listSchedules(ctx);
  const found = schedules.find((one) => one.id === String(id));
  if (!found) throw new AppError('not_found');
  return found;
}

/**
 * Has a file fetched and imported from now on, in the name of whoever asks; the first run is due at once. Throws missing_permission
 * (403), invalid_state (409) where there are too many, not_found (404) for a template of somebody else, invalid_input (422).
 */
export async function createSchedule(ctx: Ctx, input: ScheduleInput): Promise<ImportScheduleDto> {
  requirePermissions(ctx.viewer, IMPORT_PERMISSIONS);
  const vendorId = findOwner(ctx.viewer);
  const id = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireSwitch(tx);
    await repo.lockSchedules(tx, vendorId);
    if ((await repo.listSchedules(tx, vendorId)).length >= MAX_SCHEDULES)
      throw stateRefuses('import_schedules_full', { limit: MAX_SCHEDULES });
    const made = await repo.insertSchedule(tx, {
      ...(await toChoices(ctx, tx, input)),
      vendorId,
      createdBy: ctx.viewer.actor.name,
      createdAt: ctx.clock.now(),
    });
    await record(ctx, tx, 'import_schedule.created', ['', input.name]);
    await scheduleRun(tx, ctx, made, ctx.clock.now());
    return made;
  });
  return readSchedule(ctx, id);
}

/**
 * Changes a schedule and runs it at once if it is on. Whoever does is its maker from then on. Another server gets no password that was
 * typed for the one before. Throws missing_permission (403), not_found (404), invalid_input (422).
 */
export async function changeSchedule(ctx: Ctx, id: bigint, input: ScheduleInput): Promise<ImportScheduleDto> {
  requirePermissions(ctx.viewer, IMPORT_PERMISSIONS);
  await inSchedule(ctx, id, async (tx, row) => {
    await repo.updateSchedule(tx, id, await toChoices(ctx, tx, input, row));
    await record(ctx, tx, 'import_schedule.changed', [row.name, input.name]);
    await scheduleRun(tx, ctx, id, ctx.clock.now());
  });
  return readSchedule(ctx, id);
}

/**
 * Switches a schedule on, in the name of whoever does, or off. `trustsServer` takes the key that its server has now for the right one.
 * Throws missing_permission (403), not_found (404).
 */
export async function switchSchedule(
  ctx: Ctx,
  id: bigint,
  o: { state: 'on' | 'off'; trustsServer: boolean },
): Promise<ImportScheduleDto> {
  requirePermissions(ctx.viewer, IMPORT_PERMISSIONS);
  await inSchedule(ctx, id, async (tx, row) => {
    await repo.setState(tx, id, o.state);
    await record(ctx, tx, `import_schedule.${o.state}`, [row.name, row.name]);
    if (o.state === 'off') return;
    const maker = toStoredMaker(ctx.viewer.actor);
    await repo.updateSchedule(tx, id, { ...row, maker, hostKey: o.trustsServer ? null : row.hostKey });
    await scheduleRun(tx, ctx, id, ctx.clock.now());
  });
  return readSchedule(ctx, id);
}

/** Runs a schedule now, also for a file that has not changed. Throws missing_permission (403), not_found (404), invalid_state (409) for one that is off. */
export async function runScheduleNow(ctx: Ctx, id: bigint): Promise<ImportScheduleDto> {
  requirePermissions(ctx.viewer, IMPORT_PERMISSIONS);
  await inSchedule(ctx, id, async (tx, row) => {
    if (row.state === 'off') throw stateRefuses('import_schedule_off');
    await repo.forgetFile(tx, id);
    await scheduleRun(tx, ctx, id, ctx.clock.now());
  });
  return readSchedule(ctx, id);
}

/** Deletes a schedule; what it imported stays. Throws not_found (404). */
export async function removeSchedule(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  await inSchedule(ctx, id, async (tx, row) => {
    await repo.deleteSchedule(tx, id);
    await record(ctx, tx, 'import_schedule.deleted', [row.name, '']);
  });
  return { ok: true };
}

function inSchedule(ctx: Ctx, id: bigint, work: (tx: SqlTx, row: repo.ScheduleRow) => Promise<void>): Promise<void> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireSwitch(tx);
    const row = await repo.findSchedule(tx, findOwner(ctx.viewer), id, { lock: true });
    if (!row) throw new AppError('not_found');
    await work(tx, row);
  });
}

/** Throws feature_disabled (404) while the marketplace has no integrations. */
async function requireSwitch(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).integrations) throw new AppError('feature_disabled');
}

/** What is kept of what somebody chose; `before` is what stood there. */
async function toChoices(
  ctx: Ctx,
  tx: SqlTx,
  input: ScheduleInput,
  before?: repo.ScheduleRow,
): Promise<repo.ScheduleChoices> {
  const { name, address, username, frequency } = input;
  const templateId = input.templateId ?? null;
  const isKnown = templateId === null || (await listTemplateNames(tx)).some(({ id }) => id === String(templateId));
  if (!isKnown) throw new AppError('not_found');
  const kept = before && isSameServer(before.address, address) ? before : undefined;
  const password = input.password
    ? ctx.vault.sealText(input.password)
    : username === ''
      ? null
      : (kept?.password ?? null);
  if (username === '' && needsLogin(address)) throw refuse('username');
  if (username !== '' && password === null) throw refuse('password');
  return {
    name,
    address,
    username,
    password,
    hostKey: kept?.hostKey ?? null,
    frequency,
    anchor: before?.frequency === frequency ? before.anchor : ctx.clock.now(),
    templateId,
    forVendor: ctx.viewer.vendorScope === '*' ? (input.vendor ?? null) || null : null,
    locale: ctx.viewer.locale,
    maker: toStoredMaker(ctx.viewer.actor),
  };
}

const refuse = (path: 'username' | 'password'): AppError =>
  invalidInput([{ path, rule: 'required_field', message: rule('required_field') }]);

function record(
  ctx: Ctx,
  tx: SqlTx,
  action: `import_schedule.${string}`,
  title: readonly [string, string],
): Promise<void> {
  return recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'imports',
      vendorId: findOwner(ctx.viewer),
      action,
      actor: ctx.viewer.actor,
      at: ctx.clock.now(),
      detail: { title },
    },
  ]);
}

function toDto(
  row: repo.ScheduleRow,
  imports: readonly NonNullable<ImportScheduleDto['lastImport']>[],
  now: Date,
): ImportScheduleDto {
  const time = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    id: String(row.id),
    name: row.name,
    address: row.address,
    username: row.username,
    hasPassword: row.password !== null,
    frequency: row.frequency,
    templateId: row.templateId === null ? null : String(row.templateId),
    vendor: row.forVendor,
    state: row.state,
    problem: row.problem,
    issue: row.issue,
    failingSince: time(row.failingSince),
    hostKey: row.hostKey,
    isRunning: row.state === 'on' && row.dueAt !== null && row.dueAt <= now,
    lastRunAt: time(row.lastRunAt),
    lastSuccessAt: time(row.lastSuccessAt),
    nextRunAt: time(row.dueAt),
    lastImport: imports.find(({ id }) => id === String(row.lastImportId)) ?? null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
}
