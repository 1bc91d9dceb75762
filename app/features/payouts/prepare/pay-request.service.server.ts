import { invariant } from '#app/core/invariant.ts';
import { createHash } from 'node:crypto';
import { appendTo } from '#app/core/append-to.ts';
import { namedRange } from '#app/core/calendar.ts';
import { AppError, invalidInput, type Issue } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import type { Viewer } from '#app/core/viewer.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import { vendorIdsByKeys } from '#app/platform/vendors/vendors.service.server.ts';
import { foldName } from '#app/core/text/folding.ts';
import { rule } from '#app/core/rules.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { checkManualPayout } from '../payout.ts';
import type { PayInput, PayoutLineInput } from '../payouts.contract.ts';
import { findLines } from './payable.repo.server.ts';

/**
 * The vendor orders that lines name, within the scope. One foreign or unknown line refuses all of them (404); a line twice, or
 * one whose name fits several orders, is invalid_input (422) and named.
 */
export async function resolveLines(tx: SqlTx, lines: readonly PayoutLineInput[]): Promise<Set<bigint>> {
  const vendors = await requireVendors(
    tx,
    lines.map((line) => line.vendor),
  );
  const found = await findLines(
    tx,
    lines.map((line, index) => {
      const vendorId = vendors[index];
      invariant(vendorId !== undefined, 'each line has its vendor');
      return { orderName: line.orderName, vendorId, orderId: line.orderId };
    }),
  );
  const idsAt = new Map<number, bigint[]>();
  for (const { position, id } of found) appendTo(idsAt, position, id);
  if (lines.some((_, index) => !idsAt.has(index))) throw new AppError('not_found');
  const seen = new Set<bigint>();
  const issues = lines.flatMap((_, index): Issue[] => {
    const [id, second] = idsAt.get(index) ?? [];
    const path = `payoutLines.${index}.orderName`;
    if (second !== undefined) {
      return [{ path, rule: 'ambiguous', message: rule('ambiguous') }];
    }
    if (id === undefined || seen.has(id)) return [{ path, rule: 'repeated', message: rule('repeated') }];
    seen.add(id);
    return [];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return seen;
}

/** The method of each vendor by its id. A foreign vendor is not_found (404), one twice is invalid_input (422). */
export async function resolveMethods(tx: SqlTx, methods: PayInput['methods']): Promise<Map<string, PayoutMethod>> {
  const vendors = await requireVendors(
    tx,
    methods.map((one) => one.vendor),
  );
  const byVendor = new Map<string, PayoutMethod>();
  const issues: Issue[] = [];
  methods.forEach(({ method }, index) => {
    const id = String(vendors[index]);
    if (byVendor.has(id)) {
      issues.push({ path: `methods.${index}.vendor`, rule: 'repeated', message: rule('repeated') });
    }
    byVendor.set(id, method);
  });
  if (issues.length > 0) throw invalidInput(issues);
  return byVendor;
}

/** Vendors of names, deleted ones too, because what they sold is still theirs. One unknown name refuses all (404). */
async function requireVendors(tx: SqlTx, names: readonly string[]): Promise<VendorId[]> {
  const known = await vendorIdsByKeys(tx, names.map(foldName));
  return names.map((name) => {
    const id = known.get(foldName(name));
    if (id === undefined) throw new AppError('not_found');
    return id;
  });
}

/** Checks how the money was sent by hand; a plain day is the start of that day in the store's zone. */
export function readManual(manual: PayInput['manual'], now: Date, timezone: string): { paidAt: Date; details: string } {
  if (!manual) throw invalidInput([{ path: 'manual', rule: 'required', message: rule('required_field') }]);
  const { from } = namedRange({ period: 'all', from: manual.paidAt }, now, timezone);
  const checked = checkManualPayout({ paidAt: from ?? new Date(Number.NaN), details: manual.details }, now);
  if (!checked.ok) throw invalidInput(checked.refusal.map((issue) => ({ ...issue, path: `manual.${issue.path}` })));
  return checked.value;
}

/** What makes two calls identical (M60): who, which lines, which methods, how by hand, and the token. */
export function computeFingerprint(
  viewer: Viewer,
  ids: ReadonlySet<bigint>,
  methods: ReadonlyMap<string, PayoutMethod>,
  input: PayInput,
): string {
  const parts = [
    `${viewer.actor.kind}:${viewer.actor.id}`,
    [...ids].map(String).sort(),
    [...methods].map(([vendor, method]) => `${vendor}=${method}`).sort(),
    input.manual ? [input.manual.paidAt, input.manual.details.trim()] : null,
    input.token ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
