/**
 * The host's half of a UI extension of the store admin or of a customer's account, in the extension's own frame: the global `shopify`,
 * fetch, and as much of the web components (`s-…`) as our extensions use. An imitation: the real host runs extensions in a worker.
 */
const settings = JSON.parse(document.getElementById('extension-settings').textContent);

const tellPage = (type, payload) =>
  window.parent.postMessage({ sandbox: 'extension', type, ...payload }, location.origin);

/** The platform's own protocols: an extension of the page, a page of the app, a page of the admin. */
const navigate = (url) => tellPage('navigate', { url, appPath: settings.appPath });

// --- The global --------------------------------------------------------------------------------------------------------------------
function translate(key, params = {}) {
  const found = key.split('.').reduce((texts, part) => texts?.[part], settings.texts);
  const plural = new Intl.PluralRules(settings.locale).select(Number(params.count ?? 0));
  const text = typeof found === 'object' ? (found[plural] ?? found.other) : found;
  if (typeof text !== 'string') return key;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name) => String(params[name] ?? whole));
}

const common = {
  extension: { target: settings.target },
  i18n: {
    translate,
    formatNumber: (number, options) => new Intl.NumberFormat(settings.locale, options).format(number),
    formatCurrency: (number, options) =>
      new Intl.NumberFormat(settings.locale, { style: 'currency', ...options }).format(number),
    formatDate: (date, options) => new Intl.DateTimeFormat(settings.locale, options).format(date),
  },
  extend: (_target, draw) => draw(),
};

/** What changes in a customer's account has a value and those who listen; here nothing does until the page is loaded anew. */
const signal = (value) => ({ value, current: value, subscribe: () => () => {} });

const createAdminGlobal = () => ({
  data: { selected: settings.selected },
  auth: { idToken: fetchToken },
  navigation: { navigate: (url) => navigate(String(url)) },
  close: () => tellPage('close', {}),
});

const createAccountGlobal = () => ({
  sessionToken: { get: fetchToken },
  localization: {
    language: signal({ isoCode: settings.locale }),
    extensionLanguage: signal({ isoCode: settings.locale }),
  },
  authenticatedAccount: { customer: signal(settings.customer ?? undefined) },
  authenticationState: signal(settings.customer ? 'fully_authenticated' : 'pre_authenticated'),
  order: signal(settings.order ?? undefined),
  lines: signal(settings.lines ?? []),
  requireLogin: async () => tellPage('login', {}),
});

const isAccount = settings.surface === 'customer-account';
globalThis.shopify = { ...common, ...(isAccount ? createAccountGlobal() : createAdminGlobal()) };

