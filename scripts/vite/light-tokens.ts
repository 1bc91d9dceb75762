import type { Plugin } from 'vite';

/** What Polaris's components read of the theme by script; everything else they take from its style sheet. */
const READ_BY_SCRIPT = new Set(['border', 'breakpoints', 'height', 'motion', 'space', 'width', 'zIndex']);

/**
 * Leaves of Polaris's tokens in a browser what its components read there: the numbers of the one theme we use, without its
 * colours and fonts and without the other themes, which are 90 kB of script.
 */
export function lightTokens(): Plugin {
  return {
    name: 'light-tokens',
    apply: 'build',
    transform(code, id, { ssr } = {}) {
      if (ssr || !id.endsWith('/@shopify/polaris-tokens/dist/esm/build/index.mjs')) return null;
      const themes = /^var themes = (\{[\s\S]*?^\});$/m.exec(code)?.[1];
      if (!themes) this.error("Polaris's tokens are written in another way than before");
      const { light = {} } = JSON.parse(themes) as Record<string, Record<string, unknown>>;
      const read = Object.fromEntries(Object.entries(light).filter(([group]) => READ_BY_SCRIPT.has(group)));
      return { code: code.replace(themes, JSON.stringify({ light: read })), map: null };
    },
  };
}
