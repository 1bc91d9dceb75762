import { readdirSync, readFileSync, statSync } from 'node:fs';
import { at } from '#scripts/paths.ts';

const FOLDER = 'build/client/app/assets';

type Route = { id: string; parentId?: string; module: string };

/** What the first visit of a screen loads: script files, and their bytes as they are sent. */
export type ScriptWeight = { route: string; files: string[]; bytes: number };

/**
 * Weighs the first visit of every screen of the built program in one language: the entry, the layout, the screen, all that they
 * import, the language's texts and the table of routes.
 */
export function weighScreens(locale: string): ScriptWeight[] {
  const all = readdirSync(at(FOLDER)).filter((file) => file.endsWith('.js'));
  const table = all.find((file) => file.startsWith('manifest-')) ?? '';
  const manifest = JSON.parse(
    readFileSync(at(FOLDER, table), 'utf8').replace('window.__remixManifest=', '').replace(/;$/, ''),
  ) as { entry: { module: string }; routes: Record<string, Route> };
  const texts = all.find((file) => file.startsWith(`${locale}-`) && importsOf(file).includes(textsOf(all, locale)));
  if (!texts) throw new Error(`The build has no texts of ${locale}.`);
  return Object.values(manifest.routes)
    .filter((route) => /^(app|admin)\//.test(route.id))
    .map((route) => {
      const chain: string[] = [];
      for (let one: Route | undefined = route; one; one = manifest.routes[one.parentId ?? '']) chain.push(one.module);
      const roots = [manifest.entry.module, ...chain].map((path) => path.split('/').pop() ?? '');
      const files = [...collect([...roots, texts], new Set([table]))];
      return { route: route.id, files, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) };
    });
}

function textsOf(all: readonly string[], locale: string): string {
  return all.find((file) => file.startsWith(`texts-${locale}-`)) ?? '';
}

function collect(files: readonly string[], seen: Set<string>): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    collect(importsOf(file), seen);
  }
  return seen;
}

const known = new Map<string, string[]>();

/** Reads the files that a built file imports at once, not those that it loads later. */
function importsOf(file: string): string[] {
  let imports = known.get(file);
  if (!imports) {
    const code = readFileSync(at(FOLDER, file), 'utf8');
    imports = [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]{1,200}\.js)["']/g)].map(
      (found) => found[1] ?? '',
    );
    known.set(file, imports);
  }
  return imports;
}

function sizeOf(file: string): number {
  return statSync(at(FOLDER, `${file}.br`)).size;
}

/** Lists the built files that import the entry at once. */
export function listImportersOfEntry(): string[] {
  const all = readdirSync(at(FOLDER)).filter((file) => file.endsWith('.js'));
  return all.filter((file) => importsOf(file).some((one) => one.startsWith('entry.client-')));
}
