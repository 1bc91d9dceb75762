import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#app/core/clock.ts';
import { callOutside, type OutsideCall } from '#app/adapters/web/outside-call.server.ts';

/** Google Sheets as features see it. A spreadsheet is named by its id alone; only the configured hosts are ever asked. */
export type GoogleSheets = {
  /** The address that people share their spreadsheets with; undefined where no service account is set up. */
  readonly account: string | undefined;
  /** The name of a spreadsheet and of its tabs. Throws SheetsProblem, as all calls do. */
  readSpreadsheet(id: string): Promise<{ title: string; tabs: string[] }>;
  /** Makes tabs that are missing. */
  addTabs(id: string, names: readonly string[]): Promise<void>;
  /** The cells of ranges; rows are ragged, empty cells and rows at the end are left out. */
  readValues(id: string, ranges: readonly string[]): Promise<SheetCell[][][]>;
  /** Writes cells as plain values, all of them or none. */
  writeValues(
    id: string,
    data: readonly { range: string; values: readonly (readonly (string | null)[])[] }[],
  ): Promise<void>;
  /** Adds rows below a table. Never tried again by itself: after `unanswered` the rows may be there. */
  appendRows(id: string, tab: string, rows: readonly (readonly string[])[]): Promise<void>;
};

export type SheetCell = string | number | boolean | null;

/**
 * Not shared with us (or not to write), no such spreadsheet, no such tab, asked too often, our own account, the Sheets API switched off
 * in its project, or no answer.
 */
export type SheetsReason = 'access' | 'missing' | 'tab' | 'busy' | 'account' | 'disabled' | 'unanswered';

export class SheetsProblem extends Error {
  readonly reason: SheetsReason;

  constructor(reason: SheetsReason, message: string) {
    super(message);
    this.name = 'SheetsProblem';
    this.reason = reason;
  }
}

export type GoogleOptions = {
  account: string | undefined;
  /** PKCS 8 in PEM; line breaks may be written as \n. */
  key: string | undefined;
  sheetsUrl: string;
  tokenUrl: string;
  clock: Clock;
};

const ANSWER_LIMIT_MS = 20_000;
const MAX_ANSWER_BYTES = 30 * 1024 * 1024;
const HOUR_SECONDS = 3600;
/** A token is renewed so long before it ends. */
const MARGIN_MS = 120_000;
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

const tokenAnswer = z.object({ access_token: z.string().min(1).max(4_000), expires_in: z.number().positive() });
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const valuesAnswer = z.object({
  valueRanges: z.array(z.object({ values: z.array(z.array(cell)).default([]) })),
});
const spreadsheetAnswer = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z.array(z.object({ properties: z.object({ title: z.string() }) })).default([]),
});
const problemAnswer = z.object({
  error: z.object({
    status: z.string().max(100),
    message: z.string(),
    details: z.array(z.object({ reason: z.string().max(100).optional() })).optional(),
  }),
});
/** Google's reasons of a 403 that lie with the project of the service account, and not with a spreadsheet. */
const OF_PROJECT: Readonly<Record<string, SheetsReason>> = {
  SERVICE_DISABLED: 'disabled',
  API_DISABLED: 'disabled',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'account',
  BILLING_DISABLED: 'account',
  CONSUMER_INVALID: 'account',
  CONSUMER_SUSPENDED: 'account',
  RATE_LIMIT_EXCEEDED: 'busy',
};

