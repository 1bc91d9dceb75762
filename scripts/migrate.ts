// `npm run migrate`: makes the database at MIGRATION_DATABASE_URL ready for this release and ends: for a release phase, or by hand.
import { MigrationError } from './database/migration-error.ts';
import { prepareDatabase, runWaitingBackfills } from './database/prepare-database.ts';
import { appUrlOf } from './database/program-role.ts';
import { describeRefusal, waitForDatabase } from './database/wait-for-database.ts';
import { requireProjectNode } from './node-version.ts';

requireProjectNode();
const ownerUrl = process.env.MIGRATION_DATABASE_URL;
if (!ownerUrl) {
  console.error("Set MIGRATION_DATABASE_URL to the address of the database's owner.");
  process.exit(1);
}
try {
  await waitForDatabase(ownerUrl);
  const applied = await prepareDatabase({ ownerUrl, appUrl: process.env.DATABASE_URL ?? appUrlOf(ownerUrl) });
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Every migration is applied.');
  await runWaitingBackfills(ownerUrl);
} catch (error) {
  const sentence = error instanceof MigrationError ? error.message : describeRefusal(error);
  if (!sentence) throw error;
  console.error(sentence);
  process.exit(1);
}
