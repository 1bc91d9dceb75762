/** What a browser calls itself, cut to what the list of devices keeps. */
export const AGENT_MAX = 300;

/** A device as the list shows it: names of products, which are the same in every language. Empty where nothing is known. */
export type Device = { browser: string; system: string };

const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\d.*Safari\//],
];
const SYSTEMS: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Reads the browser and the system out of a user agent. */
export function readDevice(agent: string): Device {
  const first = (table: readonly [string, RegExp][]) => table.find(([, mark]) => mark.test(agent))?.[0] ?? '';
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}

/** Safari, whose tabs must be opened by the press of the button itself. */
export function isSafari(agent: string): boolean {
  return readDevice(agent).browser === 'Safari';
}
