#!/usr/bin/env node
// JSON-RPC (newline-delimited, stdio) front for @prisma/schema-engine-wasm over @prisma/adapter-pg
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import * as bg from '@prisma/schema-engine-wasm/schema_engine_bg';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import * as du from '@prisma/driver-adapter-utils';
import pgLib from 'pg';
// adapter-pg 7.10 knows no OID 18 ("char"), which the catalog queries return: read it as text.
const addFields = pgLib.Result.prototype.addFields;
pgLib.Result.prototype.addFields = function (fields) {
  for (const f of fields)
    if (f.dataTypeID === 18) f.dataTypeID = 25;
    else if (f.dataTypeID === 1003) f.dataTypeID = 1009;
  return addFields.call(this, fields);
};
const dir = dirname(fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm')));
const wasm = await WebAssembly.instantiate(readFileSync(join(dir, 'schema_engine_bg.wasm')), {
  './schema_engine_bg.js': bg,
});
bg.__wbg_set_wasm(wasm.instance.exports);
wasm.instance.exports.__wbindgen_start?.();
const log = process.env.SE_LOG ? (m) => process.stderr.write(m + '\n') : () => {};
const args = process.argv.slice(2);
log('ARGS ' + JSON.stringify(args));
const ds = (() => {
  const i = args.indexOf('--datasource');
  if (i < 0) return {};
  const a = args[i + 1];
  try {
    return JSON.parse(a);
  } catch {
    return JSON.parse(Buffer.from(a, 'base64').toString());
  }
})();
const url = ds.url ?? process.env.DATABASE_URL;
const files = args.flatMap((a, i) => (a === '--datamodels' ? [args[i + 1]] : []));
const datamodels = files.length ? files.map((f) => [f, readFileSync(f, 'utf8')]) : undefined;
if (args.includes('cli')) {
  const cmd = args[args.indexOf('cli') + 1];
  const { default: pg } = await import('pg');
  const target = new URL(url);
  const db = decodeURIComponent(target.pathname.slice(1));
  const connect = async (u) => {
    const c = new pg.Client({ connectionString: u.toString() });
    await c.connect();
    return c;
  };
  try {
    if (cmd === 'can-connect-to-database') {
      await (await connect(target)).end();
      process.exit(0);
    }
    const admin = new URL(url);
    admin.pathname = '/postgres';
    const c = await connect(admin);
    await c.query(
      `${cmd === 'create-database' ? 'CREATE DATABASE' : 'DROP DATABASE IF EXISTS'} ${pg.escapeIdentifier(db)}`,
    );
    await c.end();
    process.exit(0);
  } catch (e) {
    const code =
      e.code === '3D000' ? 'P1003' : e.code === 'ECONNREFUSED' ? 'P1001' : e.code === '28P01' ? 'P1000' : 'P1017';
    process.stderr.write(
      '\n' +
        JSON.stringify({
          level: 'ERROR',
          target: 'schema_engine::logger',
          fields: { error_code: code, message: e.message || String(e) },
        }) +
        '\n',
    );
    process.exit(1);
  }
}
// Pass parts, not a connectionString: that would win over the `database` adapter-pg sets for the shadow database.
// And drop the shadow database WITH (FORCE): adapter-pg drops it while its own pool still holds a session on it.
const u = new URL(url);
const config = {
  host: decodeURIComponent(u.hostname),
  port: Number(u.port || 5432),
  user: decodeURIComponent(u.username),
  password: decodeURIComponent(u.password) || undefined,
  database: decodeURIComponent(u.pathname.slice(1)),
  idleTimeoutMillis: 1,
};
class Factory extends PrismaPg {
  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    const admin = await this.connect();
    await admin.executeScript(`CREATE DATABASE "${database}"`);
    const shadow = await new PrismaPg({ ...config, database }).connect();
    const dispose = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await dispose();
      await admin.executeScript(`DROP DATABASE "${database}" WITH (FORCE)`);
      await admin.dispose();
    };
    return shadow;
  }
}
const pgFactory = () => new Factory(config);
let engine;
const get = async () =>
  (engine ??= await bg.SchemaEngine.new(
    { datamodels },
    (m) => log(String(m)),
    du.bindMigrationAwareSqlAdapterFactory(pgFactory()),
  ));
const rl = createInterface({ input: process.stdin });
for await (const line of rl) {
  if (!line.trim()) continue;
  const { id, method, params } = JSON.parse(line);
  if (!method) continue;
  log('IN ' + line.slice(0, 400));
  try {
    const e = await get();
    const r = method === 'getDatabaseVersion' ? await e.version(params) : await e[method](params);
    if (method === 'diff' && r?.stdout != null)
      process.stdout.write(
        JSON.stringify({ jsonrpc: '2.0', id: 'p1', method: 'print', params: { content: r.stdout } }) + '\n',
      );
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: r ?? {} }) + '\n');
  } catch (err) {
    log('ERR ' + err.stack);
    process.stdout.write(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        error: {
          code: 4466,
          message: 'An error happened. Check the data field for details.',
          data: { is_panic: false, message: String(err.message), meta: null, error_code: err.code ?? null },
        },
      }) + '\n',
    );
  }
}
process.exit(0);
