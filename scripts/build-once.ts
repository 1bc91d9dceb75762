import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { at } from './paths.ts';

/** What the build is made of. */
const SOURCES = [
  'app',
  'public',
  'prisma/schema.prisma',
  'package-lock.json',
  'vite.config.ts',
  'scripts/vite',
  'tsconfig.json',
  'package.json',
];
const STAMP = at('.local', 'build.stamp');

/** A hash over the names and contents of everything that goes into the build. */
function hashSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    if (!existsSync(at(source))) continue;
    for (const file of listFiles(source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(at(file)))
        .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(at(path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.test.tsx'));
}

/** Whether the build on disk was made from the sources on disk. */
export function isBuilt(): boolean {
  if (!existsSync(at('build/server/index.js')) || !existsSync(STAMP)) return false;
  return readFileSync(STAMP, 'utf8') === hashSources();
}

/** Builds the program when the sources changed since the last build. Throws with the builder's words when it fails. */
export async function buildOnce(): Promise<void> {
  if (isBuilt()) return;
  const before = hashSources();
  const done = spawnSync(process.execPath, [at('node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'], {
    cwd: at(),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    maxBuffer: 64_000_000,
  });
  if (done.status !== 0) {
    const said = `${done.stdout}\n${done.stderr}`;
    if (/ENOSPC/.test(said)) throw new Error('The disk is full: the build cannot be written.');
    throw new Error(`The build failed:\n${said.slice(-6000)}`);
  }
  await compressAssets(at('build/client/app/assets'));
  mkdirSync(at('.local'), { recursive: true });
  writeFileSync(STAMP, before);
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes each script and style a second and third time, as small as it gets, so that no request waits for a compressor. */
async function compressAssets(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(join(folder, file));
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(join(folder, `${file}.br`), await brotli(bytes, { params }));
      writeFileSync(join(folder, `${file}.gz`), await zip(bytes, { level: 9 }));
    }),
  );
}
