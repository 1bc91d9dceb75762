import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program, startProgram } from '#tests/support/program.ts';

beforeAll(() => startProgram({ worker: false }));
afterAll(() => program().stop());

/** They belong to no store, or are known by its domain because they arrive before the store is looked up. */
const WITHOUT_STORE = [
  '_prisma_migrations',
  'delivery_claims',
  'platform_sessions',
  'rate_buckets',
  'restore_marker',
  'schema_migrations',
  'stores',
  'webhook_deliveries',
];

/** Foreign keys that do not name the store: each references an id that is unique by itself. None may be added. */
const KEYS_WITHOUT_STORE = [
  'batch_items_batch_id_fkey',
  'catalog_listings_entry_id_fkey',
  'conversation_ctas_conversation_id_fkey',
  'conversation_messages_conversation_id_fkey',
  'conversation_originals_message_id_fkey',
  'conversation_reports_conversation_id_fkey',
  'discount_names_discount_id_fkey',
  'notice_reads_notice_id_fkey',
  'product_import_items_import_id_fkey',
  'product_import_rows_import_id_fkey',
];

const readNames = async (sql: string): Promise<string[]> =>
  (await program().owner.$queryRawUnsafe<{ name: string }[]>(sql)).map(({ name }) => name);

describe('schema: stores could be spread over several databases', () => {
  it('every table has a store that is never empty, but those that belong to none', async () => {
    const tables = await readNames(
      `SELECT c.relname::text AS name FROM pg_class c
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'store_id' AND a.attnotnull)
       ORDER BY 1`,
    );
    expect(tables).toEqual(WITHOUT_STORE);
  });

  it('every foreign key names the store on both sides, but those that are known', async () => {
    const keys = await readNames(
      `SELECT f.conname::text AS name FROM pg_constraint f
       WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT 1 FROM unnest(f.conkey, f.confkey) k(own, other)
         JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.own AND a.attname = 'store_id'
         JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.other AND b.attname = 'store_id')
       ORDER BY 1`,
    );
    expect(keys).toEqual(KEYS_WITHOUT_STORE);
  });
});
