import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailer } from '#app/adapters/mail/mailer.server.ts';
import { runChecks } from '#app/features/system/doctor/check.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { listDatabaseChecks } from '#scripts/doctor/database-checks.ts';
import { listMachineChecks } from '#scripts/doctor/machine-checks.ts';
import { listOutsideChecks } from '#scripts/doctor/outside-checks.ts';
import type { OperatorCheck } from '#scripts/doctor/operator-check.ts';
import { program, startProgram } from '#tests/support/program.ts';

let ownerUrl: string;
let owner: pg.Client;

beforeAll(async () => {
  ({ databaseUrl: ownerUrl } = await startProgram({ worker: false }));
  owner = new pg.Client(ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await program().stop();
});

async function examine(checks: readonly OperatorCheck[]): Promise<Record<string, { status: string; detail: string }>> {
  const found = await runChecks(checks, { limitMs: 10_000 });
  return Object.fromEntries(found.map(({ id, status, detail }) => [id, { status, detail }]));
}
const now = () => program().clock.now();
const examineDatabase = (appUrl = appUrlOf(ownerUrl)) => examine(listDatabaseChecks({ appUrl, now }));

describe('npm run doctor, the database', () => {
  test('a database as migrations leave it is in order', async () => {
    const found = await examineDatabase();
    expect(Object.entries(found).filter(([, { status }]) => status !== 'ok')).toEqual([]);
  });

  test('a program that signs in as the owner of the tables fails the check of its role', async () => {
    expect((await examineDatabase(ownerUrl))['database.role']).toMatchObject({ status: 'fail' });
  });

  test('a right that the program’s role lost is named', async () => {
    await owner.query('REVOKE INSERT ON notices FROM souk_app');
    try {
      const { status, detail } = (await examineDatabase())['database.rights'] ?? {};
      expect([status, detail]).toEqual(['fail', expect.stringContaining('notices')]);
    } finally {
      await owner.query('GRANT INSERT ON notices TO souk_app');
    }
  });

  test('a table of a store without row-level security is named', async () => {
    await owner.query('ALTER TABLE notices DISABLE ROW LEVEL SECURITY');
    try {
      expect((await examineDatabase())['database.isolation']).toEqual({ status: 'fail', detail: 'notices' });
    } finally {
      await owner.query('ALTER TABLE notices ENABLE ROW LEVEL SECURITY');
    }
  });

  test('a migration that was not applied fails, with its name', async () => {
    const { rows } = await owner.query<{ name: string }>(
      'DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING *',
    );
    try {
      const { status, detail } = (await examineDatabase())['database.migrations'] ?? {};
      expect([status, detail]).toEqual(['fail', expect.stringContaining(rows[0]?.name ?? '?')]);
    } finally {
      const [row = { name: '' }] = rows;
      const columns = Object.keys(row);
      await owner.query(
        `INSERT INTO schema_migrations (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
    }
  });

  test('a machine whose clock is a minute off fails', async () => {
    const late = () => new Date(Date.now() - 60_000);
    const found = await examine(listDatabaseChecks({ appUrl: appUrlOf(ownerUrl), now: late }));
    expect(found['database.clock']).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^(59|60)/) as string,
    });
  });

  test('a database that does not answer fails each of its checks, and nothing of its address is said', async () => {
    const found = await examineDatabase('postgresql://souk:very-secret@127.0.0.1:9/souk');
    expect(new Set(Object.values(found).map(({ status }) => status))).toEqual(new Set(['fail']));
    expect(JSON.stringify(found)).not.toContain('very-secret');
  });
});

describe('npm run doctor, the machine and who it speaks with', () => {
  test('weak secrets fail by the name of their variable', async () => {
    const found = await examine(listMachineChecks(program().container.services, ['SESSION_SECRET is an example']));
    expect(found['keys']).toEqual({ status: 'fail', detail: 'SESSION_SECRET is an example' });
    expect(found['disk']?.detail).toMatch(/^\d+ MiB free$/);
  });

  test('an address without https, files in a folder and a mail server that is away are named', async () => {
    const { services } = program().container;
    const mailer = createMailer('smtp://127.0.0.1:9');
    const found = await examine(
      listOutsideChecks({ ...services, adapters: { ...services.adapters, mailer } }, { mailTo: undefined }).filter(
        ({ id }) => ['address', 'storage', 'mail'].includes(id),
      ),
    );
    expect(found['address']).toMatchObject({ status: 'fail' });
    expect(found['storage']).toMatchObject({ status: 'warn', detail: expect.stringContaining('folder') as string });
    expect(found['mail']).toMatchObject({ status: 'fail', detail: expect.stringMatching(/^E[A-Z]+$/) as string });
    mailer.close();
  });
});
