// `npm run build:extensions`: builds what the store admin shows of us as the platform's command line does at a deploy, and says how large
// each is. The command line builds anew for a deploy; this shows beforehand that it can.
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bundleExtension, listUiExtensions } from '#sandbox/platform/ui-extensions.ts';
import { at } from './paths.ts';

/** A bundle of the admin is at most so large, compressed: https://shopify.dev/docs/apps/build/app-extensions. */
const LIMIT_BYTES = 64 * 1024;

mkdirSync(at('build/extensions'), { recursive: true });
for (const extension of listUiExtensions()) {
  const script = await bundleExtension(extension);
  const bytes = gzipSync(script).length;
  writeFileSync(at('build/extensions', `${extension.handle}.js`), script);
  console.log(`${extension.handle.padEnd(24)} ${(bytes / 1024).toFixed(1).padStart(6)} kB  ${extension.target}`);
  if (bytes > LIMIT_BYTES) {
    console.error(`${extension.handle} is larger than 64 kB compressed.`);
    process.exitCode = 1;
  }
}
