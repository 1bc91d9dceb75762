import { SheetsProblem } from '#app/adapters/google-sheets/google-sheets.server.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount, placesOf } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { can, permissionRefusal, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { toStoredMaker } from '#app/features/delegation/maker.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv } from '#app/server/csv.server.ts';
import { equalBytes, hmacSha256 } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isJobRunning } from '#app/server/scheduled-jobs.server.ts';
import { scheduleSync, SHEET_SYNC } from './run-sync.service.server.ts';
import {
  allowedTabs,
  columnLetters,
  findColumn,
  parseSheetAddress,
  PROOF_CELL,
  PROOF_TAB,
  ROW_OUTCOMES,
  SHEET_TABS,
  STATUS_COLUMN,
  TAB_COLUMNS,
  toCellText,
  toSheetAddress,
  type SheetTab,
} from './sheet.ts';
import type { ConnectSheetInput, RefusedRowDto, SheetConnectionDto, SheetsDto } from './sheets.contract.ts';
import * as repo from './sheets.repo.server.ts';

/** Refused rows that are named; the sheet's own column names all. */
const MAX_REFUSED = 100;
/** Letters and digits that nobody takes for another; their number divides 256, so that each is as likely. */
const PROOF_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const PROOF_LETTERS = 12;

/** The vendor's spreadsheet with its last results. Throws feature_disabled (404). */
export async function readSheets(ctx: Ctx): Promise<SheetsDto> {
  const { viewer } = ctx;
  const vendorId = viewer.vendorScope;
  const connection = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireOn(tx);
    return vendorId === '*' ? null : readConnection(tx, vendorId, ctx.clock.now());
  });
  return {
    account: ctx.adapters.sheets.account ?? null,
    isVendor: vendorId !== '*',
    canEdit: vendorId !== '*' && can(viewer, 'write_integrations'),
    connection,
  };
}

async function requireOn(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).integrations) throw new AppError('feature_disabled');
}

async function readConnection(tx: SqlTx, vendorId: bigint, now: Date): Promise<SheetConnectionDto | null> {
  const found = await repo.findConnection(tx, vendorId);
  if (!found) return null;
  const counts = new Map((await repo.countRows(tx, vendorId)).map(({ outcome, count }) => [outcome, count]));
  const tracking = await repo.listTracking(tx, vendorId);
  const refused = await repo.listRefusedRows(tx, vendorId, MAX_REFUSED);
  return {
    url: toSheetAddress(found.sheetId),
    title: found.title,
    state: found.state,
    problem: found.problem,
    connectedBy: found.connectedBy,
    connectedAt: found.connectedAt.toISOString(),
    syncedAt: found.syncedAt?.toISOString() ?? null,
    nextAt: found.nextAt?.toISOString() ?? null,
    // A sync whose time has come is about to begin.
    isRunning: (found.nextAt !== null && found.nextAt <= now) || (await isJobRunning(tx, SHEET_SYNC, `${vendorId}:`)),
    rows: Object.fromEntries(
      ROW_OUTCOMES.map((outcome) => [outcome, counts.get(outcome) ?? 0]),
    ) as SheetConnectionDto['rows'],
    orderLines: await repo.countWrittenLines(tx, vendorId),
    shipped: tracking.filter(({ state }) => state === 'done').length,
    refusedProducts: refused.map((row) => toRefused({ ...row, name: row.title })),
    refusedTracking: tracking
      .filter(({ refusal }) => refusal !== null)
      .slice(0, MAX_REFUSED)
      .map((row) => toRefused({ ...row, name: row.orderName })),
  };
}

function toRefused({
  line,
  sku,
  name,
  refusal,
}: Pick<repo.StoredRow, 'line' | 'sku' | 'refusal'> & { name: string }): RefusedRowDto {
  const { code = 'invalid_input', message = '', reason, params, issues } = refusal ?? {};
  return {
    line,
    sku: sku.startsWith('(') ? '' : sku,
    name,
    refusal: {
      code,
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(params ? { params } : {}),
      ...(issues
        ? { issues: issues.map(({ params: named, ...issue }) => ({ ...issue, ...(named ? { params: named } : {}) })) }
        : {}),
    },
  };
}

/**
 * Connects a spreadsheet in the name of whoever asks, once a code in it proves that they may edit it, its tabs and headers stand and
 * it was written to. The same one again ends a pause, without a code; another begins without the results of the one before. Syncs
 * at once. Throws feature_disabled (404), missing_permission (403) for who may see to no tab of it, invalid_input (422) for one that
 * is not shared or is another vendor's, invalid_state (409) with the code while it is not there, in the marketplace view and without
 * a service account.
 */
