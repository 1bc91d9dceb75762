import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const THREAD = /new URL\('(\.\/[\w-]+\.thread\.server\.ts)', import\.meta\.url\)/g;

/** Gives the code of a thread a file of its own in the server's build; from the source it runs as it is. */
export function threadFiles(): Plugin {
  return {
    name: 'thread-files',
    apply: 'build',
    enforce: 'pre',
    transform(code, id, { ssr } = {}) {
      if (!ssr || !id.endsWith('.server.ts')) return null;
      const built = code.replace(THREAD, (_, file: string) => {
        const thread = this.emitFile({ type: 'chunk', id: resolve(dirname(id), file) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${thread})`;
      });
      if (built === code && /new (?:Worker|Piscina)[(<]/.test(code)) {
        this.error("The code of a thread is named by new URL('./<name>.thread.server.ts', import.meta.url)");
      }
      return built;
    },
  };
}
