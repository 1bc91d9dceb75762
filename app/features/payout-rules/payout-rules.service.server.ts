import { z } from 'zod';
import { invalidInput, type Issue } from '#app/core/errors.ts';
import { asCurrency, formatAmount, parseAmount, type Currency } from '#app/core/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { defineSlice, readSlice, saveSlice } from '#app/features/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { planDueWork } from '#app/server/due-work.server.ts';
import { nextRuns, nextTick, PAYOUT_TICK } from './next-runs.ts';
import type { PayoutRulesState, PayoutRulesWire } from './payout-rules.contract.ts';
import {
  holdingDays,
  PAYOUT_RULES_DEFAULTS,
  payoutSchedule,
  type PayoutRules,
  type PayoutSchedule,
} from './payout-rules.ts';

/** Runs that are told beforehand. */
export const RUNS_TOLD = 5;

const minor = z.string().regex(/^\d+$/);
const slice = defineSlice({
  name: 'payouts',
  schema: z.strictObject({
    schedule: payoutSchedule,
    holdingDays,
    minimumMinor: minor,
    approveAboveMinor: minor.nullable(),
  }),
  defaults: stored(PAYOUT_RULES_DEFAULTS),
});

/** The rules as they hold now, with their version. */
export async function readPayoutRules(tx: SqlTx): Promise<{ rules: PayoutRules; version: number }> {
  const { value, version } = await readSlice(tx, slice);
  const { minimumMinor, approveAboveMinor, ...rest } = value;
  return {
    rules: {
      ...rest,
      minimumMinor: BigInt(minimumMinor),
      approveAboveMinor: approveAboveMinor === null ? null : BigInt(approveAboveMinor),
    },
    version,
  };
}

/** The rules as the screen and the API show them, with the next runs. */
export async function readRulesState(ctx: Ctx): Promise<PayoutRulesState> {
  const { store } = ctx.viewer;
  const { rules, version } = await ctx.db.fast(marketplaceScope(store.id), readPayoutRules);
  const { schedule } = rules;
  const runs = schedule.kind === 'periodic' ? nextRuns(schedule.rule, ctx.clock.now(), store.timezone, RUNS_TOLD) : [];
  return {
    rules: toWire(rules, asCurrency(store.currency)),
    version,
    currency: store.currency,
    timezone: store.timezone,
    nextRuns: runs.map((run) => run.toISOString()),
  };
}

/**
 * Saves the rules over the version that was read, and notes who did. Throws invalid_input (422) for an amount that the currency
 * of the store does not have, conflict (409) when somebody else saved meanwhile.
 */
export async function saveRules(ctx: Ctx, o: { rules: PayoutRulesWire; version: number }): Promise<PayoutRulesState> {
  const { actor, store } = ctx.viewer;
  const currency = asCurrency(store.currency);
  const rules = fromWire(o.rules, currency);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { rules: before, version } = await readPayoutRules(tx);
    const changed = changesOf(toWire(before, currency), toWire(rules, currency));
    if (version === o.version && Object.keys(changed).length === 0) return;
    await saveSlice(tx, slice, { value: stored(rules), over: o.version, at, actor });
    await planTick(tx, { schedule: rules.schedule, version: o.version + 1, after: at, timezone: store.timezone });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'payouts',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: { currency, ...changed },
        at,
      },
    ]);
  });
  return readRulesState(ctx);
}

/** Plans when a schedule is looked at next. Only that of the version that holds goes on. */
export async function planTick(
  tx: SqlTx,
  o: { schedule: PayoutSchedule; version: number; after: Date; timezone: string },
): Promise<void> {
  const dueAt = nextTick(o.schedule, o.after, o.timezone);
  if (!dueAt) return;
  const payload = { version: o.version };
  await planDueWork(tx, { kind: PAYOUT_TICK, key: `${o.version}/${dueAt.toISOString()}`, payload, dueAt });
}

/** What changed, as {name: [before, after]}. */
function changesOf(before: PayoutRulesWire, after: PayoutRulesWire): Record<string, [unknown, unknown]> {
  const names = Object.keys(after) as (keyof PayoutRulesWire)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
}

function toWire({ minimumMinor, approveAboveMinor, ...rest }: PayoutRules, currency: Currency): PayoutRulesWire {
  return {
    ...rest,
    minimum: formatAmount(minimumMinor, currency),
    approveAbove: approveAboveMinor === null ? null : formatAmount(approveAboveMinor, currency),
  };
}

function fromWire({ minimum, approveAbove, ...rest }: PayoutRulesWire, currency: Currency): PayoutRules {
  const issues: Issue[] = [];
  const read = (field: string, text: string): bigint => {
    const parsed = parseAmount(text, currency);
    if (parsed.ok && parsed.value >= 0n) return parsed.value;
    const path = `rules.${field}`;
    if (!parsed.ok && parsed.refusal.rule === 'too_many_places') {
      const { places } = parsed.refusal;
      issues.push({ path, rule: 'places', message: `must have at most ${places} decimal places`, params: { places } });
    } else issues.push({ path, rule: 'amount', message: 'must be an amount of at least 0' });
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

function stored({ minimumMinor, approveAboveMinor, ...rest }: PayoutRules) {
  return {
    ...rest,
    minimumMinor: String(minimumMinor),
    approveAboveMinor: approveAboveMinor === null ? null : String(approveAboveMinor),
  };
}
