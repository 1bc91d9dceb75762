import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './cluster-url.ts';

/**
 * A fresh copy of the migrated template for the calling test file, as its owner's address. Each worker has one; a file that
 * starts gets a new one.
 */
export async function createOwnDatabase(suffix = ''): Promise<string> {
  const clusterUrl = inject('clusterUrl');
  const template = inject('templateDatabase');
  const name = template.replace(/template$/, `${process.env.VITEST_POOL_ID ?? '0'}${suffix}`);
  const admin = new pg.Client(clusterUrl);
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`);
  } finally {
    await admin.end();
  }
  return databaseUrl(clusterUrl, name);
}
