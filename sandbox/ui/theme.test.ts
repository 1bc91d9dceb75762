import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Collection, Product, Shop } from '../core/state.ts';
import { toGid } from '../core/gid.ts';
import { createCollection, publishCollection } from '../platform/store/collections.ts';
import { setMetafield } from '../platform/store/metafields.ts';
import { isOnStorefront } from '../platform/store/lookup.ts';
import type { RunningSandbox } from '../start.ts';
import { control, startSandbox } from '../testing.ts';
import { listBlocks } from './storefront/liquid-engine.ts';
import { placedBlocks } from './storefront/theme.ts';

/** What a vendor may have called itself; nothing of it may become an element, an attribute or a tag of Liquid. */
const HOSTILE = `Kiln"><script>hacked()</script> {{ shop.name }} & 'Co`;
const RAW = /<script>|Kiln"/;

let running: RunningSandbox;
let shop: Shop;
let product: Product;
let page: Collection;

beforeAll(async () => {
  running = await startSandbox();
  const [first] = Object.values(running.sandbox.state.shops);
  if (!first) throw new Error('The demo store is missing');
  shop = first;
  await control(running.url, 'POST', '/install', {});
  const found = Object.values(shop.products).find((one) => isOnStorefront(shop, one));
  if (!found) throw new Error('The demo store sells nothing');
  product = found;
  product.vendor = HOSTILE;
  page = createCollection(running.sandbox, shop, {
    title: HOSTILE,
    handle: 'kiln-1',
    descriptionHtml: '<p>Thrown <strong>by hand</strong> &amp; fired &lt;slowly&gt;.</p>',
    image: { src: '/ui/assets/icon.svg', alt: HOSTILE },
    addSources: [{ title: 'Souk', description: HOSTILE, vendors: [HOSTILE] }],
  });
  publishCollection(running.sandbox, page, [shop.publications[0]?.id ?? 0], 'on');
  setMetafield(
    running.sandbox,
    shop,
    {
      ownerGid: toGid('Collection', page.id),
      namespace: 'souk',
      key: 'page',
      type: 'json',
      value: JSON.stringify({
        vendor: HOSTILE,
        fields: [
          { key: 'town', name: 'Town', kind: 'text', value: `Bergen\n${HOSTILE}` },
          { key: 'crafts', name: HOSTILE, kind: 'list', values: ['Clay', HOSTILE] },
          { key: 'site', name: 'Site', kind: 'link', value: 'https://kiln.example/"><script>hacked()</script>' },
          { key: 'story', name: 'Story', kind: 'html', html: '<p>As it <em>was</em>.</p>' },
          { key: 'work', name: 'Work', kind: 'images', values: ['/ui/assets/icon.svg'] },
        ],
      }),
    },
    [],
  );
});
afterAll(() => running.stop());
beforeEach(() => {
  delete shop.themeBlocks;
});

const read = async (path: string): Promise<string> =>
  (await fetch(`${running.url}/store/${shop.handle}${path}`)).text();
