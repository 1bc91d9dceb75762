import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSandbox } from './start.ts';
import { control, startSandbox } from './testing.ts';

const run = promisify(execFile);
let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());

/** Runs a module in a process of its own whose requests are led to the sandbox; answers what it prints. */
async function runLed(source: string, more: Record<string, string> = {}): Promise<string> {
  const preload = fileURLToPath(new URL('./preload.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      NODE_OPTIONS: `--import ${preload}`,
      SANDBOX_ORIGIN: running.url,
      ...more,
    },
  });
  return stdout.trim();
}

describe('requests of the app', () => {
  it('to Stripe and PayPal reach their stand-ins', async () => {
    const [platform] = await control<{ testKey: string }[]>(running.url, 'GET', '/stripe/platforms');
    const [app] = await control<{ clientId: string; clientSecret: string }[]>(running.url, 'GET', '/paypal/apps');
    const printed = await runLed(
      `const stripe = await fetch('https://api.stripe.com/v1/balance', { headers: { authorization: 'Bearer ' + process.env.KEY } });
       const paypal = await fetch('https://api-m.sandbox.paypal.com/v1/oauth2/token', {
         method: 'POST', headers: { authorization: 'Basic ' + btoa(process.env.PAIR) }, body: new URLSearchParams({ grant_type: 'client_credentials' }) });
       const live = await fetch('https://api-m.paypal.com/v1/oauth2/token', { method: 'POST', headers: { authorization: 'Basic ' + btoa(process.env.PAIR) } });
       console.log(stripe.status, (await stripe.json()).object, paypal.status, live.status);`,
      { KEY: platform?.testKey ?? '', PAIR: `${app?.clientId ?? ''}:${app?.clientSecret ?? ''}` },
    );
    expect(printed).toBe('200 balance 200 401');
  });

  it('may name the length of their body themselves, as Stripe’s own client does', async () => {
    const printed = await runLed(
      `const body = 'amount=1';
       const answer = await fetch('https://api.stripe.com/v1/transfers', {
         method: 'POST', body, headers: { 'content-length': String(body.length), 'content-type': 'application/x-www-form-urlencoded' } });
       console.log(answer.status);`,
    );
    expect(printed).toBe('401');
  });

  it('to programs outside find a public address and end in the sandbox, over https too', async () => {
    const printed = await runLed(
      `import { lookup } from 'node:dns/promises';
       import { request } from 'node:https';
       const [{ address }] = await lookup('erp.programs.test', { all: true });
       const body = JSON.stringify({ type: 'order.paid', sequence: 1 });
       const headers = { host: 'erp.programs.test', 'content-length': body.length, 'webhook-id': 'msg_1' };
       const sent = request({ host: address, port: 443, path: '/souk', method: 'POST', headers, servername: 'erp.programs.test', agent: false }, (answer) => {
         console.log(address, answer.statusCode);
         answer.resume();
       });
       sent.end(body);`,
    );
    expect(printed).toBe('93.184.215.14 200');
    const programs = await control<Record<string, { received: object[] }>>(running.url, 'GET', '/programs');
    expect(programs['erp.programs.test']?.received).toMatchObject([
      { id: 'msg_1', type: 'order.paid', sequence: 1, signature: 'unknown' },
    ]);
  });

  it('to any other host are refused by name', async () => {
    const printed = await runLed(
      `await fetch('https://connect.stripe.com/').catch((error) => console.log(error.cause?.message ?? error.message));`,
    );
    expect(printed).toContain('blocked egress to connect.stripe.com');
  });
});
