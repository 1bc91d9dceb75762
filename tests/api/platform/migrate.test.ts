import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#scripts/migrate.ts';
import { createOwnDatabase } from '#tests/support/database/database.ts';

let url: string;
const folder = mkdtempSync(join(tmpdir(), 'souk-migrations-'));
const writeMigration = (name: string, sql: string) => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'migration.sql'), sql);
};

beforeAll(async () => {
  url = await createOwnDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('DROP TABLE "_prisma_migrations"');
  await client.end();
  writeMigration('20260102000000_shelves', 'CREATE TABLE shelves (id bigint)');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('migrate: a migration whose folder got another date is not applied again', async () => {
  expect(await migrate(url, folder)).toEqual(['20260102000000_shelves']);
  renameSync(join(folder, '20260102000000_shelves'), join(folder, '20260101000000_shelves'));
  expect(await migrate(url, folder)).toEqual([]);
  expect(await migrate(url, folder)).toEqual([]);
});

test('migrate: an applied migration that is gone is refused by its name', async () => {
  rmSync(join(folder, '20260101000000_shelves'), { recursive: true });
  writeMigration('20260101000000_shelves', 'CREATE TABLE other_shelves (id bigint)');
  await expect(migrate(url, folder)).rejects.toThrow('Migration 20260101000000_shelves changed after it was applied.');
  renameSync(join(folder, '20260101000000_shelves'), join(folder, '20260103000000_cupboards'));
  await expect(migrate(url, folder)).rejects.toThrow('The database has migration 20260101000000_shelves');
});
