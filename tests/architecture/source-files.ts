import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { at } from '#scripts/paths.ts';

/** A source file of app/: where it is, what it imports of ours, and its text. */
export type SourceFile = { path: string; text: string; imports: string[]; packages: string[] };

/** Every file below a folder of the project, as paths of the project. */
export function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });
}

/** Reads a file's imports with the compiler's own scanner: static, dynamic, type-only and re-exports. */
export function readSource(path: string): SourceFile {
  const text = readFileSync(at(path), 'utf8');
  // The scanner passes over `export * as name from`, so those are read beside it.
  const named = [...text.matchAll(/^export \* as \w+ from '([^']+)'/gm)].map((match) => match[1] ?? '');
  const scanned = ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);
  const names = [...scanned, ...named].map((name) => name.replace(/\?.*$/, ''));
  const ours = names.map((name) => resolveOurs(path, name)).filter((name) => name !== undefined);
  const packages = names.filter((name) => !name.startsWith('.') && !name.startsWith('#'));
  return { path, text, imports: ours, packages };
}

function resolveOurs(from: string, name: string): string | undefined {
  if (name.startsWith('#')) return name.slice(1);
  if (name.startsWith('.')) return normalize(join(dirname(from), name));
  return undefined;
}
