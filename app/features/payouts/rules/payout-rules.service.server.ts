import { z } from 'zod';
import { invalidInput, type Issue } from '#app/core/errors.ts';
import { amountIssue, asCurrency, formatAmount, readAmount, type Currency } from '#app/core/money/money.ts';
import { marketplaceScope, type Actor, type Locale } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import type { AuditEntry } from '#app/platform/audit/audit.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { countOthers, isPayer, isRequester, type Payer } from '#app/platform/payout-rights/payer.ts';
import {
  assertMayPayOut,
  describeRequester,
  findBlockedUntil,
  findVoidingChange,
  listPayers,
  mayPayOut,
} from '#app/platform/payout-rights/payout-rights.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { toEnd, isLooser, raiseAfter, type LimitRaise } from './limit-raise.ts';
import { nextRuns, nextTick, PAYOUT_TICK } from './next-runs.ts';
import type { PayoutRulesState, PayoutRulesDto } from './payout-rules.contract.ts';
import { PAYOUT_RULES_DEFAULTS, type PayoutRules, type PayoutSchedule } from './payout-rules.ts';
import { holdingDays, payoutSchedule } from './payout-schedule.ts';

/** Runs that are told beforehand. */
export const MAX_NEXT_RUNS = 5;

const minor = z.string().regex(/^\d+$/);
const slice = defineSettingsSection({
  name: 'payouts',
  schema: z.strictObject({
    schedule: payoutSchedule,
    holdingDays,
    minimumMinor: minor,
    approveAboveMinor: minor.nullable(),
    raise: z
      .strictObject({
        approveAboveMinor: minor.nullable(),
        by: z.strictObject({ kind: z.enum(['staff', 'person']), id: z.string(), name: z.string(), role: z.string() }),
        at: z.iso.datetime(),
        requester: z
          .strictObject({
            identities: z.array(
              z.strictObject({ kind: z.enum(['person', 'staff', 'platform', 'system', 'buyer']), id: z.string() }),
            ),
            emails: z.array(z.string()),
            changes: z.number().int(),
          })
          .optional(),
      })
      .nullable(),
  }),
  defaults: stored(PAYOUT_RULES_DEFAULTS, null),
});

/** The rules as they hold now, with their version, and the higher limit of approval that waits for another person. */
export async function readPayoutRules(
  tx: SqlTx,
): Promise<{ rules: PayoutRules; version: number; raise: LimitRaise | null }> {
  const { value, version } = await readSettingsSection(tx, slice);
  const { minimumMinor, approveAboveMinor, raise, ...rest } = value;
  return {
    rules: { ...rest, minimumMinor: BigInt(minimumMinor), approveAboveMinor: readMinor(approveAboveMinor) },
    version,
    raise: raise && { ...raise, approveAboveMinor: readMinor(raise.approveAboveMinor), at: new Date(raise.at) },
  };
}

const readMinor = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Saves rules over the version that was read, and plans the next look of their schedule. Throws conflict (409). */
export async function writePayoutRules(
  { viewer }: Ctx,
  tx: SqlTx,
  o: { rules: PayoutRules; raise: LimitRaise | null; over: number; at: Date },
): Promise<void> {
  await saveSettingsSection(tx, slice, {
    value: stored(o.rules, o.raise),
    over: o.over,
    at: o.at,
    actor: viewer.actor,
  });
  const { timezone } = viewer.store;
  await planTick(tx, { schedule: o.rules.schedule, version: o.over + 1, after: o.at, timezone });
}

/** The rules as the screen and the API show them, with the next runs. */
export async function readRulesState(ctx: Ctx): Promise<PayoutRulesState> {
  const { store, actor } = ctx.viewer;
  const now = ctx.clock.now();
  const currency = asCurrency(store.currency);
  const mayChange = await mayPayOut(ctx);
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { rules, version, raise } = await readPayoutRules(tx);
    const payers = await listPayers(tx);
    const { schedule } = rules;
    const runs = schedule.kind === 'periodic' ? nextRuns(schedule.rule, now, store.timezone, MAX_NEXT_RUNS) : [];
    return {
      rules: toDto(rules, currency),
      version,
      currency: store.currency,
      timezone: store.timezone,
      nextRuns: runs.map((run) => run.toISOString()),
      raise: raise && toEnd(raise) > now ? await raiseToDto(tx, raise, payers, { actor, currency, now }) : null,
      others: countOthers(payers, actor),
      mayChange,
    };
  });
}

async function raiseToDto(
  tx: SqlTx,
  raise: LimitRaise,
  payers: readonly Payer[],
  { actor, currency, now }: { actor: Actor; currency: Currency; now: Date },
): Promise<NonNullable<PayoutRulesState['raise']>> {
  const request = { by: raise.by, requester: raise.requester ?? null };
  const isOwn = isRequester(payers, actor, request);
  const isVoid = (await findVoidingChange(tx, payers, { ...request, now })) !== null;
  const mayDecide = isPayer(payers, actor) && (await findBlockedUntil(tx, payers, actor, now)) === null;
  return {
    approveAbove: computeAmount(raise.approveAboveMinor, currency),
    by: raise.by.name,
    at: raise.at.toISOString(),
    endsAt: toEnd(raise).toISOString(),
    allowedActions: isOwn ? ['withdraw'] : mayDecide && !isVoid ? ['approve', 'decline'] : [],
    isVoid,
  };
}

/**
 * Saves the rules over the version that was read, and notes who did. A higher limit of approval, or none, waits for another
 * person who may pay out, where there is one: else it would be the way round the limit. Throws invalid_input (422) for an amount
 * that the currency of the store does not have, conflict (409) when somebody else saved meanwhile.
 */
