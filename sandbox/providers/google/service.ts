import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { realMs } from '../../core/clock.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { json, readForm, readJson, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { SheetValue, Spreadsheet } from '../../core/state-google.ts';
import { GOOGLE_ACCOUNT, googleAccountKey } from './service-account.ts';
import { appendRows, googleOf, parseRange, readRange, writeRange } from './spreadsheets.ts';

const SHEETS_HOST = 'sheets.googleapis.com';
const TOKEN_HOST = 'oauth2.googleapis.com';
const AUDIENCE = `https://${TOKEN_HOST}/token`;
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const HOUR_SECONDS = 3600;
/** Tokens that were given out, with their end; a restart ends them, as a revoked token ends. */
const tokens = new Map<string, number>();

/** Google's token endpoint and Sheets as far as the app uses them. */
export function googleRoutes(sandbox: Sandbox): Route[] {
  const guarded =
    (
      host: string,
      operationOf: (request: SandboxRequest) => string,
      run: (request: SandboxRequest) => SandboxResponse,
    ) =>
    (request: SandboxRequest): SandboxResponse => {
      if (request.host !== host) return json(404, { message: 'No provider at this host.' });
      const started = realMs();
      const operation = operationOf(request);
      const fault = sandbox.faults.take('google', [operation], ['error', 'drop_response']);
      const answer = fault?.kind === 'error' ? strike(fault.status) : run(request);
      sandbox.log.add({
        at: sandbox.clock.iso(),
        target: 'google',
        method: request.method,
        path: `${request.host}${request.url.pathname}`,
        operation,
        body: operation === 'token' ? '' : request.body.toString('utf8'),
        status: answer.status,
        durationMs: Math.round(realMs() - started),
        contract: 'unchecked',
      });
      return fault?.kind === 'drop_response' ? { ...answer, dropConnection: true } : answer;
    };
  return [
    route(
      'POST',
      '/token',
      guarded(
        TOKEN_HOST,
        () => 'token',
        (request) => giveToken(sandbox, request),
      ),
    ),
    route(
      '*',
      '/v4/spreadsheets/{rest*}',
      guarded(
        SHEETS_HOST,
        (request) => findAction(request)?.operation ?? 'unknown',
        (request) => answerSheets(sandbox, request),
      ),
    ),
  ];
}

