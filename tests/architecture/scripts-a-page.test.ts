// What a first visit of a screen loads: its scripts, those they import, and the texts they name.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { buildOnce } from '#scripts/build-once.ts';
import { at } from '#scripts/paths.ts';

const MAX_FILES = 25;
const MAX_BYTES = 260_000;

const ASSETS = at('build/client/app/assets');
const NAMESPACES = new Set(readdirSync(at('app/locales/en')).map((file) => file.replace('.json', '')));

type Route = { id: string; parentId?: string; module: string };
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> };
type Chunk = { bytes: number; imports: string[]; texts: string[] };

const chunks = new Map<string, Chunk>();
/** The file of each namespace in each language (`en/orders`). */
const textFiles = new Map<string, string>();
let manifest: Manifest;
let manifestFile: string;

beforeAll(async () => {
  await buildOnce();
  for (const file of readdirSync(ASSETS).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(join(ASSETS, file), 'utf8');
    chunks.set(file, {
      bytes: statSync(join(ASSETS, `${file}.br`)).size,
      imports: importsOf(code),
      texts: textsOf(code),
    });
    for (const [, text = '', loaded = ''] of code.matchAll(
      /locales\/([a-z]{2}\/\w+)\.json":.*?import\("\.\/([\w.-]+)"\)/g,
    )) {
      textFiles.set(text, loaded);
    }
    if (code.startsWith('window.__remixManifest=')) {
      manifest = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)) as Manifest;
      manifestFile = file;
    }
  }
}, 400_000);

const importsOf = (code: string): string[] =>
  [...code.matchAll(/(?:\bimport|\bfrom)\s*"\.\/([\w.-]+\.js)"/g)].map(([, file = '']) => file);

/**
 * The namespaces of the calls of `needTexts` in a script, which the build writes (`scripts/vite/needed-texts.ts`): of a function, not of
 * a method, as `search.get("orders")` is.
 */
function textsOf(code: string): string[] {
  const calls = [...code.matchAll(/(?<![.\w$])[\w$]+\(("[a-zA-Z]+"(?:,"[a-zA-Z]+")*)\)/g)].map(
    ([, names = '']) => JSON.parse(`[${names}]`) as string[],
  );
  return calls.filter((names) => names.every((name) => NAMESPACES.has(name))).flat();
}

/** The files that a first visit of a route loads in a language. */
function filesOf(route: Route, locale: Locale): Set<string> {
  const files = new Set([manifestFile]);
  const add = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    chunks.get(file)?.imports.forEach(add);
  };
  [manifest.entry.module, ...manifest.entry.imports].forEach((file) => {
    add(basename(file));
  });
  for (let one: Route | undefined = route; one; one = manifest.routes[one.parentId ?? '']) add(basename(one.module));
  for (const file of [...files]) {
    for (const namespace of ['common', ...(chunks.get(file)?.texts ?? [])]) {
      const text = textFiles.get(`${locale}/${namespace}`);
      if (text) files.add(text);
    }
  }
  return files;
}

describe('the first visit of any screen', () => {
  it.each(LOCALES)(`loads at most ${MAX_FILES} scripts and ${MAX_BYTES / 1000} kB of them: %s`, (locale) => {
    const routes = Object.values(manifest.routes);
    expect(routes.length).toBeGreaterThan(200);
    const heavy = routes.flatMap((route) => {
      const files = filesOf(route, locale);
      const bytes = [...files].reduce((sum, file) => sum + (chunks.get(file)?.bytes ?? 0), 0);
      return files.size > MAX_FILES || bytes > MAX_BYTES ? [`${route.id}: ${files.size} files, ${bytes} bytes`] : [];
    });
    expect(heavy).toEqual([]);
  });

  it('loads no schema library, which comes when a form is first used', () => {
    const isLibrary = (file: string): boolean => file.startsWith('schemas-');
    expect([...chunks.keys()].filter(isLibrary)).toHaveLength(1);
    const carrying = Object.values(manifest.routes).filter((route) => [...filesOf(route, 'en')].some(isLibrary));
    expect(carrying.map(({ id }) => id)).toEqual([]);
  });
});
