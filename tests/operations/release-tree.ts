import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, local } from '#scripts/paths.ts';

/** A release in a folder of its own, built: what a rollout starts processes from. */
export type ReleaseTree = { name: string; dir: string };

/** What makes the next release of a tree: files of it by their paths, each with its text before and after. */
export type Change = { path: string; from: string; to: string } | { path: string; text: string };

const run = (dir: string, file: string, args: readonly string[]) =>
  execFileSync(file, args, {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });

/**
 * Takes a commit's files into a folder of their own, changes them, installs what its lockfile names, and builds. Packages are copied
 * where they are those of this tree. Throws where a source holds what is to be gone. A tree of the same commit and changes that was built before is taken as it is.
 */
export function buildReleaseTree(o: {
  name: string;
  commit: string;
  changes?: readonly Change[];
  /** A pattern that no source of the program may hold any more after the changes. */
  gone?: string;
}): ReleaseTree {
  const dir = local('releases', o.name);
  const key = JSON.stringify({ commit: o.commit, changes: o.changes ?? [] });
  const stamp = join(dir, '.release.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return { name: o.name, dir };
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const archive = local('releases', `${o.name}.tar`);
  run(at(), 'git', ['archive', '--format=tar', `--output=${archive}`, o.commit]);
  run(dir, 'tar', ['-xf', archive]);
  rmSync(archive);
  for (const change of o.changes ?? []) applyChange(dir, change);
  if (o.gone !== undefined) expectGone(dir, o.gone);
  const isSame = readFileSync(join(dir, 'package-lock.json'), 'utf8') === readFileSync(at('package-lock.json'), 'utf8');
  if (isSame) cpSync(at('node_modules'), join(dir, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  else run(dir, 'npm', ['ci', '--no-audit', '--no-fund']);
  run(dir, process.execPath, ['scripts/prisma.mjs', 'generate']);
  run(dir, process.execPath, ['scripts/build.ts']);
  writeFileSync(stamp, key);
  return { name: o.name, dir };
}

function expectGone(dir: string, pattern: string): void {
  const found = spawnSync('grep', ['-rlE', pattern, join(dir, 'app')], { encoding: 'utf8' }).stdout.trim();
  if (found !== '') throw new Error(`${pattern} is still in ${found}`);
}

function applyChange(dir: string, change: Change): void {
  const path = join(dir, change.path);
  if ('text' in change) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, change.text);
    return;
  }
  const text = readFileSync(path, 'utf8');
  if (!text.includes(change.from)) throw new Error(`${change.path} does not have "${change.from}"`);
  writeFileSync(path, text.replaceAll(change.from, change.to));
}
