import { AppError, invalidInput, stateRefuses, type Issue, managersOnly } from '#app/core/errors.ts';
import { asCurrency, formatAmount, money, toDto } from '#app/core/money/money.ts';
import { can, marketplaceScope, scopeOf, type Scope, type Viewer } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { hasShippoKey } from '../live/shippo-section.service.server.ts';
import { readRates } from './read-rates.ts';
import { readShippingSettings, requireShipping } from './shipping-settings.service.server.ts';
import { formatKilograms } from './weight.ts';
import { findGaps, findOverlaps, findTakenPlace, listTaken, type CartRange, type Interval, type Zone } from './zone.ts';
import { MAX_ZONES, type ZoneDto, type ZoneInput, type ZonesDto } from './zones.contract.ts';
import * as repo from './zones.repo.server.ts';

/** Which zones are meant: the marketplace's defaults, or those of the vendor that the viewer acts for. */
export type ZonesOf = { defaults?: boolean | undefined };

/** Whether the marketplace or one of its vendors has made a shipping zone. Needs the marketplace's scope. */
export const hasZones = (tx: SqlTx): Promise<boolean> => repo.existsZone(tx);

/** How many zones the marketplace has for vendors without their own. Needs the marketplace's scope. */
export const countDefaultZones = (tx: SqlTx): Promise<number> => repo.countDefaultZones(tx);

/** The zones with the settings of shipping. Throws feature_disabled (404) for a vendor whose marketplace has it off. */
export async function readZones(ctx: Ctx, of: ZonesOf): Promise<ZonesDto> {
  const { viewer } = ctx;
  const { owner, scope } = resolveOwner(viewer, of);
  return ctx.db.unit(scope, async (tx) => {
    const settings = owner === null ? await readShippingSettings(tx) : await requireShipping(tx);
    const { enabled, enableRateNames, enableLocalPickup, rateNames, names, useDefaults, version } = settings;
    const { enableFlatRates, enableLiveRates } = settings;
    const defaults = (await repo.listZones(tx, null)).map(toZoneDto);
    const allowedActions: ZonesDto['allowedActions'] = [];
    if (enabled && mayEditZones(viewer)) allowedActions.push('edit');
    if (owner === null) allowedActions.push('set');
    return {
      zones: owner === null ? defaults : (await repo.listZones(tx, owner)).map(toZoneDto),
      settings: {
        enabled,
        enableRateNames,
        enableLocalPickup,
        rateNames,
        names,
        version,
        enableFlatRates,
        enableLiveRates,
        shippo: { enabled: await hasShippoKey(tx) },
        defaultShipping: { enabled: useDefaults, zones: defaults },
      },
      currency: viewer.store.currency,
      allowedActions,
    };
  });
}

/**
 * Makes a zone or changes one. Throws missing_permission (403) for staff of a vendor, not_found (404), conflict (409) over a
 * stale version, invalid_state (409) when there are too many zones, invalid_input (422) with each field.
 */
export async function saveZone(ctx: Ctx, input: ZoneInput, of: ZonesOf): Promise<{ zone: ZoneDto }> {
  const { viewer } = ctx;
  assertMayEditZones(viewer);
  const { owner, scope } = resolveOwner(viewer, of);
  const at = ctx.clock.now();
  return ctx.db.unit(scope, async (tx) => {
    const { names } = await requireShipping(tx);
    await repo.lockZones(tx, owner);
    const zones = await repo.listZones(tx, owner);
    const known = input.id === undefined ? undefined : zones.find(({ id }) => id === String(input.id));
    if (input.id !== undefined && !known) throw new AppError('not_found');
    if (known && input.version !== undefined && input.version !== known.version) throw new AppError('conflict');
    if (!known && zones.length >= MAX_ZONES) throw stateRefuses('zones_full', { limit: MAX_ZONES });
    const currency = asCurrency(viewer.store.currency);
    const { rates, issues } = readRates(input.rates, { currency, names, locale: viewer.locale });
    issues.push(...checkPlaces(zones, known?.id ?? null, input.countries));
    if (issues.length > 0) throw invalidInput(issues);
    const content = { zoneName: input.zoneName, rates, countries: input.countries, currency, at };
    const id = known?.id ?? (await repo.insertZone(tx, owner, content));
    if (known && !(await repo.updateZone(tx, owner, { ...content, id: BigInt(id), over: known.version }))) {
      throw new AppError('conflict');
    }
    await recordZone(tx, ctx, owner, { what: 'saved', zone: id, name: input.zoneName });
    return { zone: toZoneDto({ ...content, id, version: (known?.version ?? 0) + 1 }) };
  });
}

