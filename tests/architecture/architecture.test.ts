import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';
import { placeOf, refusalOf, TOP } from './roles.ts';
import { listFiles, readSource, type SourceFile } from './source-files.ts';

const CODE = /\.(ts|tsx)$/;
const TEST = /\.test\.(ts|tsx)$/;
const LONG_FILE = 300;
/** The one place that names the router of the framework, so that another can take its place. */
const FACADE = 'app/ui/router.ts';

const files = listFiles('app', CODE)
  .filter((path) => !TEST.test(path))
  .map(readSource);
const byPath = new Map(files.map((file) => [file.path, file]));

describe('the house', () => {
  it('lets each file import only what its role may', () => {
    const refused = files.flatMap((file) => {
      const from = placeOf(file.path);
      return file.imports.flatMap((path) => {
        const to = placeOf(path);
        if (path === 'package.json') return []; // The program's own version.
        const why = from && to ? refusalOf(from, to) : 'it leads out of app/';
        return why ? [`${file.path} → ${path}: ${why}`] : [];
      });
    });
    expect(refused).toEqual([]);
  });

  it('lists no area of the top that is gone', () => {
    const gone = [...TOP].filter((feature) => !files.some(({ path }) => path.startsWith(`app/features/${feature}/`)));
    expect(gone).toEqual([]);
  });

  it('keeps the kernel pure: zod is its only package', () => {
    const packages = files.filter(({ path }) => path.startsWith('app/core/')).flatMap((file) => file.packages);
    expect([...new Set(packages)].filter((name) => name !== 'zod')).toEqual([]);
  });

  it('touches the framework in few rooms only', () => {
    const rooms = /^app\/(ui\/router\.ts|server\/|main\/|surfaces\/|entry\.|root\.tsx|routes\.ts|adapters\/shopify\/)/;
    const strays = files.filter(
      (file) => !rooms.test(file.path) && file.packages.some((name) => name.startsWith('@remix-run/')),
    );
    expect(strays.map((file) => file.path)).toEqual([]);
  });

  it('has no cycle of imports', () => {
    expect(findCycle()).toEqual([]);
  });

  it('has no barrel', () => {
    expect(files.filter((file) => isBarrel(file) && file.path !== FACADE).map((file) => file.path)).toEqual([]);
  });

  it('has no dead file', () => {
    const alive = new Set<string>();
    const visit = (path: string) => {
      if (alive.has(path)) return;
      alive.add(path);
      for (const next of byPath.get(path)?.imports ?? []) visit(next);
    };
    for (const root of ['app/entry.client.tsx', 'app/entry.server.tsx', 'app/root.tsx', 'app/routes.ts']) visit(root);
    visit('app/main/database-functions.server.ts'); // Whatever makes a database ready reads it.
    const routes = readFileSync(at('app/routes.ts'), 'utf8');
    for (const [, module] of routes.matchAll(/'([\w./-]+\.tsx?)'/g)) visit(`app/${module ?? ''}`);
    // The languages are loaded by their names.
    for (const [, folder] of files.flatMap((file) => [
      ...file.text.matchAll(/import\.meta\.glob[^'"]*['"]([^'"*]+)\*/g),
    ])) {
      for (const file of files) if (folder && file.path.includes(folder.replace(/^[./]+/, ''))) visit(file.path);
    }
    expect(files.filter((file) => !alive.has(file.path)).map((file) => file.path)).toEqual([]);
  });

  it('says no banned word', () => {
    const found = files.flatMap((file) => bannedIn(file).map((what) => `${file.path}: ${what}`));
    expect(found).toEqual([]);
  });

  it('leaves nothing unfinished behind', () => {
    const marks = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\\b`);
    const switches = /\b(it|test|describe)\.(only|skip|todo)\b/;
    const sources = ['app', 'sandbox', 'scripts', 'tests'].flatMap((folder) => listFiles(folder, CODE));
    const found = sources.filter((path) => {
      const text = readFileSync(at(path), 'utf8');
      return marks.test(text) || (path !== 'tests/architecture/architecture.test.ts' && switches.test(text));
    });
    expect(found).toEqual([]);
  });

  it('takes no number for the id of a row that has to be there', () => {
    const found = files.filter((file) => /\brow\?\.id \?\? 0n|\bids\[\w+\] \?\? 0n/.test(codeOf(file)));
    expect(found.map((file) => file.path)).toEqual([]);
  });

  it('names no file utils, helpers, common, manager or misc', () => {
    expect(
      files
        .filter(({ path }) => /(^|[/.-])(utils?|helpers?|common|manager|misc)[/.-]|\/index\.tsx?$/.test(path))
        .map((f) => f.path),
    ).toEqual([]);
  });

  it('keeps the sandbox apart: it imports nothing outside its own folder', () => {
    const strays = listFiles('sandbox', CODE)
      .map(readSource)
      .filter((file) => file.imports.some((path) => !path.startsWith('sandbox/')));
    expect(strays.map((file) => file.path)).toEqual([]);
  });

  it('lists which area uses which, without a circle, and shows its long files', async () => {
    const edges = new Map<string, Set<string>>();
    for (const file of files) {
      const from = placeOf(file.path)?.feature;
      if (!from) continue;
      const to = edges.get(from) ?? new Set<string>();
      edges.set(from, to);
      for (const path of file.imports) {
        const feature = placeOf(path)?.feature;
        if (feature && feature !== from) to.add(feature);
      }
    }
    const lines = FLOORS.flatMap((floor) => [
      `${floor}:`,
      ...[...edges]
        .filter(([from]) => floorOf(from) === floor)
        .sort()
        .map(([from, to]) => `  ${from} → ${[...to].sort().join(', ') || '(nobody)'}`),
    ]);
    // A new edge is a decision: `npx vitest run tests/architecture/architecture.test.ts -u` writes the list anew.
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(at('docs/areas.txt'));
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
      .filter(({ lines: count }) => count > LONG_FILE)
      .sort((a, b) => b.lines - a.lines);
    if (long.length > 0)
      console.log(`over ${LONG_FILE} lines:\n${long.map((f) => `  ${f.lines} ${f.path}`).join('\n')}`);
    expect(featureCycle(edges)).toEqual([]);
  });
});

/** Top to bottom. */
const FLOORS = ['top', 'middle', 'ground'] as const;

const floorOf = (area: string) =>
  files.map(({ path }) => placeOf(path)).find((place) => place?.feature === area)?.floor;

function findCycle(): string[] {
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): string[] => {
    const seen = trail.indexOf(path);
    if (seen >= 0) return [...trail.slice(seen), path];
    if (done.has(path)) return [];
    for (const next of byPath.get(path)?.imports ?? []) {
      const cycle = walk(next, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const { path } of files) {
    const cycle = walk(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

function featureCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const walk = (feature: string, trail: string[]): string[] => {
    const seen = trail.indexOf(feature);
    if (seen >= 0) return [...trail.slice(seen), feature];
    for (const next of edges.get(feature) ?? []) {
      const cycle = walk(next, [...trail, feature]);
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  for (const feature of edges.keys()) {
    const cycle = walk(feature, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** A file that only passes on what others export. */
function isBarrel({ path, text }: SourceFile): boolean {
  // Most files re-export nothing and need not be parsed.
  if (!/^export [^;]*\bfrom '/m.test(text)) return false;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const isReexport = (one: ts.Statement) => ts.isExportDeclaration(one) && one.moduleSpecifier !== undefined;
  return source.statements.filter(isReexport).length > 1 && source.statements.every(isReexport);
}

/** The code of a file without its comments. */
function codeOf({ text }: SourceFile): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

function bannedIn(file: SourceFile): string[] {
  const place = placeOf(file.path);
  const code = codeOf(file);
  const found: string[] = [];
  if (
    /sandbox/i.test(code.replace(/'none'; sandbox|--no-sandbox|sandbox="|isSandbox|api-m\.sandbox\.paypal\.com/g, ''))
  )
    found.push('the word sandbox');
  if (place?.role === 'screen' || place?.role === 'shared' || place?.role === 'service') {
    if (/\bisEmbedded\s*\?|\bsurface\s*===/.test(code)) found.push('a test of who the viewer is');
    if (/app-bridge/.test(code)) found.push('App Bridge');
    if (/#graphql|\bGraphql\w*\b|from 'graphql'/.test(code)) found.push('GraphQL');
  }
  const mayExportDefault = place?.role === 'entry' || place?.role === 'surface' || place?.role === 'route';
  if (/\bexport default\b/.test(code) && !mayExportDefault) found.push('a default export');
  return found;
}
