import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseToml, readAppConfig } from '#sandbox/platform/app-config.ts';
import { cliEnvironment } from '#scripts/cli-environment.ts';
import { at } from '#scripts/paths.ts';

/** The file as the platform's command line reads it: its own schema, restated. */
const webConfiguration = z.strictObject({
  name: z.string(),
  roles: z.array(z.enum(['frontend', 'backend', 'background'])).min(1),
  webhooks_path: z.string().startsWith('/'),
  commands: z.strictObject({ predev: z.string(), dev: z.string(), build: z.string() }),
});

describe('shopify.web.toml', () => {
  const web = webConfiguration.parse(parseToml(readFileSync(at('shopify.web.toml'), 'utf8')));

  it('describes one process for both roles, and receives webhooks where the app does', () => {
    expect(web).toMatchObject({ name: 'souk', roles: ['frontend', 'backend'], webhooks_path: '/webhooks' });
  });

  it('names scripts that exist, and the files they start', () => {
    const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { scripts: Record<string, string> };
    for (const command of Object.values(web.commands)) {
      const [npm, run, name = '', ...more] = command.split(' ');
      expect([npm, run, more]).toEqual(['npm', 'run', []]);
      const script = /^node scripts\/run\.mjs (\w+)/.exec(scripts[name] ?? '')?.[1];
      expect(script, `${command} runs a script of this repository`).toBeDefined();
      expect(existsSync(at('scripts', `${script ?? ''}.ts`))).toBe(true);
    }
  });
});

describe('the environment under the platform’s command line', () => {
  const { scopes } = readAppConfig(at('shopify.app.toml'));
  const secrets = { sessionSecret: 's'.repeat(43), encryptionKey: 'k'.repeat(44) };

  it('takes the tunnel’s address for the app’s, and listens on this machine and the port that was given', () => {
    const given = { HOST: 'https://a-tunnel.example', APP_URL: 'https://a-tunnel.example', PORT: '51234' };
    expect(cliEnvironment(given, { secrets, scopes })).toMatchObject({
      SHOPIFY_APP_URL: 'https://a-tunnel.example',
      HOST: '127.0.0.1',
      PORT: '51234',
      NODE_ENV: 'development',
      SCOPES: scopes.join(','),
    });
  });

  it('takes a single database address for the owner’s, and signs the program in beside it', () => {
    const DATABASE_URL = 'postgresql://me:secret@localhost:5432/souk';
    const made = cliEnvironment({ DATABASE_URL }, { secrets, scopes });
    expect(made.MIGRATION_DATABASE_URL).toBe(DATABASE_URL);
    expect(made.DATABASE_URL).toMatch(/^postgresql:\/\/souk_app:[0-9a-f]{40}@localhost:5432\/souk$/);
  });

  it('leaves what somebody set', () => {
    const set = {
      HOST: '0.0.0.0',
      SHOPIFY_APP_URL: 'https://mine.example',
      SCOPES: 'read_orders',
      SMTP_URL: 'smtp://m:25',
    };
    expect(cliEnvironment(set, { secrets, scopes })).toMatchObject(set);
  });
});
