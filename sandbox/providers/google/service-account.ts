import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The service account that the stand-in knows. */
export const GOOGLE_ACCOUNT = 'souk-sandbox@souk-demo.iam.gserviceaccount.com';

const FILE = fileURLToPath(new URL('../../../.local/sandbox-google-key.pem', import.meta.url));
const BITS = 2048;
let known: string | undefined;

/** The account's private key (PKCS 8, PEM): made at the first start on this machine, so that none lies in the repository. */
export function googleAccountKey(): string {
  known ??= readKey() ?? makeKey();
  return known;
}

function readKey(): string | undefined {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return undefined;
  }
}

/** Of several processes that begin at once one makes the key, and the others take it. */
function makeKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: BITS });
  const own = `${FILE}.${randomUUID()}`;
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(own, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    linkSync(own, FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readFileSync(FILE, 'utf8');
}