async function fetchToken() {
  const answer = await pageFetch(settings.tokenPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return answer.ok ? (await answer.json()).token : null;
}

// In the store admin a path leads to the app, with a token: https://shopify.dev/docs/api/admin-extensions/latest/network-features. In a
// customer's account the extension names the address at which the app is deployed, which here is the app's own, and brings its token.
const pageFetch = globalThis.fetch.bind(globalThis);
globalThis.fetch = async (target, options = {}) => {
  const named = new URL(target, settings.appOrigin);
  if (isAccount)
    return pageFetch(new URL(`${named.pathname}${named.search}`, settings.appOrigin), {
      ...options,
      credentials: 'omit',
    });
  if (named.origin !== settings.appOrigin) return pageFetch(named, options);
  const headers = new Headers(options.headers);
  headers.set('authorization', `Bearer ${await fetchToken()}`);
  return pageFetch(named, { ...options, headers, credentials: 'omit' });
};

// --- The components ----------------------------------------------------------------------------------------------------------------
const STYLE = `
:host { display: block; font: inherit }
:host([slot]) { display: inline-block }
h1 { font-size: 1.4rem; margin: 8px 0 16px } h2 { font-size: 1rem; margin: 0 0 8px } h3 { font-size: .95rem; margin: 0 0 6px }
.stack { display: flex; flex-direction: column; gap: 8px }

.close { gap: 2px }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
.quiet { color: #5a5d69 } .strong { font-weight: 650 } .critical { color: #8e1f0b } .caution { color: #7a4b00 }
.badge { background: #eceef3; border-radius: 8px; padding: 1px 8px; font-size: .85rem }
.badge.success { background: #cdfee1 } .badge.warning, .badge.caution { background: #ffe1b8 } .badge.critical { background: #fedad9 }
.banner { border-radius: 10px; padding: 10px 12px; background: #eaf4ff }
.banner.success { background: #e3fbec } .banner.critical { background: #fee9e8 } .banner.warning { background: #fff2dc }
button { font: inherit; border: 1px solid #c5c8d1; border-radius: 8px; background: #fff; color: inherit; padding: 5px 12px; min-height: 32px; cursor: pointer }
button.primary { background: #303030; color: #fff; border-color: #303030 } button.tertiary { border-color: transparent; background: none; text-decoration: underline }
button:disabled { opacity: .55; cursor: default }
label { display: block; margin-bottom: 4px } input, textarea, select { box-sizing: border-box; font: inherit; width: 100%; padding: 6px 8px; border: 1px solid #8a8d98; border-radius: 8px }
footer { display: flex; justify-content: flex-end; gap: 8px; margin-top: 16px }
hr { border: 0; border-top: 1px solid #e3e4ea; margin: 4px 0 }
a { color: #005bd3 }
`;

/** Defines a component that draws itself from its attributes, anew when one of them changes. */
function define(name, attributes, draw, wire) {
  customElements.define(
    name,
    class extends HTMLElement {
      static observedAttributes = attributes;
      constructor() {
        super();
        this.attachShadow({ mode: 'open' });
        this.root = document.createElement('div');
        const style = document.createElement('style');
        style.textContent = STYLE;
        this.shadowRoot.append(style, this.root);
      }
      connectedCallback() {
        if (!this.isDrawn) this.redraw();
      }
      attributeChangedCallback() {
        if (this.isDrawn) this.redraw();
      }
      redraw() {
        this.isDrawn = true;
        draw(this, (attribute) => this.getAttribute(attribute) ?? '', this.root);
        wire?.(this);
      }
    },
  );
}

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
const slot = (name) => element('slot', name ? { name } : {});

define('s-admin-block', ['heading'], (_host, read, root) =>
  root.replaceChildren(element('section', {}, element('h2', {}, read('heading')), slot())));
define('s-admin-action', ['heading', 'loading'], (_host, read, root) =>
  root.replaceChildren(
    element('h2', {}, read('heading')),
    slot(),
    element('footer', {}, slot('secondary-actions'), slot('primary-action')),
  ));
define('s-stack', ['direction', 'gap'], (_host, read, root) => {
  root.className = read('direction') === 'inline' ? 'row' : read('gap') === 'none' ? 'stack close' : 'stack';
  root.replaceChildren(slot());
});
define('s-section', ['accessibilitylabel', 'heading'], (host, read, root) => {
  const section = element('section', {}, slot());
  // A section in a section stands a step lower.
  if (read('heading'))
    section.prepend(element(host.parentElement?.closest('s-section') ? 'h3' : 'h2', {}, read('heading')));
  const label = read('accessibilitylabel') || read('heading');
  if (label) section.setAttribute('aria-label', label);
  root.replaceChildren(section);
});
define('s-page', ['heading'], (_host, read, root) =>
  root.replaceChildren(slot('breadcrumb-actions'), element('h1', {}, read('heading')), slot()));
define('s-text', ['type', 'color', 'tone'], (_host, read, root) => {
  root.className = [
    read('type') === 'strong' ? 'strong' : '',
    read('color') === 'subdued' ? 'quiet' : '',
    read('tone'),
  ].join(' ');
  root.replaceChildren(slot());
});
define('s-badge', ['tone'], (_host, read, root) =>
  root.replaceChildren(element('span', { className: `badge ${read('tone')}` }, slot())));
define('s-banner', ['tone'], (_host, read, root) =>
  root.replaceChildren(
    element(
      'div',
      { className: `banner ${read('tone')}`, role: read('tone') === 'critical' ? 'alert' : 'status' },
      slot(),
    ),
  ));
define('s-spinner', ['accessibilitylabel'], (_host, read, root) =>
  root.replaceChildren(element('span', { role: 'progressbar', 'aria-label': read('accessibilitylabel') }, '…')));
define('s-divider', [], (_host, _read, root) => root.replaceChildren(element('hr')));
define('s-link', ['href'], (_host, read, root) => {
  const isOutside = /^https?:/.test(read('href'));
  const link = element(
    'a',
    isOutside ? { href: read('href'), target: '_blank', rel: 'noopener' } : { href: '#' },
    slot(),
  );
  if (isOutside) return root.replaceChildren(link);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    navigate(read('href'));
  });
  root.replaceChildren(link);
});
define('s-button', ['variant', 'disabled', 'tone', 'href', 'accessibilitylabel'], (host, read, root) => {
  // One button for as long as the component stands, so that a click is not lost by a redraw in the middle of it.
  host.button ??= element('button', { type: 'button' }, slot());
  host.button.className = read('variant');
  if (read('accessibilitylabel')) host.button.setAttribute('aria-label', read('accessibilitylabel'));
  host.button.onclick = read('href') ? () => navigate(read('href')) : null;
  host.button.disabled = host.hasAttribute('disabled') && read('disabled') !== 'false';
  if (host.button.parentNode !== root) root.replaceChildren(host.button);
});

