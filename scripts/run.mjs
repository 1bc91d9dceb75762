// The first step of every npm script: works on a fresh clone with Node 20 and nothing installed. Installs what the lockfile
// names when it is not there, then runs the script under the project's own Node: `node scripts/run.mjs demo --reset`.
// It uses nothing but Node itself.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script = '', ...args] = process.argv.slice(2);
const entry = join(root, 'scripts', `${script}.ts`);

/** Ends with a sentence instead of a stack. */
function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/** Whether node_modules holds what the lockfile names; packages of other systems may be absent. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true;
    return present[path] ? present[path].version === version : optional === true;
  });
}

function install() {
  console.log('Installing packages (about a minute, once) …');
  const started = performance.now();
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const done = npm
    ? spawnSync(process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) {
    // A half-made folder would look installed to nobody, but it may hold the disk that the next try needs.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    fail(
      'The packages could not be installed. npm says why above: most often the registry cannot be reached or the disk is full.',
    );
  }
  console.log(`Packages installed in ${Math.round((performance.now() - started) / 1000)} s.`);
}

function findNode() {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(own)) return own;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `Souk brings its own Node 22 for ${process.platform}-${process.arch}, but npm left it out. Install with optional packages (npm ci --include=optional), or use Node 22.18 or newer.`,
  );
}

if (!existsSync(entry)) fail(`There is no script ${script}.`);
if (!isInstalled()) install();

const bin = join(root, 'node_modules', '.bin');
const child = spawn(findNode(), [entry, ...args], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
});
// A terminal sends Ctrl-C to the whole group: the script ends in its own order and we wait. Other signals reach only us.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`The script ${script} could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0)));
