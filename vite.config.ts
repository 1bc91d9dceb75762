import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { sharedChunk } from './scripts/vite/chunks.ts';
import { lightTokens } from './scripts/vite/light-tokens.ts';
import { neededTexts } from './scripts/vite/needed-texts.ts';
import { noCircles } from './scripts/vite/no-circles.ts';
import { threadFiles } from './scripts/vite/thread-files.ts';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  server: { host: '127.0.0.1' },
  plugins: [
    threadFiles(),
    neededTexts(),
    lightTokens(),
    noCircles(),
    remix({
      ignoredRouteFiles: ['**/*'],
      future: {
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_fetcherPersist: true,
        // Asking for routes one by one left a blank page where a second navigation met a first one that was still asking.
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  ssr: { noExternal: ['@shopify/polaris', '@shopify/shopify-app-remix', '@shopify/app-bridge-react'] },
  // Scanned once at start: a dependency found later reloads the page, and server packages must never be bundled for the browser.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      '@remix-run/react',
      '@shopify/app-bridge-react',
      '@shopify/polaris',
      '@shopify/polaris-icons',
      '@shopify/shopify-app-remix/react',
      'i18next',
      'ky',
      'zod',
    ],
    exclude: ['@prisma/client', '@prisma/adapter-pg'],
  },
  // Everything the portal loads lives under /app/, so that a store may map its own host to that path alone.
  build: {
    target: 'es2022',
    assetsDir: 'app/assets',
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: sharedChunk } },
  },
}));
