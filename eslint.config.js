import js from '@eslint/js';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Business time is data: features take it from ctx.clock and pass it to the database. */
const timeRules = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Take the time from ctx.clock.',
  },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Take the time from ctx.clock.',
  },
  {
    selector: 'TemplateElement[value.raw=/\\b(now|clock_timestamp|current_timestamp)\\s*\\(\\)/i]',
    message: 'Pass the time of ctx.clock to the statement instead of the database\u2019s own.',
  },
  {
    selector: 'Literal[value=/\\b(now|clock_timestamp)\\s*\\(\\)/i]',
    message: 'Pass the time of ctx.clock to the statement instead of the database\u2019s own.',
  },
];

/** Forms of code that hold up or mislead everybody, each found in the program once. */
const programRules = [
  {
    selector:
      'CallExpression[callee.property.name="set"] > ArrayExpression > SpreadElement:first-child CallExpression[callee.property.name="get"]',
    message: 'Append in place with appendTo: a list copied for each value takes the square of the time.',
  },
  {
    selector:
      'ObjectExpression:has(> Property[key.name="rule"]) > Property[key.name="message"] > :matches(Literal, TemplateLiteral).value',
    message: 'Words of a rule stand in RULES and the five languages: message: rule(…).',
  },
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression, JSXSpreadAttribute > ObjectExpression',
    message: 'Write the keys where they belong instead of spreading a literal.',
  },
];

const OUTSIDE_MESSAGE = 'Call who is outside with callOutside, which limits the whole answer.';

export default ts.config(
  {
    ignores: [
      'build/',
      '.local/',
      'node_modules/',
      'public/',
      'extensions/souk-theme/',
      'scripts/*.mjs',
      'sandbox/**/*.{js,mjs}',
    ],
  },
  js.configs.recommended,
  ts.configs.strict,
  {
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
    },
    rules: {
      '@typescript-eslint/no-unused-expressions': ['error', { allowTernary: true }],
      // `_name` marks what a signature demands and nobody needs.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.tsx'],
    plugins: { 'react-hooks': hooks, 'jsx-a11y': a11y },
    rules: { ...hooks.configs.recommended.rules, ...a11y.flatConfigs.recommended.rules },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...programRules] },
  },
  {
    files: ['app/{features,platform}/**/*.{ts,tsx}', 'app/core/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}', 'app/core/clock.ts'],
    rules: { 'no-restricted-syntax': ['error', ...timeRules, ...programRules] },
  },
  {
    // An answer from outside has a limit of time and of size, its body included.
    files: ['app/**/*.server.{ts,tsx}', 'app/{adapters,core}/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}', 'app/adapters/web/outside-call.server.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: OUTSIDE_MESSAGE }],
      'no-restricted-properties': [
        'error',
        ...['globalThis', 'global', 'window', 'self'].map((object) => ({
          object,
          property: 'fetch',
          message: OUTSIDE_MESSAGE,
        })),
      ],
    },
  },
  {
    // A file that is imported for its types alone must not be loaded by a browser all the same.
    files: ['app/**/*.{ts,tsx}'],
    rules: { '@typescript-eslint/no-import-type-side-effects': 'error' },
  },
  {
    // A page carries neither contracts nor the schema library: forms fetch a schema when they are first used.
    files: ['app/ui/**/*.{ts,tsx}', 'app/{features,platform}/**/{screens,shared}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/*.server.{ts,tsx}', 'app/ui/i18n/load-part.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'zod', allowTypeImports: true, message: 'Put the schema into a contract.' },
            { name: 'react', importNames: ['lazy'], message: 'Use lazyPart, which waits for the texts of the part.' },
          ],
          patterns: [
            {
              group: ['**/*.contract.ts'],
              allowTypeImports: true,
              message:
                'Import a contract as a type only. A schema is fetched: schema: () => import(…).then(({ entryInput }) => entryInput).',
            },
          ],
        },
      ],
    },
  },
  {
    // A pattern that takes the square of the time for twice the text lets one request hold up everybody.
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // It looks at patterns of at most three hundred signs, and refuses longer ones first.
    files: ['app/features/specifications/pattern.ts'],
    rules: { 'regexp/no-super-linear-backtracking': 'off', 'regexp/no-super-linear-move': 'off' },
  },
  {
    // A package of its own, which knows the program by its addresses only.
    files: ['sandbox/**/*.ts'],
    languageOptions: { globals: globals.node },
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['#app/*', '#scripts/*', '#tests/*', '**/../app/**', '**/../scripts/**', '**/../tests/**'],
              message: 'The sandbox imports nothing outside its own folder but the packages it lists.',
            },
          ],
        },
      ],
    },
  },
  {
    // The other direction: what ships knows nothing of the sandbox.
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['#sandbox/*', '@souk/sandbox', '@souk/sandbox/*'] }] },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'tests/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
