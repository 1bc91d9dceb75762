import type { Program } from '#app/main/runtime.server.ts';
import type { Bundle } from './build-loader.ts';
import { MigrationError } from './migrate.ts';
import { prepareDatabase } from './database/prepare-database.ts';

/**
 * Checks the environment, makes the database ready and boots the program of a bundle. What a person can mend (a missing
 * variable, a migration that failed, a database that is away) ends the process with a sentence instead of a stack.
 */
export async function startProgram(bundle: Bundle, o: { web: boolean; worker: boolean }): Promise<Program> {
  return orSentence(bundle, async () => {
    await prepare(bundle);
    return bundle.runtime.boot(process.env, o);
  });
}

/** Checks the environment and makes the database ready, without booting; ends the process with a sentence as above. */
export function makeReady(bundle: Bundle): Promise<void> {
  return orSentence(bundle, () => prepare(bundle));
}

async function prepare({ runtime }: Bundle): Promise<void> {
  runtime.readEnv(process.env);
  const applied = await prepareDatabase({
    ownerUrl: process.env.MIGRATION_DATABASE_URL,
    appUrl: process.env.DATABASE_URL ?? '',
  });
  if (applied.length > 0) console.log(`Applied ${applied.length} migrations: ${applied.join(', ')}`);
}

async function orSentence<Value>({ runtime }: Bundle, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof runtime.EnvError || error instanceof MigrationError) return endWith(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
      return endWith('The database at DATABASE_URL cannot be reached. Start it, or correct the address.');
    }
    if (code === '28P01' || code === '28000')
      return endWith('The database refuses the user or password of DATABASE_URL.');
    throw error;
  }
}

function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
