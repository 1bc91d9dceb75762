import { expect, it } from 'vitest';
import { listFiles, readSource } from './source-files.ts';

/** What runs in the browser: the kit, screens, what routes and surfaces draw, and the entry. */
const BROWSER = /^app\/(ui\/|surfaces\/|entry\.client|(?:features|platform)\/.+\/(screens|shared|routes)\/)/;
const RAW = /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bnew (EventSource|WebSocket)\b/;

/** The few that are the way to the network themselves, and why. */
const CALL_METHODS = new Map([
  ['app/ui/session/api-client.ts', 'is the client'],
  ['app/ui/forms/send-file.ts', 'tells progress, which fetch cannot'],
]);

const files = listFiles('app', /\.tsx?$/)
  .filter((path) => BROWSER.test(path) && !/\.(test|server)\./.test(path))
  .map(readSource);

it('calls of the browser: lets every call of the browser go through the one client, which keeps time and repeats', () => {
  const stray = files.filter(({ path, text }) => RAW.test(text) && !CALL_METHODS.has(path)).map(({ path }) => path);
  expect(stray).toEqual([]);
  expect([...CALL_METHODS.keys()].filter((path) => !files.some((file) => file.path === path))).toEqual([]);
});

it('calls of the browser: names the packages of calling and caching once each', () => {
  const naming = (name: string) => files.filter(({ packages }) => packages.includes(name)).map(({ path }) => path);
  expect(naming('ky')).toEqual(['app/ui/session/api-client.ts']);
  expect(naming('swr')).toEqual(['app/ui/session/use-data.ts']);
});
