import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { listExtensions, tables, text } from './app-extensions.ts';
import type { TomlTable } from './app-config.ts';

/** One extension of the app that a page of the store admin or of a customer's account shows: where, and the module that draws it. */
export type UiExtension = {
  handle: string;
  /** A text of its locales, after `t:`. */
  name: string;
  target: string;
  /** The folder of its `shopify.extension.toml`, and the module within it. */
  folder: string;
  module: string;
};

/** The extensions of type `ui_extension` in every folder of extensions/, in the order of their files. */
export function listUiExtensions(): UiExtension[] {
  return listExtensions('ui_extension').flatMap(({ extension, folder }) =>
    tables(extension['targeting']).map((targeting) => ({
      ...readNamed(extension, folder),
      target: text(targeting['target']),
      module: text(targeting['module']),
    })),
  );
}

/** A link of the app in a menu of the store admin, and the path of the app's that it opens with a record's number (`?id=`). */
export type AdminLink = Pick<UiExtension, 'handle' | 'name' | 'target' | 'folder'> & { path: string };

/** The extensions of type `admin_link`: https://shopify.dev/docs/apps/build/admin/admin-links/create-admin-links. */
export function listAdminLinks(): AdminLink[] {
  return listExtensions('admin_link').flatMap(({ extension, folder }) =>
    tables(extension['targeting']).map((targeting) => ({
      ...readNamed(extension, folder),
      target: text(targeting['target']),
      path: text(targeting['url']),
    })),
  );
}

const readNamed = (extension: TomlTable, folder: string): Pick<UiExtension, 'handle' | 'name' | 'folder'> => ({
  handle: text(extension['handle']),
  name: text(extension['name']).replace(/^t:/, ''),
  folder,
});

/**
 * How large a bundle may be, compressed, in bytes: a whole page of customers' accounts twice what anything else may.
 * https://shopify.dev/docs/apps/build/app-extensions, https://shopify.dev/docs/apps/build/customer-accounts/full-page-extensions
 */
export const computeSizeLimit = ({ target }: Pick<UiExtension, 'target'>): number =>
  (target === 'customer-account.page.render' ? 128 : 64) * 1024;

/**
 * The script of an extension as the platform’s command line makes it: one file, the target’s function handed to
 * `shopify.extend`, ES2015 without names and comments. Throws with the builder’s words where a module cannot be built.
 */
export async function bundleExtension({ folder, module, target }: UiExtension): Promise<string> {
  const built = await build({
    stdin: {
      contents: `import draw from ${JSON.stringify(module)};\nshopify.extend(${JSON.stringify(target)}, (...args) => draw(...args));`,
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    jsx: 'automatic',
    platform: 'browser',
    target: 'es2015',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolveExtensions: ['.tsx', '.ts', '.js', '.json', '.esnext', '.mjs', '.ejs'],
  });
  return built.outputFiles[0]?.text ?? '';
}

type Texts = { [key: string]: string | Texts };

/** The texts of an extension in a language, or in its default where it has none. */
export function readTexts({ folder }: Pick<UiExtension, 'folder'>, locale: string): { locale: string; texts: Texts } {
  const [language = 'en'] = locale.split('-');
  const own = join(folder, 'locales', `${language}.json`);
  const isThere = /^[a-z]{2}$/.test(language) && existsSync(own);
  const file = isThere ? own : join(folder, 'locales', 'en.default.json');
  return { locale: isThere ? language : 'en', texts: JSON.parse(readFileSync(file, 'utf8')) as Texts };
}
