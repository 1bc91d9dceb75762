import { expect } from 'vitest';
import type { SheetsDto } from '#app/features/integrations/sheets/sheets.contract.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';

type Cell = string | number | boolean;
export type TypedTabs = Record<string, Cell[][] | null>;
export type Sheet = { id: string; url: string; tabs: Record<string, Cell[][]> };

const control = async (method: string, path: string, body?: object): Promise<Sheet> => {
  const answer = await fetch(`${program().sandbox?.url ?? ''}/control${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as Sheet;
};

/** A spreadsheet at Google, shared with the program as said. */
export const makeSheet = (o: { access?: string; tabs?: TypedTabs; title?: string } = {}): Promise<Sheet> =>
  control('POST', '/google/sheets', { title: 'Spring sheet', ...o });
export const readSheet = (id: string): Promise<Sheet> => control('GET', `/google/sheets/${id}`);
/** What somebody types into a spreadsheet, or shares otherwise. */
export const typeSheet = (id: string, o: { access?: string; tabs?: TypedTabs }): Promise<Sheet> =>
  control('POST', `/google/sheets/${id}`, o);
/** Lets Google fail. */
export const strikeGoogle = (
  operation: string,
  o: { kind?: string; status?: number; times?: number } = {},
): Promise<Sheet> =>
  control('POST', '/faults', { target: 'google', operation, kind: 'error', status: 503, times: 1, ...o });

export async function switchSheets(admin: BuiltUser, enabled: boolean): Promise<void> {
  const answer = await api(admin).patch('/app/info/features', { features: { integrations: { enabled } } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** Types the code into a spreadsheet that proves that somebody may edit it, as the first try to connect it tells it. */
export async function proveSheet(by: BuiltUser, url: string): Promise<void> {
  const answer = await api(by).put('/integrations/sheets', { url });
  const { params } = answer.as<{ params?: { code?: string; tab?: string } }>();
  expect(params?.code, JSON.stringify(answer.body)).toBeDefined();
  const id = /\/d\/([\w-]+)/.exec(url)?.[1] ?? '';
  await typeSheet(id, { tabs: { [params?.tab ?? '']: [[params?.code ?? '']] } });
}

/** Connects a spreadsheet, with its code where somebody does so for the first time. */
export async function connectSheet(by: BuiltUser, url: string): Promise<SheetsDto> {
  const before = (await api(by).get('/integrations/sheets')).as<SheetsDto>().connection;
  if (before === null || !url.startsWith(before.url.replace(/\/edit$/, ''))) await proveSheet(by, url);
  const answer = await api(by).put('/integrations/sheets', { url });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<SheetsDto>();
}

/** Triggers a sync and runs it to its end. */
export async function syncNow(by: BuiltUser): Promise<SheetsDto> {
  const answer = await api(by).post('/integrations/sheets/trigger');
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  await program().drain();
  return (await api(by).get('/integrations/sheets')).as<SheetsDto>();
}
