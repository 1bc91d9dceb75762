// `npm run build:extensions`: builds what the store admin and buyers' accounts show of us as the platform's command line does at a
// deploy, and says how large each is. The command line builds anew for a deploy; this shows beforehand that it can.
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bundleExtension, computeSizeLimit, listUiExtensions } from '#sandbox/platform/ui-extensions.ts';
import { at } from './paths.ts';

mkdirSync(at('build/extensions'), { recursive: true });
for (const extension of listUiExtensions()) {
  const script = await bundleExtension(extension);
  const bytes = gzipSync(script).length;
  writeFileSync(at('build/extensions', `${extension.handle}.js`), script);
  console.log(`${extension.handle.padEnd(24)} ${(bytes / 1024).toFixed(1).padStart(6)} kB  ${extension.target}`);
  const limit = computeSizeLimit(extension);
  if (bytes > limit) {
    console.error(`${extension.handle} is larger than ${limit / 1024} kB compressed.`);
    process.exitCode = 1;
  }
}
