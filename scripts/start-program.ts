import type { Program } from '#app/main/runtime.server.ts';
import type { Bundle } from './build-loader.ts';
import { MigrationError } from './database/migration-error.ts';
import { prepareDatabase, runWaitingBackfills } from './database/prepare-database.ts';
import { describeRefusal, waitForDatabase } from './database/wait-for-database.ts';

/**
 * Checks the environment, makes the database ready and boots the program of a bundle. What a person can mend (a missing
 * variable, a migration that failed, a database that is away) ends the process with a sentence instead of a stack.
 */
export async function startProgram(bundle: Bundle, o: { web: boolean; worker: boolean }): Promise<Program> {
  return orSentence(bundle, async () => {
    await prepare(bundle);
    const program = await bundle.runtime.boot(process.env, o);
    const ownerUrl = process.env.MIGRATION_DATABASE_URL;
    // Beside the work, and again with the next start where it is cut off.
    if (o.worker && ownerUrl) {
      void runWaitingBackfills(ownerUrl).catch((error: unknown) => {
        console.error('A backfill was cut off and goes on with the next start:', error);
      });
    }
    return program;
  });
}

/** Checks the environment and makes the database ready, without booting; ends the process with a sentence as above. */
export function makeReady(bundle: Bundle): Promise<void> {
  return orSentence(bundle, () => prepare(bundle));
}

async function prepare({ runtime }: Bundle): Promise<void> {
  runtime.readEnv(process.env);
  const ownerUrl = process.env.MIGRATION_DATABASE_URL;
  const appUrl = process.env.DATABASE_URL ?? '';
  await waitForDatabase(ownerUrl ?? appUrl);
  const applied = await prepareDatabase({ ownerUrl, appUrl });
  if (applied.length > 0) console.log(`Applied ${applied.length} migrations: ${applied.join(', ')}`);
}

async function orSentence<Value>({ runtime }: Bundle, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof runtime.EnvError || error instanceof MigrationError) return endWith(error.message);
    const sentence = describeRefusal(error);
    if (sentence) return endWith(sentence);
    throw error;
  }
}

function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
