import { expect, test } from 'vitest';
import { createFailureLog } from './failure-log.ts';

test('failures of the server: one JSON line each without stack, ten a minute, and the next one counts the rest', () => {
  const lines: string[] = [];
  const clock = { now: 60_000 };
  const log = createFailureLog({ write: (line) => lines.push(line), now: () => clock.now });
  for (let count = 0; count < 25; count++) log(new TypeError(`bad\n${count}`));
  expect(lines).toHaveLength(10);
  expect(lines[0]).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'error',
    time: 60_000,
    name: 'TypeError',
    err: 'bad\n0',
    msg: 'a request could not be answered',
  });
  clock.now = 120_000;
  log('text');
  expect(JSON.parse(lines[10] ?? '')).toMatchObject({ err: 'text', suppressed: 15 });
});
