// `npm run restore -- <file>`: puts a backup into the empty database at MIGRATION_DATABASE_URL, and holds every store of it.
import { BackupError } from './database/backup-format.ts';
import { MigrationError } from './database/migration-error.ts';
import { runWaitingBackfills } from './database/prepare-database.ts';
import { appUrlOf } from './database/program-role.ts';
import { restore } from './database/restore.ts';
import { describeRefusal, waitForDatabase } from './database/wait-for-database.ts';
import { requireProjectNode } from './node-version.ts';

requireProjectNode();
const ownerUrl = process.env.MIGRATION_DATABASE_URL;
const file = process.argv[2];
if (!ownerUrl || !file) {
  console.error(
    ownerUrl
      ? 'Say which backup: npm run restore -- <file>'
      : "Set MIGRATION_DATABASE_URL to the address of the owner of an empty database, and DATABASE_URL to the program's own.",
  );
  process.exit(1);
}
try {
  await waitForDatabase(ownerUrl);
  const appUrl = process.env.DATABASE_URL ?? appUrlOf(ownerUrl);
  const { manifest, rows, stores, broken, applied } = await restore({ ownerUrl, appUrl, file, now: new Date() });
  await runWaitingBackfills(ownerUrl);
  console.log(`Restored ${rows} rows as of ${manifest.takenAt} (release ${manifest.release}).`);
  if (applied.length > 0) console.log(`Applied ${applied.join(', ')}.`);
  if (broken.length > 0)
    console.warn(`Rows of the backup do not meet ${broken.join(', ')}; these hold for rows of later (NOT VALID).`);
  const present = (process.env.ENCRYPTION_KEYS ?? '').split(',').map((key) => key.split(':')[0]?.trim());
  const missing = manifest.encryptionKeys.filter((id) => !present.includes(id));
  if (missing.length > 0)
    console.warn(
      `Before you start, put the keys ${missing.join(', ')} into ENCRYPTION_KEYS: values are sealed by them.`,
    );
  console.log(
    `${stores} stores are held: payouts, labels, numbered documents and mails of before stand still. Start the web process, run npm run read-since -- ${manifest.takenAt}, compare, then start the workers (docs/OPERATIONS.md, Backup and restore).`,
  );
} catch (error) {
  const sentence =
    error instanceof BackupError || error instanceof MigrationError ? error.message : describeRefusal(error);
  if (!sentence) throw error;
  console.error(sentence);
  process.exit(1);
}