/** Google Sheets over HTTP with one service account, whose token is kept for its hour. */
export function createGoogleSheets(o: GoogleOptions): GoogleSheets {
  let kept: { token: string; endsAt: number } | undefined;
  const readToken = async (): Promise<string> => {
    const now = o.clock.now().getTime();
    if (kept && kept.endsAt - MARGIN_MS > now) return kept.token;
    const { access_token: token, expires_in: seconds } = await requestToken(o, Math.floor(now / 1000));
    kept = { token, endsAt: now + seconds * 1000 };
    return token;
  };
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const token = await readToken();
    const answer = await send(`${o.sheetsUrl}/v4/spreadsheets/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status === 401) kept = undefined;
    if (answer.status !== 200) throw toProblem(answer);
    return answer.body;
  };
  return {
    account: o.account !== undefined && o.key !== undefined ? o.account : undefined,
    async readSpreadsheet(id) {
      const fields = 'properties(title),sheets.properties(title)';
      const read = parse(
        spreadsheetAnswer,
        await ask(`${encodeURIComponent(id)}?fields=${encodeURIComponent(fields)}`),
      );
      return { title: read.properties.title, tabs: read.sheets.map(({ properties }) => properties.title) };
    },
    async addTabs(id, names) {
      const requests = names.map((title) => ({ addSheet: { properties: { title } } }));
      await ask(`${encodeURIComponent(id)}:batchUpdate`, { requests });
    },
    async readValues(id, ranges) {
      const query = new URLSearchParams([
        ...ranges.map((range) => ['ranges', range]),
        ['valueRenderOption', 'UNFORMATTED_VALUE'],
        ['dateTimeRenderOption', 'FORMATTED_STRING'],
      ]);
      const read = parse(valuesAnswer, await ask(`${encodeURIComponent(id)}/values:batchGet?${query.toString()}`));
      return ranges.map((_range, index) => read.valueRanges[index]?.values ?? []);
    },
    async writeValues(id, data) {
      // RAW: what begins like a formula stays a text.
      await ask(`${encodeURIComponent(id)}/values:batchUpdate`, { valueInputOption: 'RAW', data });
    },
    async appendRows(id, tab, rows) {
      const path = `${encodeURIComponent(id)}/values/${encodeURIComponent(`${tab}!A1`)}:append`;
      await ask(`${path}?valueInputOption=RAW&insertDataOption=INSERT_ROWS`, { values: rows });
    },
  };
}

async function requestToken(o: GoogleOptions, nowSeconds: number): Promise<z.output<typeof tokenAnswer>> {
  if (o.account === undefined || o.key === undefined)
    throw new SheetsProblem('account', 'no service account is set up');
  let assertion: string;
  try {
    const key = await importPKCS8(o.key.replaceAll(String.raw`\n`, '\n'), 'RS256');
    assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(o.account)
      .setAudience(o.tokenUrl)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + HOUR_SECONDS)
      .sign(key);
  } catch (error) {
    throw Object.assign(new SheetsProblem('account', 'the key of the service account cannot be read'), {
      cause: error,
    });
  }
  const grant = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const answer = await send(o.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: grant.toString(),
  });
  if (answer.status === 400 || answer.status === 401)
    throw new SheetsProblem('account', 'Google refuses the service account');
  if (answer.status !== 200) throw toProblem(answer);
  return parse(tokenAnswer, answer.body);
}

type Answer = { status: number; body: unknown };

async function send(url: string, call: Pick<OutsideCall, 'method' | 'headers' | 'body'>): Promise<Answer> {
  try {
    const limits = { limitMs: ANSWER_LIMIT_MS, maxBytes: MAX_ANSWER_BYTES };
    const { status, bytes } = await callOutside(url, { ...call, ...limits, provider: 'google' });
    return { status, body: parseJson(bytes.toString('utf8')) };
  } catch (error) {
    throw Object.assign(new SheetsProblem('unanswered', 'Google did not answer'), { cause: error });
  }
}

/** A refusal over the quota may come as a page of HTML. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (!read.success) throw new SheetsProblem('unanswered', 'Google answered in another shape than awaited');
  return read.data;
}

/** What a refusal means. Its words are not kept: they may quote cells. */
function toProblem({ status, body }: Answer): SheetsProblem {
  const found = problemAnswer.safeParse(body);
  const code = found.success ? found.data.error.status : '';
  const says = `Google answered ${String(status)} ${code}`;
  if (status === 429) return new SheetsProblem('busy', says);
  if (status === 401) return new SheetsProblem('account', says);
  if (status === 403) {
    const reasons = found.success ? (found.data.error.details ?? []).map(({ reason }) => reason ?? '') : [];
    const ofProject = reasons.flatMap((reason) => OF_PROJECT[reason] ?? []);
    return new SheetsProblem(ofProject[0] ?? 'access', [says, ...reasons].filter(Boolean).join(' '));
  }
  if (status === 404) return new SheetsProblem('missing', says);
  return new SheetsProblem(status === 400 ? 'tab' : 'unanswered', says);
}
