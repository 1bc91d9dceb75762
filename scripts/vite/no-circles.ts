import type { Plugin } from 'vite';

/** Refuses a build in which chunks import one another in a circle: a browser would run one before what it needs. */
export function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const done = new Set<string>();
      const walk = (file: string, path: readonly string[]): void => {
        const chunk = bundle[file];
        if (path.includes(file)) this.error(`Chunks import one another: ${[...path, file].join(' → ')}`);
        if (done.has(file) || chunk?.type !== 'chunk') return;
        for (const next of chunk.imports) walk(next, [...path, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) walk(file, []);
    },
  };
}
