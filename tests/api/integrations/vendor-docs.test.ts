import { execFile, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyScope } from '#app/core/viewer.ts';
import type { OrderChangesDto } from '#app/features/orders/changes/order-changes.contract.ts';
import type { ShownOrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { EXAMPLES, type Example } from '#app/main/api-docs/vendor-api-examples.ts';
import { local } from '#scripts/paths.ts';
import { switchConversations } from '#tests/factories/conversations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { makeApiKey, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser } from '#tests/factories/people.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const run = promisify(execFile);
const folder = local('vendor-docs');
let page: string;
/** Values in place of the names in braces. */
let values: Record<string, string>;
/** A key for each scope of the examples. */
const keys = new Map<KeyScope, string>();

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await startProgram({ sandbox: true });
  const store = await installDemoStore();
  const vendor = await buildVendor({ store, name: 'Programs & Co' });
  const seller = await buildUser({ vendor });
  const admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  await switchConversations(admin, true);
  const product = await buildLiveProduct(seller, admin, { variants: [{ sku: 'KETTLE-1' }] });
  const order = await sellOrder([{ vendor: vendor.name, title: 'Kettle', price: '20.00', quantity: 3 }]);
  const detail = (await api(seller).get(`/orders/${order.id}`)).as<ShownOrderDetailDto>();
  const { cursor } = (await api(seller).get('/orders/changes')).as<OrderChangesDto>();
  values = {
    title: product.title,
    sku: 'KETTLE-1',
    cursor,
    orderId: order.id,
    lineId: detail.order.lines[0]?.id ?? '',
    key: 'an-example-of-its-own',
    newSku: 'BOWL-9',
  };
  for (const scope of new Set(EXAMPLES.map((example) => example.scope)))
    keys.set(scope, await makeApiKey(seller, scope, [scope]));
  page = await (await fetch(`${program().url}/api/vendor/docs`)).text();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await program().stop();
});

/** The text of an element of the page. */
function readText(from: string, start: string): string {
  const at = from.indexOf(start);
  expect(at, `the page has ${start}`).toBeGreaterThan(-1);
  const end = from.indexOf('</pre>', at);
  const html = from.slice(from.indexOf('>', at) + 1, end);
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
const readExample = ({ id }: Example, kind: 'javascript' | 'curl'): string =>
  readText(page.slice(page.indexOf(`id="example-${id}"`)), `class="${kind}"`);
/** Puts in what the reader has; a variant that was made keeps its SKU for itself. */
const fill = (text: string, more: Record<string, string> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => more[name] ?? values[name] ?? whole);

/** Runs a program of the page as its reader would: with the key and the address in its environment. */
async function runScript(name: string, code: string, key = ''): Promise<string> {
  const file = `${folder}/${name}.mjs`;
  writeFileSync(file, code);
  const env = { ...process.env, SOUK_KEY: key, SOUK_URL: program().url };
  const { stdout } = await run(process.execPath, [file], { env });
  return stdout.trim();
}

/** Sends what a line of curl says. */
async function sendCurl(line: string, key = ''): Promise<Response> {
  const parts = [...line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double?.replace('$SOUK_KEY', key) ?? plain ?? '',
  );
  const after = (flag: string) => parts.flatMap((part, index) => (part === flag ? [parts[index + 1] ?? ''] : []));
  const [method = ''] = after('-X');
  const [body] = after('-d');
  const headers = after('-H').map((header) => header.split(': ') as [string, string]);
  const address = parts.find((part) => part.startsWith('http')) ?? '';
  return fetch(address, { method, headers, ...(body === undefined ? {} : { body }) });
}

describe('the documentation for vendors’ programs', () => {
  it('lists the calls that a key can make, each with its scope, and no other', async () => {
    const document = (await (await fetch(`${program().url}/api/vendor/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; description: string; security: object[] }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/orders/changes', '/products/stock-and-prices', '/conversations/send']),
    );
    for (const path of ['/payout', '/integrations/sheets/disconnect', '/app/info/features', '/auth/public/login'])
      expect(document.paths[path]).toBeUndefined();
    for (const methods of Object.values(document.paths))
      for (const { operationId, description, security } of Object.values(methods)) {
        expect(page).toContain(`id="${operationId}"`);
        expect(description).toMatch(/^Needs the scope `[a-z:]+`\.$/);
        expect(security).toEqual([{ key: [] }]);
      }
    expect(page).not.toMatch(/<script/);
  });

  it.each(EXAMPLES)('works as it stands in JavaScript: $id', async (example) => {
    const code = `${readText(page, 'id="helper"')}\n${fill(readExample(example, 'javascript'))}`;
    expect(await runScript(example.id, code, keys.get(example.scope))).not.toMatch(/^(?:undefined)?$/);
  });

  it.each(EXAMPLES)('works as it stands in curl: $id', async (example) => {
    const answer = await sendCurl(fill(readExample(example, 'curl'), { newSku: 'BOWL-10' }), keys.get(example.scope));
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  });

  it.each(EXAMPLES)('is refused without the scope that it names: $id', async (example) => {
    const other = keys.get(example.scope === 'messages:read' ? 'products:read' : 'messages:read');
    const code = `${readText(page, 'id="helper"')}\n${fill(readExample(example, 'javascript'))}`;
    await expect(runScript(example.id, code, other)).rejects.toThrow(/403 missing_(?:scope|permission)/);
  });

  it('has a receiver of webhooks that takes what is signed, and nothing else', async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const file = `${folder}/receiver.mjs`;
    writeFileSync(file, readText(page, 'id="receiver"'));
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, SOUK_WEBHOOK_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const port = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (text: Buffer) => resolve(/listening (\d+)/.exec(text.toString())?.[1] ?? ''));
        child.once('exit', () => reject(new Error('the receiver ended')));
      });
      const body = JSON.stringify({ type: 'order.paid', timestamp: new Date().toISOString(), sequence: 1, data: {} });
      const at = new Date();
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
      };
      const send = (sent: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent });
      expect((await send(body)).status).toBe(204);
      expect((await send(body.replace('paid', 'made'))).status).toBe(401);
    } finally {
      child.kill();
    }
  });
});
