import { marketplaceScope } from '#app/core/viewer.ts';
import { listSettingsEvents, type AuditEvent } from '#app/platform/audit/audit.service.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SettingsChange, SettingsHistory } from './history.contract.ts';
import { describeEvent, type HistoryEntry, type RawChange } from './history-lines.ts';
import { writeHistoryLine } from './history-words.server.ts';

const PAGE_SIZE = 50;
const MAX_SHOWN = 2_000;

/** Who changed which setting when, from what to what: a page of 50, the newest first. */
export async function readSettingsHistory(
  ctx: Ctx,
  query: { before?: string | undefined; subject?: string | undefined },
): Promise<SettingsHistory> {
  const { events, names } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const found = await listSettingsEvents(tx, {
      before: query.before === undefined ? undefined : BigInt(query.before),
      subjectId: query.subject,
      limit: PAGE_SIZE + 1,
    });
    const ids = [...new Set(found.flatMap(({ vendorId }) => (vendorId === null ? [] : [vendorId])))];
    return { events: found, names: ids.length === 0 ? new Map<bigint, string>() : await findVendorNames(tx, ids) };
  });
  const shown = events.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    changes: shown.map((event) =>
      toChange(event, event.vendorId === null ? null : (names.get(event.vendorId) ?? null)),
    ),
    next: events.length > PAGE_SIZE && last ? String(last.id) : null,
  };
}

/** The same page as sentences in the language of the viewer, for the screen. */
export async function readHistoryPage(
  ctx: Ctx,
  query: Parameters<typeof readSettingsHistory>[1],
): Promise<{ entries: HistoryEntry[]; next: string | null }> {
  const { changes, next } = await readSettingsHistory(ctx, query);
  const branding = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readBranding);
  const { locale } = ctx.viewer;
  const t = translate(locale, ownWordings(branding));
  const entries = changes.flatMap(({ id, at, by, lines }) =>
    lines.map((line, index) => ({ id: `${id}-${index}`, at, text: writeHistoryLine({ t, locale }, by, line) })),
  );
  return { entries, next };
}

function toChange(event: AuditEvent & { subject: string; subjectId: string }, vendor: string | null): SettingsChange {
  const changes = Object.entries(event.detail)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([key, value]) =>
      Array.isArray(value) && value.length === 2 ? listChanges(key, value[0], value[1]) : [],
    );
  return {
    id: String(event.id),
    subject: event.subjectId,
    at: event.at.toISOString(),
    by: event.actor.name,
    changes: changes.map(({ key, from, to }) => ({ key, from: showValue(from), to: showValue(to) })),
    lines: describeEvent({ ...event, detail: { ...event.detail }, vendor, by: event.actor.name }, changes),
  };
}

/** What differs between two values: of objects, only the members that differ, each under its own name. */
function listChanges(key: string, from: unknown, to: unknown): RawChange[] {
  if (!isPlain(from) || !isPlain(to)) return [{ key, from, to }];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .sort()
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .flatMap((name) => listChanges(`${key}.${name}`, from[name], to[name]));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as text; what is no plain value is its JSON, cut where it is long. */
function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