function giveToken(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const [head = '', body = '', signature = ''] = (readForm(request).get('assertion') ?? '').split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${body}`),
    createPublicKey(googleAccountKey()),
    Buffer.from(signature, 'base64url'),
  );
  const claims = isSigned
    ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>)
    : {};
  const { iss, aud, scope, iat, exp } = claims;
  const isRight = iss === GOOGLE_ACCOUNT && aud === AUDIENCE && scope === SCOPE;
  const isHour = typeof iat === 'number' && typeof exp === 'number' && exp - iat <= HOUR_SECONDS;
  if (!isRight || !isHour) return json(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
  const token = `ya29.${randomBytes(24).toString('base64url')}`;
  tokens.set(token, sandbox.clock.now().getTime() + HOUR_SECONDS * 1000);
  return json(200, { access_token: token, expires_in: HOUR_SECONDS, token_type: 'Bearer' });
}

const ACTIONS: readonly { operation: string; path: RegExp; writes: boolean }[] = [
  { operation: 'values.batchGet', path: /^([\w-]+)\/values:batchGet$/, writes: false },
  { operation: 'values.batchUpdate', path: /^([\w-]+)\/values:batchUpdate$/, writes: true },
  { operation: 'values.append', path: /^([\w-]+)\/values\/([^/]+):append$/, writes: true },
  { operation: 'batchUpdate', path: /^([\w-]+):batchUpdate$/, writes: true },
  { operation: 'get', path: /^([\w-]+)$/, writes: false },
];

const findAction = (request: SandboxRequest) => ACTIONS.find(({ path }) => path.test(request.params['rest'] ?? ''));

/** Each refusal before the next: token, spreadsheet, access, range. */
function answerSheets(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const action = findAction(request);
  if (!action) return refuse(404, 'NOT_FOUND');
  const { operation, path, writes } = action;
  const [, id = '', name = ''] = path.exec(request.params['rest'] ?? '') ?? [];
  const token = (request.headers.authorization ?? '').replace('Bearer ', '');
  if ((tokens.get(token) ?? 0) <= sandbox.clock.now().getTime()) return refuse(401, 'UNAUTHENTICATED');
  const sheet = googleOf(sandbox).spreadsheets[id];
  if (!sheet) return refuse(404, 'NOT_FOUND');
  if (sheet.access === 'none' || (writes && sheet.access === 'viewer')) return refuse(403, 'PERMISSION_DENIED');
  const response = answerAction(sheet, request, { operation, name });
  if (writes) sandbox.save();
  return response;
}

type Written = {
  valueInputOption?: string;
  data?: { range: string; values: SheetValue[][] }[];
  values?: SheetValue[][];
};
type Updated = { requests?: { addSheet?: { properties?: { title?: string } } }[] };

function answerAction(
  sheet: Spreadsheet,
  request: SandboxRequest,
  { operation, name }: { operation: string; name: string },
): SandboxResponse {
  const titles = Object.keys(sheet.tabs);
  if (operation === 'get') {
    return json(200, {
      properties: { title: sheet.title },
      sheets: titles.map((title) => ({ properties: { title } })),
    });
  }
  const rangeOf = (text: string) => {
    const range = parseRange(text);
    return range && range.tab in sheet.tabs ? range : null;
  };
  if (operation === 'values.batchGet') {
    const ranges = request.query.getAll('ranges').map(rangeOf);
    if (ranges.some((range) => range === null)) return refuse(400, 'INVALID_ARGUMENT', 'Unable to parse range');
    return json(200, {
      spreadsheetId: sheet.id,
      valueRanges: ranges.flatMap((range) => {
        const values = range ? readRange(sheet, range) : [];
        return [values.length === 0 ? { majorDimension: 'ROWS' } : { majorDimension: 'ROWS', values }];
      }),
    });
  }
  if (operation === 'batchUpdate') {
    const { requests = [] } = (readJson(request) ?? {}) as Updated;
    for (const { addSheet } of requests) {
      const title = addSheet?.properties?.title;
      if (!title || title in sheet.tabs)
        return refuse(400, 'INVALID_ARGUMENT', 'A sheet with this name already exists');
      sheet.tabs[title] = [];
    }
    return json(200, { spreadsheetId: sheet.id, replies: requests.map(() => ({})) });
  }
  const body = (readJson(request) ?? {}) as Written;
  if (operation === 'values.append') {
    const range = rangeOf(name);
    if (!range || request.query.get('valueInputOption') !== 'RAW') return refuse(400, 'INVALID_ARGUMENT');
    appendRows(sheet, range.tab, body.values ?? []);
    return json(200, { spreadsheetId: sheet.id, updates: { updatedRows: body.values?.length ?? 0 } });
  }
  const data = (body.data ?? []).map(({ range, values }) => ({ range: rangeOf(range), values }));
  if (body.valueInputOption !== 'RAW' || data.some(({ range }) => range === null))
    return refuse(400, 'INVALID_ARGUMENT');
  for (const { range, values } of data) if (range) writeRange(sheet, range, values);
  return json(200, { spreadsheetId: sheet.id, totalUpdatedRows: data.length });
}

/** A fault's answer; 403 is that of a project whose Sheets API is switched off, as Google documents it. */
function strike(status: number): SandboxResponse {
  if (status !== 403) return refuse(status, status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNAVAILABLE');
  return json(403, {
    error: {
      code: 403,
      status: 'PERMISSION_DENIED',
      message: 'Google Sheets API has not been used in this project before or it is disabled.',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'SERVICE_DISABLED',
          domain: 'googleapis.com',
          metadata: { service: SHEETS_HOST },
        },
      ],
    },
  });
}

function refuse(status: number, code: string, message = 'The caller does not have permission'): SandboxResponse {
  return json(status, { error: { code: status, status: code, message } });
}
