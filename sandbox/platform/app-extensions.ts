import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseToml, type TomlTable } from './app-config.ts';

const FOLDER = fileURLToPath(new URL('../../extensions/', import.meta.url));

/** One extension of the app as its file says, the whole file, and the folder that it stands in. */
export type AppExtension = { extension: TomlTable; toml: TomlTable; folder: string };

/** The extensions of a type in every folder of extensions/, in the order of their files. */
export function listExtensions(type: string): AppExtension[] {
  return readdirSync(FOLDER)
    .map((name) => join(FOLDER, name))
    .filter((folder) => existsSync(join(folder, 'shopify.extension.toml')))
    .flatMap((folder) => {
      const toml = parseToml(readFileSync(join(folder, 'shopify.extension.toml'), 'utf8'));
      return tables(toml['extensions'])
        .filter((extension) => extension['type'] === type)
        .map((extension) => ({ extension, toml, folder }));
    });
}

/** What stands in a list of tables; empty for anything else. */
export const tables = (value: unknown): TomlTable[] => (Array.isArray(value) ? (value as TomlTable[]) : []);
/** A text of a table; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
