import { readdirSync, readFileSync } from 'node:fs';
import { Liquid, Tag, TokenKind } from 'liquidjs';
import type { Context, Emitter, TagToken, TopLevelToken } from 'liquidjs';
import { escapeHtml } from '../markup.ts';

export type BlockSchema = {
  name: string;
  target: string;
  stylesheet?: string;
  javascript?: string;
  enabled_on?: { templates: string[] };
  settings: BlockSetting[];
};
export type BlockSetting = {
  type: string;
  id: string;
  label: string;
  info?: string;
  default?: string | number | boolean;
  options?: { value: string; label: string }[];
  min?: number;
  max?: number;
  step?: number;
};

type Texts = { [key: string]: string | Texts };

const FOLDER = new URL('../../../extensions/souk-theme/', import.meta.url);

/** The theme app extension as it lies in the repository. */
export function readExtensionFile(path: string): string {
  return readFileSync(new URL(path, FOLDER), 'utf8');
}

/** The blocks by their file names. */
export function listBlocks(): string[] {
  return readdirSync(new URL('blocks/', FOLDER))
    .filter((file) => file.endsWith('.liquid'))
    .map((file) => file.slice(0, -'.liquid'.length))
    .sort();
}

/** The schema at the end of a block. */
export function readBlockSchema(block: string): BlockSchema {
  const source = readExtensionFile(`blocks/${block}.liquid`);
  const json = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema\s*-?%\}/.exec(source)?.[1];
  return JSON.parse(json ?? '{}') as BlockSchema;
}

/** A text of the extension in a language, as the platform finds it: in that language, else in the default one. */
export function extensionText(locale: string, key: string, kind: '' | '.schema' = ''): string {
  for (const file of [`locales/${locale}${kind}.json`, `locales/en.default${kind}.json`]) {
    let node: Texts | string | undefined;
    try {
      node = JSON.parse(readExtensionFile(file)) as Texts;
    } catch {
      continue; // A language that the extension does not speak.
    }
    for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
    if (typeof node === 'string') return node;
  }
  return `translation missing: ${locale}.${key}`;
}

/** `t:…` of a schema in English, as the theme editor shows it; other texts as they are. */
export function schemaText(text: string): string {
  return text.startsWith('t:') ? extensionText('en', text.slice(2), '.schema') : text;
}

/** The schema is for the theme editor and draws nothing. */
class SchemaTag extends Tag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    while (rest.length > 0) {
      const next = rest.shift();
      if (next?.kind === TokenKind.Tag && (next as TagToken).name === 'endschema') return;
    }
    throw new Error('tag schema is not closed');
  }

  override render(_context: Context, _emitter: Emitter): void {
    // Nothing of it stands on the page.
  }
}

type Named = [string, unknown];

/** A value as a filter takes it: only texts and numbers say something. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** An engine that draws the extension's blocks in one language. An unknown filter or a missing snippet throws. */
export function openLiquid(o: { locale: string; root: string; now: Date; timezone: string }): Liquid {
  const folder = decodeURIComponent(FOLDER.pathname);
  const liquid = new Liquid({
    root: [`${folder}blocks`],
    partials: [`${folder}snippets`],
    extname: '.liquid',
    strictFilters: true,
    jsTruthy: false,
  });
  liquid.registerTag('schema', SchemaTag);
  liquid.registerFilter('t', (key: string, ...values: Named[]) => {
    const named = new Map(values);
    return extensionText(o.locale, key).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
      escapeHtml(textOf(named.get(name))),
    );
  });
  // Of `date` the blocks use the day of now alone, which the platform takes in the store's zone.
  liquid.registerFilter('date', (value: unknown, format: unknown) => {
    if (value !== 'now' || format !== '%Y%m%d') throw new Error('only the day of now is spoken');
    return new Intl.DateTimeFormat('sv-SE', { timeZone: o.timezone }).format(o.now).replaceAll('-', '');
  });
  liquid.registerFilter('handleize', (text: unknown) =>
    textOf(text)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  );
  liquid.registerFilter('url_for_vendor', (vendor: unknown) =>
    textOf(vendor) === '' ? '' : `${o.root}/collections/vendors?q=${encodeURIComponent(textOf(vendor))}`,
  );
  liquid.registerFilter('asset_url', (file: unknown) => `/extensions/souk-theme/${textOf(file)}`);
  // The stand-in keeps pictures in one size.
  liquid.registerFilter('image_url', (image: { src?: string } | null) => image?.src ?? '');
  return liquid;
}