export async function connectSheet(ctx: Ctx, { url }: ConnectSheetInput): Promise<SheetsDto> {
  const vendorId = await requireVendor(ctx);
  if (ctx.adapters.sheets.account === undefined) throw stateRefuses('sheets_not_set_up');
  const sheetId = parseSheetAddress(url);
  if (sheetId === undefined) throw refuseUrl(rule('sheet_address'));
  if (allowedTabs(ctx.viewer.permissions).length === 0) throw permissionRefusal(ctx.viewer, 'write_products');
  await takeSheet(ctx, vendorId, sheetId);
  const title = await prepareSheet(ctx, sheetId).catch(async (error: unknown) => {
    await ctx.db.fast(scopeOf(ctx.viewer), (tx) => releaseUnused(tx, vendorId));
    throw error;
  });
  const { actor, locale } = ctx.viewer;
  const maker = toStoredMaker(actor);
  const at = ctx.clock.now();
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const before = await repo.findConnection(tx, vendorId, { lock: true });
    if (before?.sheetId === sheetId) await repo.resumeConnection(tx, vendorId, { title, locale, maker });
    else {
      await repo.deleteResults(tx, vendorId);
      await repo.saveConnection(tx, {
        vendorId,
        sheetId,
        title,
        locale,
        maker,
        connectedBy: actor.name,
        connectedAt: at,
      });
    }
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'sheets',
        vendorId,
        action: 'sheet.connected',
        actor,
        at,
        detail: { title: [before?.title ?? '', title] },
      },
    ]);
    await releaseUnused(tx, vendorId);
    await scheduleSync(tx, ctx, vendorId, at);
  });
  return readSheets(ctx);
}

/** Lets go of every spreadsheet but the one that is connected. */
async function releaseUnused(tx: SqlTx, vendorId: bigint): Promise<void> {
  const connection = await repo.findConnection(tx, vendorId);
  await repo.releaseSheets(tx, vendorId, { but: connection?.sheetId ?? null });
}

/**
 * Takes a spreadsheet for a vendor before anything of it is used: the vendor has it already, or the code that was typed into it
 * proves who may edit it. One that a vendor of any store has is refused, and nobody is told whose it is.
 */
async function takeSheet(ctx: Ctx, vendorId: bigint, sheetId: string): Promise<void> {
  const scope = scopeOf(ctx.viewer);
  const connection = await ctx.db.fast(scope, (tx) => repo.findConnection(tx, vendorId));
  if (connection?.sheetId !== sheetId) await requireProof(ctx, vendorId, sheetId);
  if (!(await ctx.db.fast(scope, (tx) => repo.claimSheet(tx, vendorId, sheetId)))) throw refuseUrl(rule('sheet_taken'));
}

/** The code of a vendor for one spreadsheet: the same at each try, and of no use to anybody else. */
function makeProofCode({ env, viewer }: Ctx, vendorId: bigint, sheetId: string): string {
  const mac = hmacSha256(env.SESSION_SECRET, `sheet-proof|${viewer.store.id}|${vendorId}|${sheetId}`);
  const letters = [...mac.subarray(0, PROOF_LETTERS)].map((byte) => PROOF_ALPHABET[byte % PROOF_ALPHABET.length]);
  return `SOUK-${letters.slice(0, PROOF_LETTERS / 2).join('')}-${letters.slice(PROOF_LETTERS / 2).join('')}`;
}

/** Throws invalid_state (409) with the code unless it stands in its cell, which is the only one that is read for it. */
async function requireProof(ctx: Ctx, vendorId: bigint, sheetId: string): Promise<void> {
  const code = makeProofCode(ctx, vendorId, sheetId);
  const typed = await readProof(ctx, sheetId);
  if (!equalBytes(Buffer.from(typed), Buffer.from(code)))
    throw stateRefuses('sheet_code_missing', { code, tab: PROOF_TAB, cell: PROOF_CELL });
}

async function readProof(ctx: Ctx, sheetId: string): Promise<string> {
  try {
    const [rows = []] = await ctx.adapters.sheets.readValues(sheetId, [`${PROOF_TAB}!${PROOF_CELL}`]);
    return toCellText(rows[0]?.[0], ctx.viewer.locale).trim().toUpperCase().slice(0, 100);
  } catch (error) {
    // Without the tab there is no code yet.
    if (error instanceof SheetsProblem && error.reason === 'tab') return '';
    throw toRefusal(error);
  }
}