const change = (id: string, fields: Record<string, string> = {}, state = ''): Promise<Response> =>
  fetch(`${running.url}/themes/${shop.handle}/${id}${state}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin: running.url },
  });
/** One block of a page, up to the next one or the end of the page's own part. */
const blockOf = (html: string, id: string): string =>
  html
    .split('<div id="shopify-block-')
    .find((part) => part.startsWith(`${id}"`))
    ?.split('<footer')[0] ?? '';

describe('the blocks in the theme', () => {
  it('every block of the extension has a place in the demo', () => {
    expect([...new Set(placedBlocks(shop).map((placed) => placed.block))].sort()).toEqual(listBlocks());
  });

  it('a product says who sells it, and leads to the vendor’s page without script', async () => {
    const html = await read(`/products/${product.handle}`);
    const block = blockOf(html, 'product-sold-by');
    expect(block).toContain('Sold by');
    expect(block).toContain(`href="/store/${shop.handle}/collections/kiln-1"`);
    expect(block).not.toContain('data-souk-find');
    expect(html).toContain('<link rel="stylesheet" href="/extensions/souk-theme/souk.css">');
  });

  it('hostile names, fields and pictures stay texts in every block', async () => {
    const pages = [await read(`/products/${product.handle}`), await read('/collections/kiln-1')];
    const ids = ['product-sold-by', 'product-vendor-info', 'product-contact-form', 'collection-vendor-page'];
    for (const id of ids) {
      const block = pages.map((html) => blockOf(html, id)).join('');
      expect(block, id).toMatch(/Kiln&(quot|#34);&gt;&lt;script&gt;/);
      expect(block, id).not.toMatch(RAW);
    }
    for (const html of pages) expect(html).not.toContain('<script>hacked');
  });

  it('a vendor’s page shows formatted text, lists, links and pictures, each with its size', async () => {
    const block = blockOf(await read('/collections/kiln-1'), 'collection-vendor-page');
    expect(block).toContain('<p>Thrown <strong>by hand</strong> &amp; fired &lt;slowly&gt;.</p>');
    expect(block).toContain('<p>As it <em>was</em>.</p>');
    expect(block).toContain('Bergen');
    for (const [picture] of block.matchAll(/<img[^>]*>/g)) expect(picture).toMatch(/width="\d+" height="\d+"/);
  });

  it('a product whose vendor has no page leads to its products, and names it for the script', async () => {
    page.publishedOn = [];
    const block = blockOf(await read(`/products/${product.handle}`), 'product-sold-by');
    publishCollection(running.sandbox, page, [shop.publications[0]?.id ?? 0], 'on');
    expect(block).toContain(`/store/${shop.handle}/collections/vendors?q=Kiln%22%3E`);
    expect(block).toContain(`data-souk-find="/store/${shop.handle}/apps/souk/vendor.json?locale=en"`);
    expect(block).not.toMatch(RAW);
  });

  it.each([
    ['nl', 'Verkocht door'],
    ['de', 'Verkauft von'],
    ['fr', 'Vendu par'],
    ['es', 'Vendido por'],
    ['pt', 'Sold by'],
  ])('speaks %s', async (locale, said) => {
    expect(blockOf(await read(`/products/${product.handle}?locale=${locale}`), 'product-sold-by')).toContain(said);
  });

  it('draws nothing in a store without the app', async () => {
    const { installation } = shop;
    shop.installation = null;
    const html = await read(`/products/${product.handle}`);
    shop.installation = installation;
    expect(html).not.toContain('souk');
  });
});

describe('the theme editor in small', () => {
  it('switches a block off and on again', async () => {
    expect((await change('product-sold-by', {}, '/off')).headers.get('location')).toContain('done=');
    expect(blockOf(await read(`/products/${product.handle}`), 'product-sold-by')).toBe('');
    await change('product-sold-by', {}, '/on');
    expect(blockOf(await read(`/products/${product.handle}`), 'product-sold-by')).not.toBe('');
  });

  it('keeps settings, and a text in them stays a text', async () => {
    await change('product-sold-by', { label: `<b>Made by</b>`, size: 'large', proxy_path: '/tools/market' });
    const block = blockOf(await read(`/products/${product.handle}`), 'product-sold-by');
    expect(block).toContain('&lt;b&gt;Made by&lt;/b&gt;');
    expect(block).toContain('souk-size-large');
    expect(block).not.toContain('<img');
  });

  it('leads forms to where the merchant moved the app', async () => {
    await change('page-vendor-application', {
      heading: '',
      text: '',
      place: 'portal',
      start: 'button',
      proxy_path: '/tools/market',
    });
    const block = blockOf(await read('/pages/sell'), 'page-vendor-application');
    expect(block).toContain(`href="/store/${shop.handle}/tools/market/apply?locale=en"`);
  });

  it.each([
    ['a number out of its range', 'product-vendor-info', { words: '500', most_fields: '3' }],
    ['an option that is none', 'collection-vendor-page', { layout: 'sideways', most_fields: '3' }],
    ['a block that is not there', 'product-nothing', {}],
  ])('refuses %s', async (_, id, fields) => {
    expect((await change(id, fields)).headers.get('location')).toContain('error=');
  });

  it('shows every block with its settings, and serves the extension’s files alone', async () => {
    const html = await (await fetch(`${running.url}/themes`)).text();
    expect(html).toContain('Vendor application');
    expect(html).not.toContain('translation missing');
    const statuses = await Promise.all(
      ['souk.css', 'souk-form.js', 'souk-vendor.js', 'nothing.js', '..%2Fshopify.extension.toml'].map(
        async (file) => (await fetch(`${running.url}/extensions/souk-theme/${file}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404]);
  });
});