export async function saveRules(ctx: Ctx, o: { rules: PayoutRulesDto; version: number }): Promise<PayoutRulesState> {
  await assertMayPayOut(ctx);
  const { actor, store } = ctx.viewer;
  const currency = asCurrency(store.currency);
  const wanted = fromDto(o.rules, currency, ctx.viewer.locale);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { rules: before, version, raise: kept } = await readPayoutRules(tx);
    const payers = await listPayers(tx);
    const active = await openRaise(tx, payers, kept, at);
    const limits = { before: before.approveAboveMinor, after: wanted.approveAboveMinor };
    const mustWait = isLooser(limits.before, limits.after) && countOthers(payers, actor) > 0;
    const rules = mustWait ? { ...wanted, approveAboveMinor: limits.before } : wanted;
    const requester = await describeRequester(tx, payers, actor, at);
    const raise = raiseAfter(active, { ...limits, mustWait, by: actor, at, requester });
    const changed = computeChanges(toDto(before, currency), toDto(rules, currency));
    if (version === o.version && raise === active && Object.keys(changed).length === 0) return;
    await writePayoutRules(ctx, tx, { rules, raise, over: o.version, at });
    const requested = raise !== null && raise !== active;
    const detail = requested
      ? { ...changed, raiseAsked: [computeAmount(limits.before, currency), computeAmount(limits.after, currency)] }
      : changed;
    await recordAudit(tx, [savedEntry({ action: 'settings.saved', actor, detail: { currency, ...detail }, at })]);
  });
  return readRulesState(ctx);
}

/** Changes the schedule alone, in the transaction of whoever saves more along with it; the caller checked the payout right. */
export async function changeSchedule(ctx: Ctx, tx: SqlTx, o: { schedule: PayoutSchedule; at: Date }): Promise<void> {
  const { rules, version, raise } = await readPayoutRules(tx);
  if (JSON.stringify(rules.schedule) === JSON.stringify(o.schedule)) return;
  await writePayoutRules(ctx, tx, { rules: { ...rules, schedule: o.schedule }, raise, over: version, at: o.at });
  const detail = { schedule: [rules.schedule, o.schedule] };
  await recordAudit(tx, [savedEntry({ action: 'settings.saved', actor: ctx.viewer.actor, detail, at: o.at })]);
}

/** A raise that waits, unless an address, the role or a second factor of whoever asked changed since. */
async function openRaise(
  tx: SqlTx,
  payers: readonly Payer[],
  raise: LimitRaise | null,
  now: Date,
): Promise<LimitRaise | null> {
  if (!raise) return null;
  const change = await findVoidingChange(tx, payers, { by: raise.by, requester: raise.requester ?? null, now });
  return change ? null : raise;
}

/** A row of the log about these settings. */
export function savedEntry(o: Pick<AuditEntry, 'action' | 'actor' | 'at'> & { detail: object }): AuditEntry {
  return { subject: 'settings', subjectId: 'payouts', vendorId: null, ...o };
}

/** Plans when a schedule is looked at next. Only that of the version that holds goes on. */
export async function planTick(
  tx: SqlTx,
  o: { schedule: PayoutSchedule; version: number; after: Date; timezone: string },
): Promise<void> {
  const dueAt = nextTick(o.schedule, o.after, o.timezone);
  if (!dueAt) return;
  const payload = { version: o.version };
  await scheduleJob(tx, { kind: PAYOUT_TICK, key: `${o.version}/${dueAt.toISOString()}`, payload, dueAt });
}

/** What changed, as {name: [before, after]}. */
function computeChanges(before: PayoutRulesDto, after: PayoutRulesDto): Record<string, [unknown, unknown]> {
  const names = Object.keys(after) as (keyof PayoutRulesDto)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
}

function toDto({ minimumMinor, approveAboveMinor, ...rest }: PayoutRules, currency: Currency): PayoutRulesDto {
  return {
    ...rest,
    minimum: formatAmount(minimumMinor, currency),
    approveAbove: computeAmount(approveAboveMinor, currency),
  };
}

/** A limit as a decimal text; null for none. */
export function computeAmount(minor: bigint | null, currency: Currency): string | null {
  return minor === null ? null : formatAmount(minor, currency);
}

function fromDto({ minimum, approveAbove, ...rest }: PayoutRulesDto, currency: Currency, locale: Locale): PayoutRules {
  const issues: Issue[] = [];
  const read = (field: string, text: string): bigint => {
    const parsed = readAmount(text, currency, locale);
    if (parsed.ok && parsed.value >= 0n) return parsed.value;
    const path = `rules.${field}`;
    if (!parsed.ok && parsed.refusal.rule !== 'not_a_number') issues.push(amountIssue(path, parsed.refusal));
    else issues.push({ path, rule: 'amount', message: rule('amount') });
    return 0n;
  };
  const rules = {
    ...rest,
    minimumMinor: read('minimum', minimum),
    approveAboveMinor: approveAbove === null ? null : read('approveAbove', approveAbove),
  };
  if (issues.length > 0) throw invalidInput(issues);
  return rules;
}

function stored({ minimumMinor, approveAboveMinor, ...rest }: PayoutRules, raise: LimitRaise | null) {
  return {
    ...rest,
    minimumMinor: String(minimumMinor),
    approveAboveMinor: toText(approveAboveMinor),
    raise: raise && {
      approveAboveMinor: toText(raise.approveAboveMinor),
      by: { ...raise.by, kind: raise.by.kind === 'staff' ? ('staff' as const) : ('person' as const) },
      at: raise.at.toISOString(),
      ...(raise.requester ? { requester: raise.requester } : {}),
    },
  };
}

function toText(minor: bigint | null): string | null {
  return minor === null ? null : String(minor);
}