let fields = 0;
/** A labelled field; the component's `value` is the field's, and its `change` leaves the shadow. */
function defineField(name, make, fill) {
  define(name, ['label', 'details', 'error', 'maxlength'], (host, read, root) => {
    if (!host.field) {
      host.field = make();
      host.field.id = `field-${(fields += 1)}`;
      if (host.wanted !== undefined) host.field.value = host.wanted;
      host.field.addEventListener('change', () => host.dispatchEvent(new Event('change', { bubbles: true })));
    }
    if (read('maxlength')) host.field.maxLength = Number(read('maxlength'));
    const notes = [read('error'), read('details')].filter((text) => text !== '');
    host.field.setAttribute('aria-invalid', String(read('error') !== ''));
    root.replaceChildren(
      element('label', { htmlFor: host.field.id }, read('label')),
      host.field,
      ...notes.map((text) => element('p', { className: text === read('error') ? 'critical' : 'quiet' }, text)),
    );
    fill?.(host);
  });
  Object.defineProperty(customElements.get(name).prototype, 'value', {
    get() {
      return this.field?.value ?? this.wanted ?? '';
    },
    set(value) {
      this.wanted = value;
      if (this.field && this.field.value !== value) this.field.value = value;
    },
  });
}
defineField('s-text-field', () => element('input', { type: 'text', autocomplete: 'off' }));
defineField('s-text-area', () => element('textarea', { rows: 4 }));
defineField(
  's-select',
  () => element('select'),
  (host) => {
    const copy = () => {
      const options = [...host.querySelectorAll('s-option')].map((option) =>
        element('option', { value: option.getAttribute('value') ?? option.value ?? '' }, option.textContent),
      );
      host.field.replaceChildren(...options);
      if (host.wanted !== undefined) host.field.value = host.wanted;
    };
    copy();
    host.observer ??= new MutationObserver(copy);
    host.observer.observe(host, { childList: true, subtree: true, characterData: true, attributes: true });
  },
);
customElements.define('s-option', class extends HTMLElement {});

// --- Size and start ----------------------------------------------------------------------------------------------------------------
new ResizeObserver(() => tellPage('height', { height: Math.ceil(document.documentElement.scrollHeight) })).observe(
  document.body,
);
document.body.append(element('script', { src: settings.script }));
