/** A vendor as every visitor of the store may know it: its page's own content, and nothing of its account. */
export type PublicVendor = {
  title: string;
  handle: string;
  collectionUrl: string;
  imageUrl: string;
  description: string;
  /** The fields with the tick "show on vendor page", by their keys. */
  fields: Readonly<Record<string, string | string[]>>;
};

/** The keys of a vendor that a field of the store's own can never take. */
const OWN_KEYS = ['$collectionUrl', '$imageUrl', '$description'] as const;

/** One vendor as `populate/vendor` answers it: the page's own parts with a `$`, then each public field by its key. */
export function flatVendor(vendor: PublicVendor): Record<string, string | string[]> {
  return {
    ...withoutOwnKeys(vendor.fields),
    $collectionUrl: vendor.collectionUrl,
    $imageUrl: vendor.imageUrl,
    $description: vendor.description,
  };
}

/** One vendor as `populate/v2` answers it: title, handle, picture, then each public field by its key. */
export function listedVendor(vendor: PublicVendor): Record<string, unknown> {
  const { title, handle, collectionUrl, imageUrl } = vendor;
  return {
    ...withoutOwnKeys(vendor.fields),
    title,
    handle,
    url: collectionUrl,
    image: imageUrl === '' ? null : { url: imageUrl },
  };
}

function withoutOwnKeys(fields: PublicVendor['fields']): Record<string, string | string[]> {
  const taken = new Set<string>(OWN_KEYS);
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !taken.has(key)));
}

/** The store's four colours, as six-digit hex. */
type Colors = { indigo600: string; indigo800: string; orange800: string; green800: string };

/** The store's colours as custom properties that a theme's own styles may use. */
export function storefrontCss({ indigo600, indigo800, orange800, green800 }: Colors): string {
  const lines = Object.entries({
    '--souk-brand': indigo600,
    '--souk-brand-strong': indigo800,
    '--souk-attention': orange800,
    '--souk-success': green800,
  }).map(([name, value]) => `  ${name}: ${value};`);
  return `:root {\n${lines.join('\n')}\n}\n.souk-sold-by a { color: var(--souk-brand); }\n`;
}

/**
 * What a product page does with a vendor: links whose text is its name, and links to the anchor `#souk-vendor`, lead to its
 * page; elements with `data-souk-vendor="<key>"` show that field. Texts are written as texts, never as markup.
 */
export function vendorScript(vendor: PublicVendor): string {
  const data = JSON.stringify({ name: vendor.title, values: flatVendor(vendor) }).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `(function (vendor) {
  var url = vendor.values.$collectionUrl;
  function textOf(value) { return Array.isArray(value) ? value.join(', ') : value; }
  function fill() {
    if (url) document.querySelectorAll('a').forEach(function (link) {
      if (link.textContent.trim() === vendor.name || link.getAttribute('href') === '#souk-vendor') link.href = url;
    });
    document.querySelectorAll('[data-souk-vendor]').forEach(function (place) {
      var value = vendor.values[place.getAttribute('data-souk-vendor')];
      if (value === undefined) return;
      if (place.tagName === 'IMG') place.src = value; else place.textContent = textOf(value);
    });
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fill); else fill();
})(${data});
`;
}
