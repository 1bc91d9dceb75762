import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { OperatorCheck, Services } from './operator-check.ts';

const MEBIBYTE = 1_048_576;
const LITTLE = 1_024;
const NOTHING = 200;

/** What this machine brings: secrets that are some, and room on its disks. */
export function listMachineChecks(services: Services, weaknesses: readonly string[]): OperatorCheck[] {
  return [
    {
      id: 'keys',
      remedy: 'Make new secrets: openssl rand -base64 32. A production process refuses to start with these.',
      // Reasons name the variable, never what stands in it.
      ask: () => Promise.resolve({ status: weaknesses.length > 0 ? 'fail' : 'ok', detail: weaknesses.join('; ') }),
    },
    {
      id: 'disk',
      remedy: 'Make room: temporary files of documents, and files where no object storage is set, need it.',
      ask: async () => {
        const folders = [tmpdir(), findFolder(resolve(services.env.FILES_DIR))];
        const free = await Promise.all(
          folders.map(async (folder) => {
            const { bavail, bsize } = await statfs(folder);
            return Math.floor((bavail * bsize) / MEBIBYTE);
          }),
        );
        const least = Math.min(...free);
        const status = least < NOTHING ? 'fail' : least < LITTLE ? 'warn' : 'ok';
        return { status, detail: `${least} MiB free` };
      },
    },
  ];
}

/** The folder, or the nearest above it that is there. */
function findFolder(path: string): string {
  return existsSync(path) ? path : findFolder(dirname(path));
}
