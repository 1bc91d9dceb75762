import { Links, Meta, Scripts, ScrollRestoration } from '@remix-run/react';
import polaris from '@shopify/polaris/build/esm/styles.css?url';
import { useEffect, type ReactNode } from 'react';
import { brandCss } from './ui/brand.ts';
import { useTextsOfPage } from './ui/i18n/load-texts.ts';
import { useNonce } from './ui/nonce.ts';
import { findLayoutData } from './ui/page/title.ts';
import { Outlet, useMatches, useRouteError, type LinksFunction, type MetaFunction } from './ui/router.ts';
import { isMissing, LastPage, useReader } from './ui/shell/last-page/last-page.tsx';
import type { LayoutData } from './ui/shell/shell-data.ts';
import kit from './ui/theme/kit.css?url';
import portal from './ui/theme/portal.css?url';

export const links: LinksFunction = () => [polaris, kit, portal].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: 'Marketplace' }];

/** Marks a page inside a frame before anything is drawn, so that its background never flashes. */
const MARK_FRAME = `if(window.self!==window.top)document.body.setAttribute('data-iframe','')`;

/**
 * A browser that blocks the storage of framed pages throws at every use of it, and the framework's route discovery and
 * scroll restoration use it unguarded. There the page gets one that forgets with the page.
 */
const STAND_IN_STORAGE = `try{window.sessionStorage.length}catch(error){const kept=new Map();Object.defineProperty(window,'sessionStorage',{value:{getItem:(key)=>kept.get(key)??null,setItem:(key,value)=>{kept.set(key,String(value))},removeItem:(key)=>{kept.delete(key)}}})}`;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  useEffect(() => {
    // The whole page answers to its user now; what waits for it (a test, an assistant) need not guess.
    document.documentElement.dataset.ready = '';
  }, []);
  const matches = useMatches();
  const layout = findLayoutData(matches);
  const reader = useReader();
  const locale = layout?.locale ?? reader?.locale ?? 'en';
  useTextsOfPage(matches.map(({ id }) => id).join(' '), locale);
  const isAdmin = matches.some((match) => match.id === 'surface/admin');
  const isLogin = matches.some((match) => match.id === 'surface/login');
  return (
    <html
      lang={locale}
      className={isAdmin ? undefined : 'souk'}
      data-layout={isAdmin ? 'admin' : isLogin ? 'login' : 'portal'}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
        {isAdmin ? null : <PortalHead layout={layout} nonce={nonce} />}
      </head>
      <body suppressHydrationWarning>
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `${MARK_FRAME};${STAND_IN_STORAGE}` }}
        />
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** The store's colours, sent with the page so that they are there from the first paint, its icon and its manifest. */
function PortalHead({ layout, nonce }: { layout: LayoutData | undefined; nonce: string }) {
  if (!layout) return <link rel="icon" href="/app/icon.svg" type="image/svg+xml" />;
  const { brand, logo } = layout;
  return (
    <>
      <meta name="theme-color" content={brand['--souk-brand']} />
      {logo.kind === 'image' ? (
        <link rel="icon" href={logo.src} />
      ) : (
        <link rel="icon" href="/app/icon.svg" type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href="/app/icon-192.png" />
      <link rel="manifest" href="/app/manifest.webmanifest" crossOrigin="use-credentials" />
      <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: brandCss(brand) }} />
    </>
  );
}

export default function App() {
  return <Outlet />;
}

/** When not even a shell could be drawn, in the reader's language. */
export function ErrorBoundary() {
  const error = useRouteError();
  return <LastPage reader={useReader()} isMissing={isMissing(error)} />;
}
