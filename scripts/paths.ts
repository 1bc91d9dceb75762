import { join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '..');

/** A path inside the project. */
export function at(...parts: string[]): string {
  return join(ROOT, ...parts);
}

/** A path for what a run leaves behind and nobody commits. SOUK_LOCAL moves it, so that several runs can live side by side. */
export function local(...parts: string[]): string {
  return join(ROOT, process.env.SOUK_LOCAL ?? '.local', ...parts);
}
