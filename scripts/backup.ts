// `npm run backup -- [file]`: writes the database at MIGRATION_DATABASE_URL to one file, while the program goes on.
import { backUp } from './database/backup.ts';
import { BackupError } from './database/backup-format.ts';
import { describeRefusal, waitForDatabase } from './database/wait-for-database.ts';
import { requireProjectNode } from './node-version.ts';

requireProjectNode();
const ownerUrl = process.env.MIGRATION_DATABASE_URL;
if (!ownerUrl) {
  console.error("Set MIGRATION_DATABASE_URL to the address of the database's owner.");
  process.exit(1);
}
const now = new Date();
const file = process.argv[2] ?? `souk-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
const encryptionKeys = (process.env.ENCRYPTION_KEYS ?? '')
  .split(',')
  .map((key) => key.split(':')[0]?.trim() ?? '')
  .filter((id) => id !== '');
try {
  await waitForDatabase(ownerUrl);
  const { tables, rows, bytes } = await backUp({ ownerUrl, file, now, encryptionKeys });
  console.log(`${file} holds ${rows} rows of ${tables} tables (${Math.ceil(bytes / 1024)} kB).`);
  console.log(
    encryptionKeys.length > 0
      ? `Keep the keys ${encryptionKeys.join(', ')} of ENCRYPTION_KEYS elsewhere: without them what is sealed in it cannot be opened.`
      : 'ENCRYPTION_KEYS is not set here: note with the file which keys belong to it.',
  );
  console.log('Files of object storage or FILES_DIR are not in it.');
} catch (error) {
  const sentence = error instanceof BackupError ? error.message : describeRefusal(error);
  if (!sentence) throw error;
  console.error(sentence);
  process.exit(1);
}