/** Deletes a zone. Throws missing_permission (403) for staff of a vendor, not_found (404). */
export async function deleteZone(ctx: Ctx, zoneId: bigint, of: ZonesOf): Promise<{ ok: true }> {
  assertMayEditZones(ctx.viewer);
  const { owner, scope } = resolveOwner(ctx.viewer, of);
  await ctx.db.unit(scope, async (tx) => {
    await requireShipping(tx);
    const name = await repo.deleteZone(tx, owner, zoneId);
    if (name === undefined) throw new AppError('not_found');
    await recordZone(tx, ctx, owner, { what: 'deleted', zone: String(zoneId), name });
  });
  return { ok: true };
}

/** Whether the viewer leads the vendor, or is an admin. */
const mayEditZones = (viewer: Viewer): boolean => can(viewer, 'switch_vendor') || viewer.actor.role === 'manager';

function assertMayEditZones(viewer: Viewer): void {
  if (!mayEditZones(viewer)) throw managersOnly();
}

function resolveOwner(viewer: Viewer, { defaults }: ZonesOf): { owner: repo.ZoneOwner; scope: Scope } {
  const { vendorScope } = viewer;
  if (defaults !== true && vendorScope !== '*') return { owner: vendorScope, scope: scopeOf(viewer) };
  if (!can(viewer, 'switch_vendor')) throw new AppError('missing_permission', { permission: 'switch_vendor' });
  return { owner: null, scope: marketplaceScope(viewer.store.id) };
}

/** A place that stands in the zone twice, or in another zone. */
function checkPlaces(zones: readonly Zone[], ownId: string | null, countries: Zone['countries']): Issue[] {
  const taken = listTaken(zones, ownId);
  return countries.flatMap((country, index): Issue[] => {
    const path = `countries.${String(index)}`;
    const before = countries.slice(0, index).some(({ code }) => code === country.code);
    if (before) return [{ path: `${path}.code`, rule: 'twice', message: rule('listed_twice') }];
    const place = findTakenPlace(taken, country);
    if (!place) return [];
    const params = { zone: place.zoneName, place: place.province ?? place.country };
    const field = place.province === null ? 'code' : 'provinces';
    return [{ path: `${path}.${field}`, rule: 'place_taken', message: rule('place_taken', params) }];
  });
}

async function recordZone(
  tx: SqlTx,
  ctx: Ctx,
  owner: repo.ZoneOwner,
  { what, ...detail }: { what: 'saved' | 'deleted'; zone: string; name: string },
): Promise<void> {
  const { actor } = ctx.viewer;
  const at = ctx.clock.now();
  const about =
    owner === null
      ? ({ subject: 'settings', subjectId: 'delivery', vendorId: null } as const)
      : ({ subject: 'vendor', subjectId: String(owner), vendorId: owner } as const);
  const action = owner === null ? `settings.zone.${what}` : `vendor.zone.${what}`;
  await recordAudit(tx, [{ ...about, action, actor, detail, at }]);
}

function toZoneDto(zone: Omit<repo.ZoneRow, 'id'> & { id: string }): ZoneDto {
  const currency = asCurrency(zone.currency);
  const bound = (value: bigint, isWeight: boolean): string =>
    isWeight ? formatKilograms(value) : formatAmount(value, currency);
  const interval = (one: Interval | null, isWeight: boolean) =>
    one && { from: bound(one.from, isWeight), to: one.to === null ? null : bound(one.to, isWeight) };
  const range = ({ weight, price }: CartRange) => ({ weight: interval(weight, true), price: interval(price, false) });
  return {
    id: zone.id,
    version: zone.version,
    zoneName: zone.zoneName,
    rates: zone.rates.map(({ name, description, priceMinor, field, min, max }) => {
      const isWeight = field === 'TOTAL_WEIGHT';
      return {
        name,
        description,
        field,
        price: toDto(money(priceMinor, currency)),
        min: bound(min, isWeight),
        max: max === null ? null : bound(max, isWeight),
      };
    }),
    countries: zone.countries.map(({ code, provinces }) => ({ code, provinces: [...provinces] })),
    gaps: findGaps(zone.rates).map(range),
    overlaps: findOverlaps(zone.rates).map(({ name, ...rest }) => ({ name, ...range(rest) })),
  };
}
