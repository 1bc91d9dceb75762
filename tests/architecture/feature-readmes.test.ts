import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { at } from '#scripts/paths.ts';
import { listFiles } from './source-files.ts';

/** The floors that hold areas: what everything stands on, and what stands on it. */
const FLOORS = ['app/platform', 'app/features'];
/** Models of the runtime, which no feature owns: queues, stored answers, counters of calls. */
const MODELS_OF_THE_RUNTIME = ['WebhookDelivery', 'DeliveryClaim', 'ScheduledJob', 'IdempotencyKey', 'RateBucket'];

const models = [...readFileSync(at('prisma/schema.prisma'), 'utf8').matchAll(/^model (\w+) \{/gm)].map(
  ([, name = '']) => name,
);
const areas = FLOORS.flatMap((floor) =>
  readdirSync(at(floor), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${floor}/${name}`),
);
const sources = listFiles('app', /\.server\.ts$|\.ts$/)
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(at(file), 'utf8'))
  .join('\n');

const readmeOf = (area: string) => `${area}/README.md`;
const readReadme = (area: string) => (existsSync(at(readmeOf(area))) ? readFileSync(at(readmeOf(area)), 'utf8') : '');

/** What a line such as "- **Tables**: `Order`, `OrderLine`" names; nothing where there is no such line. */
function readNames(area: string, line: string): string[] {
  const found = new RegExp(`^- \\*\\*${line}\\*\\*: (.+)$`, 'm').exec(readReadme(area))?.[1] ?? '';
  return [...found.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Whether a path that a README names is there: beside it, in another area, in app/, or in the project. */
function isThere(area: string, path: string): boolean {
  return [`${area}/${path}`, ...FLOORS.map((floor) => `${floor}/${path}`), `app/${path}`, path].some((one) =>
    existsSync(at(one)),
  );
}

describe.each(areas)('README of %s', (area) => {
  it('is there, with the words of the area and where to begin', () => {
    expect(readReadme(area)).toMatch(/^# \S/);
    expect(readReadme(area)).toMatch(/^- \*\*Words\*\*: \S/m);
    expect(readNames(area, 'Begin with').length).toBeGreaterThan(1);
  });

  it('names only files and folders that exist', () => {
    const paths = [...readReadme(area).matchAll(/`([\w./-]+(?:\.tsx?|\.md))`/g)].map(([, path = '']) => path);
    expect([...paths, ...readNames(area, 'Begin with')].filter((path) => !isThere(area, path))).toEqual([]);
  });

  it('links only to documents that exist', () => {
    const links = [...readReadme(area).matchAll(/\]\(([^)#\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(at(area, link)))).toEqual([]);
  });

  it('names only models, jobs and webhooks that exist', () => {
    expect(readNames(area, 'Tables').filter((name) => !models.includes(name))).toEqual([]);
    const jobs = readNames(area, 'Jobs').filter((name) => !sources.includes(`'${name}'`));
    const topics = readNames(area, 'Webhooks').filter(
      (name) => !name.endsWith('.server.ts') && !sources.includes(`'${name}'`),
    );
    expect([...jobs, ...topics]).toEqual([]);
  });
});

test('every model of the schema stands in the README of one area, but for those of the runtime', () => {
  const named = areas.flatMap((area) => readNames(area, 'Tables'));
  expect([...named, ...MODELS_OF_THE_RUNTIME].sort()).toEqual([...models].sort());
});
