import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AnsweredOperation } from '#app/adapters/shopify/client.server.ts';
import type { Env } from '#app/server/env.server.ts';
import { hmacSha256 } from '#app/server/crypto.server.ts';
import { anonymize } from './anonymize.ts';

/** A folder that nobody empties does not fill the disk. */
const MAX_FILE_BYTES = 50_000_000;
const MAX_ANSWER_CHARACTERS = 200_000;

/** What stands for people in a recording is made with this: the same in all processes, and known to nobody who reads the recording. */
export const recordingSalt = (env: Pick<Env, 'SESSION_SECRET'>): string =>
  hmacSha256(env.SESSION_SECRET, 'recording').toString('hex');

/** Keeps answers of the Admin API in `answers-<process>.ndjson` of RECORD_TO; undefined where nothing is to be kept. */
export function createAnswerRecorder(
  env: Pick<Env, 'RECORD_TO' | 'SESSION_SECRET'>,
): ((answer: AnsweredOperation) => void) | undefined {
  const folder = env.RECORD_TO;
  if (folder === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `answers-${process.pid}.ndjson`);
  const salt = recordingSalt(env);
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return ({ operation, variables, data, errors, cost }) => {
    if (bytes > MAX_FILE_BYTES) return;
    const line = JSON.stringify({
      operation,
      variables: anonymize(variables, salt),
      data: anonymize(data, salt),
      errors,
      cost,
    });
    if (line.length > MAX_ANSWER_CHARACTERS) return;
    appendFileSync(file, `${line}\n`);
    bytes += Buffer.byteLength(line) + 1;
  };
}
