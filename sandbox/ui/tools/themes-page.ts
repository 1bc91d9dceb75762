import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { PlacedBlock, Shop } from '../../core/state.ts';
import { isInstalled, shopOf } from '../../platform/store/lookup.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, renderNotice, showing } from '../page.ts';
import { readBlockSchema, schemaText } from '../storefront/liquid-engine.ts';
import type { BlockSetting } from '../storefront/liquid-engine.ts';
import { changeBlock, placedBlocks, settingsOf, TEMPLATE_NAMES, themeAssetRoutes } from '../storefront/theme.ts';
import type { Template } from '../storefront/theme.ts';
import { renderToolPage } from './tool-page.ts';

const TEMPLATE_TITLES: Record<Template, string> = {
  index: 'Home page',
  product: 'Products',
  collection: 'Collections',
  page: 'Page “Sell with us”',
};

/** The theme editor in small: which blocks of the app stand in which template, on or off, with which settings. */
export function themesRoutes(sandbox: Sandbox): Route[] {
  const page = (): string => '/themes';
  const act = (request: SandboxRequest): { shop: Shop; id: string } => ({
    shop: shopOf(sandbox, request.params['store'] ?? ''),
    id: request.params['id'] ?? '',
  });
  return [
    ...themeAssetRoutes(),
    route(
      'GET',
      '/themes',
      showing(sandbox, (request) => renderThemes(sandbox, request)),
    ),
    route(
      'POST',
      '/themes/{store}/{id}/{state}',
      posting(sandbox, page, (request) => {
        const { shop, id } = act(request);
        const on = request.params['state'] === 'on';
        const placed = changeBlock(sandbox, shop, id, { on });
        return { to: `/themes#${shop.handle}-${id}`, done: `${nameOf(placed)} is ${on ? 'on' : 'off'}.` };
      }),
    ),
    route(
      'POST',
      '/themes/{store}/{id}',
      posting(sandbox, page, (request) => {
        const { shop, id } = act(request);
        const placed = changeBlock(sandbox, shop, id, { settings: new Map(readForm(request)) });
        return { to: `/themes#${shop.handle}-${id}`, done: `The settings of ${nameOf(placed)} are kept.` };
      }),
    ),
  ];
}

const nameOf = (placed: PlacedBlock): string => schemaText(readBlockSchema(placed.block).name);

function renderThemes(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shops = Object.values(sandbox.state.shops).filter(isInstalled);
  return renderToolPage(sandbox, {
    title: 'Themes',
    current: '/themes',
    notice: renderNotice(request),
    lead: 'Where a merchant would open the theme editor: the blocks that Souk brings to the store’s theme, on or off, with their settings.',
    body:
      shops.length === 0
        ? markup`<section class="card"><p class="quiet">Souk is not installed in any store. Its blocks appear with it.</p></section>`
        : markup`${shops.map((shop) => renderShop(shop))}`,
  });
}

function renderShop(shop: Shop): Markup {
  return markup`${TEMPLATE_NAMES.map((template) => {
    const blocks = placedBlocks(shop).filter((placed) => placed.template === template);
    return markup`<section class="card stack" aria-label="${shop.name}: ${TEMPLATE_TITLES[template]}"><div class="spread"><h2>${TEMPLATE_TITLES[template]}</h2><span class="quiet small">${shop.name}</span></div>
<ul class="active-faults">${blocks.map((placed) => renderBlock(shop, placed))}</ul></section>`;
  })}`;
}

function renderBlock(shop: Shop, placed: PlacedBlock): Markup {
  const name = nameOf(placed);
  const action = `/themes/${shop.handle}/${placed.id}`;
  const values = settingsOf(placed);
  const where = `${name}, ${TEMPLATE_TITLES[placed.template as Template]}`;
  return markup`<li id="${shop.handle}-${placed.id}"><div class="spread"><span><strong>${name}</strong> <span class="badge ${placed.on ? 'badge-success' : ''}">${placed.on ? 'On' : 'Off'}</span></span>
<form method="post" action="${action}/${placed.on ? 'off' : 'on'}"><button class="button" aria-label="${placed.on ? 'Switch off' : 'Switch on'}: ${where}">${placed.on ? 'Switch off' : 'Switch on'}</button></form></div>
<details><summary>Settings<span class="visually-hidden"> of ${where}</span></summary><form method="post" action="${action}" class="stack own-fault"><div class="fields">${readBlockSchema(placed.block).settings.map((setting) => renderSetting(`${placed.id}-${setting.id}`, setting, values[setting.id] ?? ''))}</div><div><button class="button" aria-label="Keep the settings of ${where}">Keep</button></div></form></details></li>`;
}

function renderSetting(id: string, setting: BlockSetting, value: string | number | boolean): Markup {
  const label = schemaText(setting.label);
  const info = setting.info ? markup`<br><span class="quiet small">${schemaText(setting.info)}</span>` : null;
  if (setting.type === 'checkbox')
    return markup`<div><label class="check"><input type="checkbox" name="${setting.id}"${value === true ? markup` checked` : null}> <span>${label}</span></label>${info}</div>`;
  const head = markup`<label for="${id}">${label}</label>`;
  if (setting.type === 'select')
    return markup`<div>${head}<select id="${id}" name="${setting.id}">${(setting.options ?? []).map((option) => markup`<option value="${option.value}"${option.value === value ? markup` selected` : null}>${schemaText(option.label)}</option>`)}</select>${info}</div>`;
  if (setting.type === 'range')
    return markup`<div>${head}<input id="${id}" name="${setting.id}" type="number" min="${setting.min ?? 0}" max="${setting.max ?? 100}" step="${setting.step ?? 1}" value="${Number(value)}">${info}</div>`;
  return markup`<div>${head}<input id="${id}" name="${setting.id}" maxlength="2000" value="${String(value)}">${info}</div>`;
}
