import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';

/**
 * The texts that the specification quotes, in English and word by word. `{name}` stands for whatever the product fills in. No rewording
 * of screens may lose one.
 */
const SCREEN_TEXTS = [
  'Sign in to your account',
  'Log in',
  'Lost your password?',
  'Reset your password',
  'Set your password',
  'Send me the code',
  'Code sent via email',
  'Change password & log in',
  'Set password & log in',
  'Login instead',
  '{vendor word} application',
  'Create a {vendor word} account',
  "Thank you for your application, we'll get back to you shortly.",
  'Vendor registration is currently disabled.',
  'Provided url is not an image',
  'Nothing to preview',
  'File uploaded',
  "Passwords don't match",
  'Required field',
  'Unexpected Application Error!',
  'Maximum image size is 20MB',
  'Maximum image size is 25MP',
  'Your image could not be uploaded.',
  'max 20MB, max resolution 20MP, aspect ratio between 100:1 and 1:100, accepted types JPEG, PNG, WEBP, HEIC, GIF',
  'Must be a valid URL',
  'There should be at least one choice',
  'There should be at least two choices',
  'should be greater than {min}',
  'At least one commission line should not have a condition',
  'There should not be a gap between {X} and {Y}',
  'There should not be a gap between {X} and above',
  'There should not be an overlap between {X} and {Y}',
  'There should not be an overlap between {X} and above',
  'Some metafields are required',
  'Required',
  'Should be before the start date',
  'State is required',
  'Must starts with sk_',
  'Must starts with shippo_',
  'Must starts with {host}/spreadsheets/d/',
  'must be a number',
] as const;

/** Texts that no screen has: errors of the client of the API, as its own tests look at them, and a word of CSV files. */
const OTHER_TEXTS = [
  'Request failed with status code {status}: {method} {url}',
  'Request timed out: {method} {url}',
  'Untracked',
] as const;

/** Quoted words of the two specifications that are values of the API and no texts, and parts of texts above. */
const NO_TEXTS: ReadonlySet<string> = new Set(['metafield-file', '... and above']);

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const folder = at('app/locales/en');
/** Texts that no screen says. */
const NO_SCREEN = new Set(['mails.json', 'printedDocuments.json']);
const english = readdirSync(folder)
  .filter((file) => !NO_SCREEN.has(file))
  .flatMap((file) => listTexts(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))));

/** A text with its places made alike: `{{Vendor}}`, `{vendor word}` and `$X` are all places. */
const shape = (text: string): string =>
  text.replaceAll(/\{\{[^{}]{1,50}\}\}|\{[^{}]{1,50}\}|\$[XY]\b/g, '{}').replaceAll('’', "'");

describe('texts of the specification', () => {
  it.each(SCREEN_TEXTS)('screens say word by word: %s', (text) => {
    expect(english.map(shape)).toContain(shape(text));
  });

  const specification = at('../shared/spec');
  const isHere = existsSync(specification);
  if (!isHere)
    console.log('The specification (../shared/spec) is not here: its quotations are not compared with the list.');
  it.runIf(isHere)('every text that the two specification files quote is held here', () => {
    const tested = new Set([...SCREEN_TEXTS, ...OTHER_TEXTS].map(shape));
    const quoted = ['public-side.md', 'authenticated-area.md'].flatMap((file) =>
      Array.from(
        readFileSync(`${specification}/${file}`, 'utf8').matchAll(
          /(?<![A-Za-z])'([^'\n]*(?:'[a-z][^'\n]*)*?)'(?![a-z])/g,
        ),
        ([, text]) => text ?? '',
      ),
    );
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter((text) => !NO_TEXTS.has(text) && !tested.has(shape(text)))).toEqual([]);
  });
});
