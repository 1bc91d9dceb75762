import { idOfGid, toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { route, text } from '../../core/router.ts';
import type { Route, SandboxRequest } from '../../core/router.ts';
import type { BlockValue, Collection, PlacedBlock, Product, Shop } from '../../core/state.ts';
import { collectionsOf, isCollectionOut, productsOf } from '../../platform/store/collections.ts';
import { isInstalled } from '../../platform/store/lookup.ts';
import { markup, trustedMarkup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { openLiquid, readBlockSchema, readExtensionFile } from './liquid-engine.ts';
import type { BlockSetting } from './liquid-engine.ts';

/** Where the demo's theme has room for blocks, and which of them stand there from the beginning. */
const TEMPLATES = {
  index: ['subscribe-form'],
  product: [
    'sold-by',
    'holiday-message',
    'vendor-info',
    'catalog-offers',
    'make-an-offer',
    'chat',
    'contact-form',
    'chat-bubble',
  ],
  collection: ['vendor-page', 'chat', 'contact-form', 'chat-bubble'],
  page: ['vendor-application', 'subscribe-form'],
} as const;
export type Template = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as Template[];

const ASSET = /^[a-z][a-z-]*\.(css|js)$/;

/** What a merchant placed in the theme editor; a store that never opened it has what stands there from the beginning. */
export function placedBlocks(shop: Shop): PlacedBlock[] {
  shop.themeBlocks ??= TEMPLATE_NAMES.flatMap((template) =>
    TEMPLATES[template].map((block) => ({
      id: `${template}-${block}`,
      block,
      template,
      settings: {},
      // App embeds are off until the merchant switches them on.
      on: readBlockSchema(block).target === 'section',
    })),
  );
  return shop.themeBlocks;
}

/** Switches a placed block on or off, and writes its settings as the editor would; refuses values that it has not. */
export function changeBlock(
  sandbox: Sandbox,
  shop: Shop,
  id: string,
  change: { on?: boolean; settings?: ReadonlyMap<string, string> },
): PlacedBlock {
  const placed = placedBlocks(shop).find((one) => one.id === id);
  if (!placed) throw new Refusal('There is no such block in the theme.', ['id'], 'NOT_FOUND');
  if (change.on !== undefined) placed.on = change.on;
  const { settings } = change;
  if (settings) {
    placed.settings = Object.fromEntries(
      readBlockSchema(placed.block).settings.map((setting) => [
        setting.id,
        readSetting(setting, settings.get(setting.id)),
      ]),
    );
  }
  sandbox.save();
  return placed;
}

function readSetting(setting: BlockSetting, given: string | undefined): BlockValue {
  const value = given ?? '';
  if (setting.type === 'checkbox') return given !== undefined;
  if (setting.type === 'range') {
    const number = Number(value);
    const { min = 0, max = 0, step = 1 } = setting;
    if (value === '' || !(number >= min && number <= max) || (number - min) % step !== 0)
      throw new Refusal(`${setting.id} must be from ${min} to ${max} in steps of ${step}.`, [setting.id]);
    return number;
  }
  if (setting.type === 'select' && !setting.options?.some((option) => option.value === value))
    throw new Refusal(`${setting.id} has no option ${value}.`, [setting.id]);
  return value.slice(0, 2000);
}

/** The settings of a placed block: what was chosen over the schema's defaults. */
export function settingsOf(placed: PlacedBlock): Record<string, BlockValue> {
  const { settings } = readBlockSchema(placed.block);
  return Object.fromEntries(
    settings.map((setting) => [setting.id, placed.settings[setting.id] ?? setting.default ?? '']),
  );
}

export type DrawnBlocks = {
  /** The style sheets and scripts that the blocks name, each once. */
  head: Markup;
  /** The block of this name, or nothing where it is switched off or draws nothing. */
  block: (name: string) => Markup | null;
};

/** The blocks of a template as the platform draws them: each from its file, its settings and what the page is about. */
export function drawBlocks(
  sandbox: Sandbox,
  request: SandboxRequest,
  shop: Shop,
  template: Template,
  about: { product?: Product; collection?: Collection } = {},
): DrawnBlocks {
  const placed = isInstalled(shop) ? placedBlocks(shop).filter((one) => one.template === template && one.on) : [];
  const root = `/store/${shop.handle}`;
  const locale = localeOf(request);
  const liquid = openLiquid({ locale, root, now: sandbox.clock.now(), timezone: shop.timezone });
  const scope = { ...pageScope(shop, root, about), request: { locale: { iso_code: locale }, design_mode: false } };
  const drawn = new Map<string, Markup>();
  const assets = new Set<string>();
  for (const one of placed) {
    const block = { id: one.id, settings: settingsOf(one), shopify_attributes: '' };
    const inside = String(liquid.renderFileSync(one.block, { ...scope, block })).trim();
    if (inside === '') continue;
    drawn.set(
      one.block,
      markup`<div id="shopify-block-${one.id}" class="shopify-block shopify-app-block">${trustedMarkup(inside)}</div>`,
    );
    const { stylesheet, javascript } = readBlockSchema(one.block);
    for (const asset of [stylesheet, javascript]) if (asset) assets.add(asset);
  }
  return {
    head: markup`${[...assets].map((asset) =>
      asset.endsWith('.css')
        ? markup`<link rel="stylesheet" href="/extensions/souk-theme/${asset}">\n`
        : markup`<script src="/extensions/souk-theme/${asset}" defer></script>\n`,
    )}`,
    block: (name) => drawn.get(name) ?? null,
  };
}

/** The demo's storefront is in English; `?locale=nl` shows its blocks as a store's Dutch pages would. */
function localeOf(request: SandboxRequest): string {
  const requested = request.query.get('locale') ?? '';
  return /^[a-z]{2}$/.test(requested) ? requested : 'en';
}

function pageScope(shop: Shop, root: string, about: { product?: Product; collection?: Collection }): object {
  const out = collectionsOf(shop).filter((one) => isCollectionOut(shop, one));
  const drops = new Map(out.map((one) => [one.id, collectionDrop(shop, root, one)]));
  const { product } = about;
  const around = product ? out.filter((one) => productsOf(shop, one).includes(product)) : [];
  return {
    shop: {
      name: shop.name,
      permanent_domain: shop.domain,
      currency: shop.currency,
      metafields: metafieldsOf(shop, toGid('Shop', shop.id)),
    },
    routes: { root_url: root, cart_add_url: `${root}/cart/add` },
    collections: Object.fromEntries(out.map((one) => [one.handle, drops.get(one.id)])),
    ...(product
      ? {
          product: {
            id: product.id,
            metafields: metafieldsOf(shop, toGid('Product', product.id)),
            title: product.title,
            handle: product.handle,
            vendor: product.vendor,
            url: `${root}/products/${product.handle}`,
            variants: product.variants.map(variantDrop),
            selected_or_first_available_variant: product.variants.map(variantDrop)[0],
            collections: around.map((one) => drops.get(one.id)),
          },
        }
      : {}),
    ...(about.collection ? { collection: drops.get(about.collection.id) } : {}),
  };
}

const variantDrop = ({ id, title, priceMinor }: Product['variants'][number]) => ({ id, title, price: priceMinor });

/** A collection as Liquid knows it. */
function collectionDrop(shop: Shop, root: string, collection: Collection): object {
  return {
    handle: collection.handle,
    title: collection.title,
    description: collection.descriptionHtml,
    image: collection.image,
    url: `${root}/collections/${collection.handle}`,
    metafields: metafieldsOf(shop, toGid('Collection', collection.id)),
  };
}

type MetafieldDrops = Record<string, Record<string, { type: string; value: unknown }>>;

/** The metafields of an owner as Liquid knows them; values of JSON, lists and references are read as the platform reads them. */
function metafieldsOf(shop: Shop, owner: string): MetafieldDrops {
  const drops: MetafieldDrops = {};
  for (const { ownerGid, namespace, key, type, value } of shop.metafields) {
    if (ownerGid === owner) (drops[namespace] ??= {})[key] = { type, value: readValue(shop, type, value) };
  }
  return drops;
}

function readValue(shop: Shop, type: string, value: string): unknown {
  if (type === 'json' || type.startsWith('list.')) return JSON.parse(value);
  if (type !== 'metaobject_reference') return value;
  // Drafts are not there for the storefront.
  const entry = shop.metaobjects?.[String(idOfGid(value, 'Metaobject'))];
  return entry?.status === 'ACTIVE' ? { system: { handle: entry.handle, id: entry.id }, ...entry.values } : null;
}

/** The style sheets and scripts of the extension, from where the platform's own network would serve them. */
export function themeAssetRoutes(): Route[] {
  return [
    route('GET', '/extensions/souk-theme/{file}', (request) => {
      const file = request.params['file'] ?? '';
      if (!ASSET.test(file)) return text(404, `No asset ${file}\n`);
      const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
      let body: string;
      try {
        body = readExtensionFile(`assets/${file}`);
      } catch {
        return text(404, `No asset ${file}\n`);
      }
      return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' }, body };
    }),
  ];
}
