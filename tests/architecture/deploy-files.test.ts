import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { at } from '#scripts/paths.ts';
import { listFiles } from './source-files.ts';

/** What runs where only the packages of production are installed. */
const ENTRIES = ['serve', 'worker', 'migrate', 'invite-admin', 'doctor'].map((name) => `scripts/${name}.ts`);
const SCRIPTS = ['build', 'web', 'worker', 'migrate'].map((name) => `scripts/deploy/${name}.sh`);
/** Asked for by `--dev` alone. */
const IN_DEVELOPMENT = new Set(['vite']);

const read = (file: string): string => readFileSync(at(file), 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

/** What a file asks for when it runs: imports of types alone are erased. */
function listImports(text: string): string[] {
  const running = text.replace(/^(?:import|export) type [^;]*;/gm, '');
  return ts.preProcessFile(running, true, true).importedFiles.map(({ fileName }) => fileName.replace(/\?.*$/, ''));
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
const isPackage = (name: string): boolean =>
  !/^[.#]|^node:/.test(name) && !builtinModules.includes(name.split('/')[0] ?? '');

/** Every file that the entries load from the sources, and the packages that those ask for. */
function walk(entries: readonly string[]): { files: Set<string>; packages: Map<string, string> } {
  const files = new Set<string>();
  const packages = new Map<string, string>();
  const queue = [...entries];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const name of listImports(read(file))) {
      if (isPackage(name)) packages.set(packageOf(name), file);
      else if (name.startsWith('#')) queue.push(name.slice(1));
      else if (name.startsWith('.')) queue.push(normalize(join(dirname(file), name)));
    }
  }
  return { files: new Set([...files].filter((file) => existsSync(at(file)))), packages };
}

test('start path: every package that a process loads from the sources is one of production', () => {
  const { packages, files } = walk(ENTRIES.filter((file) => existsSync(at(file))));
  expect(files.size).toBeGreaterThan(10);
  const missing = [...packages].filter(([name]) => !(name in dependencies) && !IN_DEVELOPMENT.has(name));
  expect(missing).toEqual([]);
});

// The table of routes is read by the builder alone.
test('build: every package that app/ asks for when it runs is one of production', () => {
  const sources = listFiles('app', /\.tsx?$/).filter((file) => !/\.test\.tsx?$|^app\/routes\.ts$/.test(file));
  const requested = sources.flatMap((file) =>
    listImports(read(file))
      .filter(isPackage)
      .map((name) => [packageOf(name), file] as const),
  );
  expect(requested.length).toBeGreaterThan(100);
  expect(requested.filter(([name]) => !(name in dependencies))).toEqual([]);
});

/** The variables of the program's own list, and those that its start reads beside it. */
function listVariables(): string[] {
  const schema = /const schema = z\.object\(\{([\s\S]*?)^\}\);/m.exec(read('app/server/env.server.ts'))?.[1] ?? '';
  const declared = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  const started = [...walk(['scripts/serve.ts', 'scripts/worker.ts', 'scripts/migrate.ts']).files];
  const beside = started
    .filter((file) => file.startsWith('scripts/'))
    .flatMap((file) => [...read(file).matchAll(/process\.env\.([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name));
  return [...new Set([...declared, ...beside])].filter((name) => name !== 'SOUK_LOCAL').sort();
}

test('.env.example: names every variable of the program once, and no other', () => {
  const named = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect([...named].sort()).toEqual(listVariables());
});

test('.env.example: holds no secret, nor what the check of the platform (shopify app doctor) takes for one over the end of a line', () => {
  const value = /(?:api_key|api_secret|access_token|secret_key|private_key|password)\s*[:=]\s*[^\s#]/i;
  expect(value.exec(read('.env.example'))?.[0]).toBeUndefined();
});

test('docs/OPERATIONS.md: says of every variable what it means', () => {
  const text = read('docs/OPERATIONS.md');
  expect(listVariables().filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.each(SCRIPTS)('%s: can be executed, and a POSIX shell reads it', (file) => {
  expect(statSync(at(file)).mode & 0o111).toBe(0o111);
  const { status, stderr } = spawnSync('sh', ['-n', at(file)], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test.each(['Dockerfile', 'compose.yaml', 'Procfile', 'scripts/deploy/souk-web@.service'])(
  '%s: every script that it runs exists',
  (file) => {
    const named = [...read(file).matchAll(/scripts\/deploy\/[\w.-]+\.sh/g)].map(([script]) => script);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((script) => !SCRIPTS.includes(script))).toEqual([]);
  },
);
