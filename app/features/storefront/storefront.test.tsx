import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { flatVendor, listedVendor, storefrontCss, vendorScript, type PublicVendor } from './storefront.ts';

const EVIL = '</script><script>window.hacked = true</script><img src=x onerror=alert(1)>';
const VENDOR: PublicVendor = {
  title: 'Kiln & Co',
  handle: 'kiln-co',
  collectionUrl: 'https://demo.myshopify.com/collections/kiln-co-1',
  imageUrl: 'https://cdn.shopify.com/kiln.png',
  description: '<p>Thrown by hand.</p>',
  fields: { town: EVIL, glazes: ['Sand', 'Ash'] },
};

test('the script leads to the vendor’s page and writes fields as text', () => {
  document.body.innerHTML = `<a id="name" href="/old"> Kiln &amp; Co </a><a id="marker" href="#souk-vendor">More</a>
    <a id="other" href="/x">Other</a><p data-souk-vendor="town"></p><p data-souk-vendor="glazes"></p>
    <p data-souk-vendor="taxNumber">kept</p><img alt="" data-souk-vendor="$imageUrl">`;
  runInNewContext(vendorScript(VENDOR), { document });
  const href = (id: string) => document.getElementById(id)?.getAttribute('href');
  expect(['name', 'marker', 'other'].map(href)).toEqual([VENDOR.collectionUrl, VENDOR.collectionUrl, '/x']);
  const shown = (key: string) => document.querySelector(`[data-souk-vendor="${key}"]`);
  expect(shown('town')?.textContent).toBe(EVIL);
  expect(shown('town')?.children).toHaveLength(0);
  expect(shown('glazes')?.textContent).toBe('Sand, Ash');
  expect(shown('taxNumber')?.textContent).toBe('kept');
  expect(document.querySelector('img')?.src).toBe(VENDOR.imageUrl);
});

test('a field that takes the name of a vendor’s own part does not replace it', () => {
  const sly = { ...VENDOR, fields: { $collectionUrl: 'https://elsewhere.test', title: 'Somebody else', image: 'x' } };
  expect(flatVendor(sly).$collectionUrl).toBe(VENDOR.collectionUrl);
  expect(listedVendor(sly)).toMatchObject({ title: 'Kiln & Co', image: { url: VENDOR.imageUrl } });
});

test('the style sheet names the four colours', () => {
  const css = storefrontCss({ indigo600: '#111111', indigo800: '#222222', orange800: '#333333', green800: '#444444' });
  for (const colour of ['#111111', '#222222', '#333333', '#444444']) expect(css).toContain(colour);
});
