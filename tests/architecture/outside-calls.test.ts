import { expect, it } from 'vitest';
import { listFiles, readSource } from './source-files.ts';

/** The one place that asks somebody outside: it limits the time and the size of the whole answer. */
const HELPER = 'app/adapters/web/outside-call.server.ts';

it('outside calls: no code of the server calls fetch but the one that limits the whole answer', () => {
  const callers = listFiles('app', /\.tsx?$/)
    .map(readSource)
    .filter(({ path }) => /\.server\.tsx?$/.test(path) || /^app\/(adapters|core)\//.test(path))
    .filter(
      ({ path, text }) =>
        path !== HELPER && !path.includes('.test.') && /(?<![\w.])fetch\(|=\s*fetch\b|globalThis\.fetch/.test(text),
    );
  expect(callers.map(({ path }) => path)).toEqual([]);
});
