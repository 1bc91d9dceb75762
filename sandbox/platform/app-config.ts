import { readFileSync } from 'node:fs';
import { coversTopic } from './topic-scopes.ts';
import type { AppConfig } from '../core/kernel.ts';

type TomlValue = string | number | boolean | TomlValue[];
export type TomlTable = { [key: string]: TomlValue | TomlTable | TomlTable[] };

/** Reads shopify.app.toml: the scopes asked for, the webhook subscriptions, the app proxy. Throws with the line that is wrong. */
export function readAppConfig(file: string): AppConfig {
  return toAppConfig(parseToml(readFileSync(file, 'utf8')));
}

/** Throws for a topic whose scope is not among the required ones: the platform refuses the whole deploy, optional scopes do not count. */
export function checkTopics({ subscriptions, scopes }: AppConfig): void {
  for (const { topic } of subscriptions) {
    if (!coversTopic(scopes, topic))
      throw new Error(`shopify.app.toml: ${topic}: Missing scope for webhook topic, or no such topic`);
  }
}

/** The parsed file as the sandbox uses it. */
export function toAppConfig(toml: TomlTable): AppConfig {
  const scopes = table(toml['access_scopes']);
  const webhooks = table(toml['webhooks']);
  const proxy = toml['app_proxy'] === undefined ? null : table(toml['app_proxy']);
  const subscriptions = Array.isArray(webhooks['subscriptions']) ? (webhooks['subscriptions'] as TomlTable[]) : [];
  return {
    name: string(toml['name'], 'name'),
    handle:
      typeof toml['handle'] === 'string'
        ? toml['handle']
        : string(toml['name'], 'name')
            .toLowerCase()
            .replaceAll(/[^a-z0-9]+/g, '-'),
    scopes: (typeof scopes['scopes'] === 'string' ? scopes['scopes'] : '')
      .split(',')
      .map((scope) => scope.trim())
      .filter(Boolean),
    optionalScopes: strings(scopes['optional_scopes']),
    apiVersion: string(webhooks['api_version'], 'webhooks.api_version'),
    subscriptions: subscriptions.flatMap((subscription) =>
      [...strings(subscription['topics']), ...strings(subscription['compliance_topics'])].map((topic) => ({
        topic,
        uri: string(subscription['uri'], 'webhooks.subscriptions.uri'),
      })),
    ),
    proxy: proxy
      ? {
          url: string(proxy['url'], 'app_proxy.url'),
          subpath: string(proxy['subpath'], 'app_proxy.subpath'),
          prefix: string(proxy['prefix'], 'app_proxy.prefix'),
        }
      : null,
  };
}

/** The part of TOML that the platform's files use: tables, arrays of tables, strings, numbers, booleans, arrays (also over lines). */
export function parseToml(source: string): TomlTable {
  const root: TomlTable = {};
  let current = root;
  const lines = source.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    let line = stripComment(lines[index] ?? '').trim();
    if (line === '') continue;
    const header = /^(\[\[?)([\w.-]+)\]\]?$/.exec(line);
    if (header) {
      current = openTable(root, (header[2] ?? '').split('.'), header[1] === '[[');
      continue;
    }
    const pair = /^([\w-]+)\s*=\s*(.*)$/.exec(line);
    if (!pair) throw new Error(`shopify.app.toml, line ${index + 1}: cannot read "${line}"`);
    let value = pair[2] ?? '';
    const firstLine = index + 1;
    while (value.startsWith('[') && !value.endsWith(']')) {
      index += 1;
      if (index >= lines.length) throw new Error(`shopify.app.toml, line ${firstLine}: the array is never closed`);
      line = stripComment(lines[index] ?? '').trim();
      value += ` ${line}`;
    }
    current[pair[1] ?? ''] = parseValue(value.trim(), firstLine);
  }
  return root;
}

function openTable(root: TomlTable, path: string[], isArray: boolean): TomlTable {
  let table_ = root;
  for (const [depth, key] of path.entries()) {
    const isLast = depth === path.length - 1;
    const existing = table_[key];
    if (isLast && isArray) {
      const list = Array.isArray(existing) ? (existing as TomlTable[]) : [];
      const added: TomlTable = {};
      list.push(added);
      table_[key] = list;
      return added;
    }
    const next: TomlTable = Array.isArray(existing)
      ? ((existing as TomlTable[]).at(-1) ?? {})
      : typeof existing === 'object'
        ? existing
        : {};
    if (!Array.isArray(existing)) table_[key] = next;
    table_ = next;
  }
  return table_;
}

function parseValue(value: string, line: number): TomlValue {
  if (value.startsWith('[')) {
    const items = value.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,\s]+/g) ?? [];
    return items.map((item) => parseValue(item, line));
  }
  if (/^".*"$/s.test(value)) return JSON.parse(value) as string;
  if (/^'.*'$/s.test(value)) return value.slice(1, -1);
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  throw new Error(`shopify.app.toml, line ${line}: cannot read the value ${value}`);
}

function stripComment(line: string): string {
  return line.replace(/^((?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*)#.*$/, '$1');
}

function table(value: TomlTable[string] | undefined): TomlTable {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function string(value: TomlTable[string] | undefined, name: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`shopify.app.toml: ${name} is missing`);
  return value;
}

function strings(value: TomlTable[string] | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
