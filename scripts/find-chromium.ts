import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { UserFacingError } from './progress.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium of this machine: CHROMIUM, or where systems put it. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
}

/** The machine's Chromium, installed from the system's packages where we may. Throws with what to do otherwise. */
export function requireChromium(): string {
  const found = findChromium();
  if (found) {
    requireStart(found);
    return found;
  }
  const mayInstall = process.platform === 'linux' && userInfo().uid === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    console.log('Installing Chromium for the browser tests (once) …');
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    apt('update', '-q');
    apt('install', '-y', '-q', '--no-install-recommends', 'chromium');
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new UserFacingError(
    'The browser tests need Chromium or Chrome, and none was found. Install it (Debian, Ubuntu: sudo apt-get install -y chromium; macOS: Google Chrome), or set CHROMIUM to its path.',
  );
}

function requireStart(chromium: string): void {
  const done = spawnSync(chromium, ['--version', '--no-sandbox'], { encoding: 'utf8' });
  if (done.status === 0) return;
  const library = /error while loading shared libraries: ([\w.+-]+)/.exec(done.stderr)?.[1];
  throw new UserFacingError(
    library
      ? `Chromium (${chromium}) cannot start: the system library ${library} is missing. Install it with your system's package manager.`
      : `Chromium (${chromium}) cannot start: ${done.stderr.trim() || String(done.error)}`,
  );
}
