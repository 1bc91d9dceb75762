import { isWebAddress } from '#app/core/text/web-address.ts';
import { rule } from '#app/core/rules.ts';
import { bad, good, type CheckedValue, type Rules } from './checked-value.ts';
import { listIn } from './specification.ts';

/** The platform's types whose values are files of the store. */
export const FILE_TYPES: readonly string[] = ['file_reference', 'list.file_reference'];
export const MAX_FILES = 20;

const STORE_FILE = /^gid:\/\/shopify\/(MediaImage|Video|GenericFile)\/\d{1,19}$/;
const KINDS = { MediaImage: 'IMAGE', Video: 'VIDEO', GenericFile: 'FILE' } as const;
export type FileKind = (typeof KINDS)[keyof typeof KINDS];

/** Whether a value is the platform's reference of a file, and not the address of an upload of which one is made by the save. */
export const isStoreFile = (item: string): boolean => STORE_FILE.test(item);

/** What kind of file a reference or an upload's address names; by the ending of an address. */
export function kindOfFile(item: string): FileKind {
  const type = STORE_FILE.exec(item)?.[1];
  if (type !== undefined) return KINDS[type as keyof typeof KINDS];
  const path = URL.canParse(item) ? new URL(item).pathname : item;
  if (/\.(png|jpe?g|webp|gif|heic)$/i.test(path)) return 'IMAGE';
  return /\.(mp4|mov|webm)$/i.test(path) ? 'VIDEO' : 'FILE';
}

/** The kinds of files that a definition takes; all of them where it names none. */
export function kindsTaken(options: string | undefined): readonly FileKind[] {
  const named = listIn(options);
  const kinds = [
    ...(named.includes('Image') ? (['IMAGE'] as const) : []),
    ...(named.includes('Video') ? (['VIDEO'] as const) : []),
  ];
  return kinds.length > 0 ? kinds : ['IMAGE', 'VIDEO', 'FILE'];
}

/** One file: the platform's reference, or the address of an upload, of a kind that the definition takes. */
export function checkFile(raw: string, rules: Rules): CheckedValue {
  const item = raw.trim();
  if (!isStoreFile(item) && !isWebAddress(item)) return bad('file', rule('not_a_file'));
  return kindsTaken(rules.get('file_type_options')).includes(kindOfFile(item))
    ? good(item)
    : bad('file_type', rule('file_type'));
}
