import { expect } from 'vitest';
import type { CheckDto, ImportDto } from '#app/features/products/import/product-import.contract.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';

/** Sends the bytes of a table to storage; returns where it lies. */
export async function sendTable(by: BuiltUser, table: string | Uint8Array, name = 'spring.csv'): Promise<string> {
  const answer = await api(by).put('/product-csv/upload', undefined, { query: { name } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { url, location, contentType } = answer.as<{ url: string; location: string; contentType: string }>();
  const body = typeof table === 'string' ? Buffer.from(table) : Buffer.from(table);
  const stored = await fetch(url, { method: 'PUT', body, headers: { 'content-type': contentType } });
  expect(stored.status, await stored.text()).toBe(200);
  return location;
}

/** A table that somebody uploaded, as it was read. */
export async function uploadTable(by: BuiltUser, table: string | Uint8Array, name?: string): Promise<ImportDto> {
  const answer = await api(by).post('/product-csv/imports', { location: await sendTable(by, table, name) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.as<ImportDto>();
}

export async function checkTable(by: BuiltUser, table: ImportDto, vendor?: string): Promise<CheckDto> {
  const { id, mapping } = table;
  const answer = await api(by).post(`/product-csv/imports/${id}/check`, { mapping, vendor });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<CheckDto>();
}

/** Runs the batches that are due, as a worker would. */
export async function runBatches(): Promise<void> {
  const { services } = program().container;
  const handlers = scheduledJobHandlers(services).filter(({ kind }) => kind.startsWith('batches.'));
  const runner = createJobRunner({ ...services, handlers });
  while (await runner.runNext());
}

/** Starts an import as it is mapped, runs it to its end, and reads its results. */
export async function runImport(by: BuiltUser, table: ImportDto, vendor?: string): Promise<ImportDto> {
  const { id, mapping } = table;
  const answer = await api(by).post(`/product-csv/imports/${id}/start`, { mapping, vendor });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  await runBatches();
  return (await api(by).get(`/product-csv/imports/${id}`)).as<ImportDto>();
}

/** Uploads a table and imports it. */
export const importTable = async (by: BuiltUser, table: string): Promise<ImportDto> =>
  runImport(by, await uploadTable(by, table));