async function requireVendor(ctx: Ctx): Promise<bigint> {
  const { vendorScope } = ctx.viewer;
  await ctx.db.fast(scopeOf(ctx.viewer), requireOn);
  if (vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return vendorScope;
}

const refuseUrl = (message: string): AppError => invalidInput([{ path: 'url', rule: '', message }]);

/** Adds tabs and headers that a spreadsheet lacks, and writes a header in any case. Returns its name. */
async function prepareSheet(ctx: Ctx, sheetId: string): Promise<string> {
  const { sheets } = ctx.adapters;
  const { locale } = ctx.viewer;
  try {
    const { title, tabs } = await sheets.readSpreadsheet(sheetId);
    const missing = SHEET_TABS.filter((tab) => !tabs.includes(tab));
    if (missing.length > 0) await sheets.addTabs(sheetId, missing);
    const heads = await sheets.readValues(
      sheetId,
      SHEET_TABS.map((tab) => `${tab}!1:1`),
    );
    const data = SHEET_TABS.map((tab, index) => {
      const headers = (heads[index]?.[0] ?? []).map((cell) => toCellText(cell, locale));
      return toHeaders(tab, headers);
    });
    // The code has proved what it had to, once.
    if (tabs.includes(PROOF_TAB)) data.push({ range: `${PROOF_TAB}!${PROOF_CELL}`, values: [['']] });
    await sheets.writeValues(sheetId, data);
    return title.slice(0, 200);
  } catch (error) {
    throw toRefusal(error);
  }
}

/** What is told of a failure of Google; other errors as they are. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof SheetsProblem)) return error;
  if (error.reason === 'access') return refuseUrl(rule('sheet_not_shared'));
  if (error.reason === 'missing') return refuseUrl(rule('sheet_not_found'));
  if (error.reason === 'disabled') return stateRefuses('sheets_disabled');
  return Object.assign(new AppError('provider_failed'), { cause: error });
}

/** The template's headers for an empty tab; else a header that a sync needs, or the first one as it is. */
function toHeaders(tab: SheetTab, headers: readonly string[]): { range: string; values: string[][] } {
  if (headers.every((header) => header.trim() === '')) return { range: `${tab}!A1`, values: [[...TAB_COLUMNS[tab]]] };
  const needed = tab === 'Orders' ? 'line_id' : STATUS_COLUMN;
  const column = findColumn(headers, needed) ?? headers.length;
  return { range: `${tab}!${columnLetters(column)}1`, values: [[headers[column] ?? needed]] };
}

/** Forgets the vendor's spreadsheet; what it made stays. Once more changes nothing. */
export async function disconnectSheet(ctx: Ctx): Promise<SheetsDto> {
  const vendorId = await requireVendor(ctx);
  const { actor } = ctx.viewer;
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const before = await repo.findConnection(tx, vendorId, { lock: true });
    if (!before) return;
    await repo.deleteConnection(tx, vendorId);
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'sheets',
        vendorId,
        action: 'sheet.disconnected',
        actor,
        at: ctx.clock.now(),
        detail: { title: [before.title, ''] },
      },
    ]);
  });
  return readSheets(ctx);
}

/** Has the sheet synced now, with the rows that were refused. Throws invalid_state (409) without an active connection. */
export async function triggerSync(ctx: Ctx): Promise<SheetsDto> {
  const vendorId = await requireVendor(ctx);
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const found = await repo.findConnection(tx, vendorId, { lock: true });
    if (!found) throw stateRefuses('sheet_not_connected');
    if (found.state === 'paused') throw stateRefuses('sheet_paused');
    await repo.forgetRefusals(tx, vendorId);
    await scheduleSync(tx, ctx, vendorId, ctx.clock.now());
  });
  return readSheets(ctx);
}

/** A tab of the template as CSV. Throws feature_disabled (404). */
export async function makeTemplate(ctx: Ctx, tab: SheetTab): Promise<ReadableStream<Uint8Array>> {
  await ctx.db.fast(scopeOf(ctx.viewer), requireOn);
  const example =
    tab === 'Products' ? exampleProduct(ctx) : tab === 'Tracking' ? ['1001', 'EXAMPLE-BOWL', '3SABC123', 'PostNL'] : [];
  let rows: string[][] | undefined = example.length > 0 ? [example] : undefined;
  return streamCsv(TAB_COLUMNS[tab], () => {
    const part = rows;
    rows = undefined;
    return Promise.resolve(part);
  });
}

function exampleProduct(ctx: Ctx): string[] {
  const currency = asCurrency(ctx.viewer.store.currency);
  const price = formatAmount(24n * 10n ** BigInt(placesOf(currency)), currency);
  return [
    'EXAMPLE-BOWL',
    'Example bowl',
    price,
    '',
    'Untracked',
    '0.6',
    '4006381333931',
    'https://example.com/bowl.jpg',
    '<p>A bowl.</p>',
  ];
}
