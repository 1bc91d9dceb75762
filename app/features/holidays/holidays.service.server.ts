import { dayOf } from '#app/core/calendar.ts';
import { AppError, managersOnly } from '#app/core/errors.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { stateOn, type Holiday } from './holiday.ts';
import { MAX_VENDORS_LISTED, type HolidayDto, type HolidayInput, type HolidaysDto } from './holidays.contract.ts';
import * as repo from './holidays.repo.server.ts';
import { scheduleShowing } from './show-holidays.service.server.ts';

const NONE: repo.StoredHoliday = { enabled: false, from: null, to: null, message: '', version: 0 };

/** The holiday of whom the viewer acts for; in the marketplace view with those of vendors. Throws feature_disabled (404). */
export function readHolidays(ctx: Ctx): Promise<HolidaysDto> {
  const { viewer } = ctx;
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireHolidays(tx);
    const owner = toOwner(viewer);
    const today = computeToday(ctx);
    const open = owner === null ? await repo.listOpenHolidays(tx, { today, limit: MAX_VENDORS_LISTED + 1 }) : [];
    return {
      holiday: toHolidayDto((await repo.findHoliday(tx, owner)) ?? NONE, today),
      canEdit: mayEdit(viewer),
      vendors: open
        .flatMap(({ vendor, ...one }) =>
          vendor === null ? [] : [{ vendor, ...one, state: stateOn({ ...one, enabled: true }, today) }],
        )
        .slice(0, MAX_VENDORS_LISTED),
    };
  });
}

/**
 * Saves a holiday; the storefront follows. Without a version the last save wins. Throws feature_disabled (404),
 * missing_permission (403) for staff of a vendor, conflict (409) over a stale version.
 */
export function saveHoliday(ctx: Ctx, input: HolidayInput): Promise<HolidayDto> {
  const { viewer } = ctx;
  if (!mayEdit(viewer)) throw managersOnly();
  const owner = toOwner(viewer);
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireHolidays(tx);
    const before = (await repo.findHoliday(tx, owner)) ?? NONE;
    if (input.version !== undefined && input.version !== before.version) throw new AppError('conflict');
    const { enabled, message } = input;
    const next: Holiday = { enabled, from: input.from || null, to: input.to || null, message };
    const changed = (Object.keys(next) as (keyof Holiday)[]).filter((name) => next[name] !== before[name]);
    if (changed.length === 0) return toHolidayDto(before, computeToday(ctx));
    if (!(await repo.writeHoliday(tx, owner, { ...next, over: before.version, at }))) throw new AppError('conflict');
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'holidays',
        vendorId: owner,
        action: 'settings.saved',
        actor: viewer.actor,
        detail: Object.fromEntries(changed.map((name) => [`holiday.${name}`, [before[name], next[name]]])),
        at,
      },
    ]);
    await scheduleShowing(tx, ctx);
    return toHolidayDto({ ...next, version: before.version + 1 }, computeToday(ctx));
  });
}

async function requireHolidays(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).holidayMode) throw new AppError('feature_disabled');
}

const toOwner = ({ vendorScope }: Viewer): repo.HolidayOwner => (vendorScope === '*' ? null : vendorScope);
const mayEdit = (viewer: Viewer): boolean => can(viewer, 'switch_vendor') || viewer.actor.role === 'manager';
const computeToday = (ctx: Ctx): string => dayOf(ctx.clock.now(), ctx.viewer.store.timezone);
const toHolidayDto = ({ enabled, from, to, message, version }: repo.StoredHoliday, today: string): HolidayDto => ({
  enabled,
  from,
  to,
  message,
  state: stateOn({ enabled, from, to, message }, today),
  version,
});
