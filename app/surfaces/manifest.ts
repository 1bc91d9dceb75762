import { layoutData } from '#app/main/shell.server.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';

/** The web manifest of the portal as an installable page, in the store's own name, colours and logo. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { store, brand, logo, locale } = await layoutData(request);
  const own = [
    { src: '/app/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/app/icon-512.png', sizes: '512x512', type: 'image/png' },
  ];
  const manifest = {
    name: store.name,
    short_name: store.name.slice(0, 12),
    lang: locale,
    id: '/app',
    start_url: '/app',
    scope: '/app',
    display: 'standalone',
    background_color: brand['--souk-canvas'],
    theme_color: brand['--souk-brand'],
    icons: logo.kind === 'image' ? [{ src: logo.src, sizes: 'any' }, ...own] : own,
  };
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'private, max-age=600' },
  });
}
