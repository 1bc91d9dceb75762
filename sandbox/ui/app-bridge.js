/**
 * The sandbox's stand-in for App Bridge: the half that runs inside the framed app.
 * Its protocol with the admin page (postMessage with `{ sandbox: 'app-bridge', type, payload, id, error }`) is our own; what it offers the
 * app (`window.shopify`, the ui-* elements, fetch with session tokens) is the platform's public surface.
 * It stores nothing: storage is blocked in third-party frames. What must outlive a navigation goes into window.name.
 */
(() => {
  const sandbox = __SANDBOX__; // { adminOrigin, appOrigin, gatewayOrigin }, filled in when the file is served.
  const script = document.currentScript ?? document.querySelector('script[src*="app-bridge.js"]');
  const apiKey = script?.dataset.apiKey ?? document.querySelector('meta[name="shopify-api-key"]')?.content ?? '';
  const query = new URLSearchParams(location.search);
  const isEmbedded = window.parent !== window;
  const remembered = readRemembered();
  const host = remember('host');
  const shop = remember('shop');
  const locale = remember('locale') ?? 'en';

  function readRemembered() {
    try {
      return JSON.parse(window.name.replace(/^app-bridge:/, '')) ?? {};
    } catch {
      return {};
    }
  }

  function remember(name) {
    const value = query.get(name);
    if (value) {
      remembered[name] = value;
      if (isEmbedded) window.name = `app-bridge:${JSON.stringify(remembered)}`;
    }
    return value ?? remembered[name];
  }

  // An app page that was opened outside the admin goes where it belongs.
  if (!isEmbedded && host && shop && apiKey) {
    location.replace(`${sandbox.adminOrigin}/admin/store/${shop.split('.')[0]}/apps/${apiKey}${location.pathname}`);
    return;
  }

  // --- Talking with the admin page ---------------------------------------------------------------------------------------------
  const waiting = new Map();
  const handlers = {};
  let lastQuestion = 0;

  function tell(type, payload, id) {
    if (isEmbedded) window.parent.postMessage({ sandbox: 'app-bridge', type, payload, id }, sandbox.adminOrigin);
  }

  function ask(type, payload) {
    return new Promise((resolve, reject) => {
      if (!isEmbedded) {
        reject(new Error('App Bridge: this page is not inside the admin'));
        return;
      }
      lastQuestion += 1;
      waiting.set(lastQuestion, { resolve, reject });
      tell(type, payload, lastQuestion);
    });
  }

  window.addEventListener('message', (event) => {
    const message = event.data;
    if (message?.sandbox !== 'app-bridge' || event.source !== window.parent || event.origin !== sandbox.adminOrigin)
      return;
    const question = message.id ? waiting.get(message.id) : undefined;
    if (question) {
      waiting.delete(message.id);
      if (message.error) question.reject(new Error(message.error));
      else question.resolve(message.payload);
      return;
    }
    handlers[message.type]?.(message.payload);
  });

  // --- Session tokens and fetch ------------------------------------------------------------------------------------------------
  const idToken = () => ask('idToken');
  const nativeFetch = window.fetch.bind(window);

  function isOwnOrigin(url) {
    return url.origin === location.origin || url.hostname.endsWith(`.${location.hostname}`);
  }

  async function fetchWithToken(input, init) {
    const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${await idToken()}`);
    if (!headers.has('accept-language')) headers.set('accept-language', locale);
    if (!headers.has('x-requested-with')) headers.set('x-requested-with', 'XMLHttpRequest');
    return nativeFetch(input instanceof Request ? input.clone() : input, { ...init, headers });
  }

  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.protocol === 'shopify:') {
      const answer = await ask('adminApi', { path: url.pathname, body: String(init.body ?? '') });
      return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } });
    }
    if (!isEmbedded || !isOwnOrigin(url)) return nativeFetch(input, init);
    let response = await fetchWithToken(input, init);
    // The app found the token too old: once more with a fresh one.
    if (response.headers.get('x-shopify-retry-invalid-session-request')) response = await fetchWithToken(input, init);
    if (response.headers.get('x-shopify-api-request-failure-reauthorize')) {
      const to = response.headers.get('x-shopify-api-request-failure-reauthorize-url');
      if (to) window.open(to, '_top');
    }
    return response;
  };

  // --- Leaving the frame -------------------------------------------------------------------------------------------------------
  const nativeOpen = window.open.bind(window);

  /** The app writes its own address; here it is reached through the gateway. */
  function throughGateway(address) {
    const url = new URL(address, location.href);
    return url.origin === sandbox.appOrigin ? sandbox.gatewayOrigin + url.pathname + url.search + url.hash : url.href;
  }

  window.open = (address = '', target, features) => {
    const text = String(address);
    if (isEmbedded && (text.startsWith('shopify:') || target === '_top' || target === '_parent')) {
      tell('redirect', {
        url: text.startsWith('shopify:') ? text : new URL(text, location.href).href,
        newTab: target === '_blank',
      });
      return null;
    }
    if (target === '_self') {
      location.assign(throughGateway(text));
      return window;
    }
    return nativeOpen(text, target, features);
  };

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.defaultPrevented || !isEmbedded) return;
    const href = link.getAttribute('href') ?? '';
    const leaves = href.startsWith('shopify:') || link.target === '_top' || link.target === '_parent';
    if (!leaves) return;
    event.preventDefault();
    window.open(href, href.startsWith('shopify:') && link.target === '_blank' ? '_blank' : '_top');
  });

  // --- Navigation from the admin into the app ----------------------------------------------------------------------------------
  /** The framework's provider listens for this event and navigates on the client; without a listener the page itself is opened. */
  function navigate(href) {
    const link = document.createElement('a');
    link.setAttribute('href', href);
    link.hidden = true;
    document.body.append(link);
    const before = location.href;
    const event = new CustomEvent('shopify:navigate', { bubbles: true, cancelable: true });
    link.dispatchEvent(event);
    link.remove();
    setTimeout(() => {
      if (!hasRouter && location.href === before && !event.defaultPrevented) location.assign(href);
    }, 50);
  }
  // A page whose router has not taken over yet would lose the event. The libraries listen on the document or on the window.
  let hasRouter = false;
  for (const place of [window, document]) {
    const listen = place.addEventListener.bind(place);
    place.addEventListener = (type, ...rest) => {
      if (type === 'shopify:navigate') hasRouter = true;
      return listen(type, ...rest);
    };
  }
  handlers.navigate = ({ href }) => navigate(href);

  function reportRoute() {
    tell('route', { path: location.pathname, search: location.search, title: document.title });
  }
  for (const method of ['pushState', 'replaceState']) {
    const native = history[method].bind(history);
    history[method] = (...parameters) => {
      native(...parameters);
      reportRoute();
    };
  }
  window.addEventListener('popstate', reportRoute);

  // --- Elements ----------------------------------------------------------------------------------------------------------------
  let lastTag = 0;
  const tagged = new Map();

  /** A number for an element, so that the admin can press it from its own page. */
  function tagOf(element) {
    for (const [id, known] of tagged) {
      if (known === element) return id;
      if (!known.isConnected) tagged.delete(id);
    }
    lastTag += 1;
    tagged.set(lastTag, element);
    return lastTag;
  }
  handlers.click = ({ id }) => tagged.get(id)?.click();
  handlers.submitForm = ({ id }) => tagged.get(id)?.requestSubmit();
  handlers.resetForm = ({ id }) => tagged.get(id)?.reset();

  function describeButton(element) {
    return {
      id: tagOf(element),
      text: element.textContent.trim(),
      isPrimary: element.getAttribute('variant') === 'primary',
      isCritical: element.getAttribute('tone') === 'critical',
      isDisabled: element.hasAttribute('disabled'),
      isLoading: element.hasAttribute('loading') && element.getAttribute('loading') !== 'false',
      isBack: element.getAttribute('variant') === 'breadcrumb',
    };
  }

  /** Calls `report` now and after every change inside the element; answers how to stop. */
  function watch(element, report) {
    let isQueued = false;
    const run = () => {
      if (isQueued) return;
      isQueued = true;
      queueMicrotask(() => {
        isQueued = false;
        report();
      });
    };
    const observer = new MutationObserver(run);
    observer.observe(element, { childList: true, subtree: true, attributes: true, characterData: true });
    run();
    return () => observer.disconnect();
  }

  class HiddenElement extends HTMLElement {
    connectedCallback() {
      this.style.display = 'none';
      this.stopWatching?.();
      this.stopWatching = watch(this, () => this.isConnected && this.report());
    }
    disconnectedCallback() {
      this.stopWatching?.();
      this.stopWatching = undefined;
    }
    report() {}
  }

  class NavMenu extends HiddenElement {
    report() {
      const items = [...this.querySelectorAll('a[href], s-link[href]')];
      const home = items.find((item) => item.getAttribute('rel') === 'home');
      tell('nav', {
        home: home?.getAttribute('href') ?? null,
        items: items
          .filter((item) => item !== home)
          .map((item) => ({ label: item.textContent.trim(), href: item.getAttribute('href') })),
      });
    }
    disconnectedCallback() {
      super.disconnectedCallback();
      tell('nav', { home: null, items: [] });
    }
  }

  class TitleBar extends HiddenElement {
    get dialog() {
      return this.closest('ui-modal');
    }
    report() {
      const buttons = [...this.querySelectorAll('button, a')].filter((button) => !button.closest('section'));
      const groups = [...this.querySelectorAll('section')].map((section) => ({
        label: section.getAttribute('label') ?? 'More',
        buttons: [...section.querySelectorAll('button, a')].map(describeButton),
      }));
      if (this.dialog) this.dialog.renderBar(this.getAttribute('title') ?? '', buttons);
      else
        tell('titleBar', {
          title: this.getAttribute('title') ?? document.title,
          buttons: buttons.map(describeButton),
          groups,
        });
    }
    disconnectedCallback() {
      super.disconnectedCallback();
      if (!this.wasInDialog) tell('titleBar', null);
    }
    connectedCallback() {
      this.wasInDialog = Boolean(this.dialog);
      super.connectedCallback();
    }
  }

  class SaveBar extends HiddenElement {
    isOpen = false;
    get showing() {
      return this.isOpen;
    }
    async show() {
      if (this.isOpen) return;
      this.isOpen = true;
      this.report();
      this.dispatchEvent(new Event('show'));
    }
    async hide() {
      if (!this.isOpen) return;
      this.isOpen = false;
      this.report();
      this.dispatchEvent(new Event('hide'));
    }
    async toggle() {
      await (this.isOpen ? this.hide() : this.show());
    }
    report() {
      const buttons = [...this.querySelectorAll('button')].map(describeButton);
      if (!this.isOpen && openSaveBar !== this) return;
      openSaveBar = this.isOpen ? this : null;
      tell('saveBar', {
        isOpen: this.isOpen,
        confirmsDiscard: this.hasAttribute('discardconfirmation'),
        buttons,
        form: null,
      });
    }
    disconnectedCallback() {
      super.disconnectedCallback();
      if (!this.isOpen) return;
      this.isOpen = false;
      this.report();
    }
  }
  let openSaveBar = null;

  const dialogStyles = new CSSStyleSheet();
  dialogStyles.replaceSync(`
    dialog.sandbox-modal { border: 0; padding: 0; border-radius: 14px; width: min(620px, calc(100vw - 32px)); max-height: calc(100dvh - 48px); box-shadow: 0 16px 40px rgb(0 0 0 / .22); color: inherit; background: #fff; overflow: hidden; }
    dialog.sandbox-modal[open] { display: flex; flex-direction: column; }
    dialog.sandbox-modal[data-variant="small"] { width: min(380px, calc(100vw - 32px)); }
    dialog.sandbox-modal[data-variant="large"] { width: min(980px, calc(100vw - 32px)); }
    dialog.sandbox-modal[data-variant="max"] { width: 100vw; max-width: 100vw; height: 100dvh; max-height: 100dvh; border-radius: 0; }
    dialog.sandbox-modal::backdrop { background: rgb(0 0 0 / .5); }
    dialog.sandbox-modal > header { display: flex; align-items: center; gap: 12px; padding: 12px 12px 12px 16px; background: #f3f3f3; border-bottom: 1px solid #e3e3e3; }
    dialog.sandbox-modal > header > h2 { flex: 1; margin: 0; font: 650 14px/20px system-ui, sans-serif; }
    dialog.sandbox-modal > header > button { border: 0; background: none; width: 32px; height: 32px; border-radius: 8px; font: 20px/1 system-ui, sans-serif; cursor: pointer; color: #4a4a4a; }
    dialog.sandbox-modal > header > button:hover { background: #e3e3e3; }
    dialog.sandbox-modal > .sandbox-modal-content { overflow: auto; flex: 1; min-height: 0; }
    dialog.sandbox-modal iframe { display: block; width: 100%; height: 60vh; border: 0; }
    dialog.sandbox-modal > footer { display: flex; justify-content: flex-end; gap: 8px; padding: 12px 16px; border-top: 1px solid #e3e3e3; }
    dialog.sandbox-modal > footer:empty { display: none; }
    dialog.sandbox-modal > footer > button { font: 550 13px/20px system-ui, sans-serif; padding: 6px 12px; border-radius: 8px; border: 1px solid #c7c7c7; background: #fff; color: #303030; cursor: pointer; }
    dialog.sandbox-modal > footer > button[data-primary] { background: #303030; border-color: #303030; color: #fff; }
    dialog.sandbox-modal > footer > button[data-critical] { background: #c5280c; border-color: #c5280c; color: #fff; }
    dialog.sandbox-modal > footer > button:disabled { opacity: .5; cursor: default; }
  `);

  class ModalElement extends HTMLElement {
    isOpen = false;
    get showing() {
      return this.isOpen;
    }
    /** Where App Bridge React puts what is inside the modal. */
    get content() {
      return this.body;
    }
    get src() {
      return this.getAttribute('src');
    }
    set src(value) {
      this.setAttribute('src', value);
    }
    connectedCallback() {
      this.style.display = 'none';
      if (this.dialog) {
        document.body.append(this.dialog);
        return;
      }
      if (!document.adoptedStyleSheets.includes(dialogStyles))
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, dialogStyles];
      this.build();
      document.body.append(this.dialog);
    }
    build() {
      this.dialog = document.createElement('dialog');
      this.dialog.className = 'sandbox-modal';
      this.heading = document.createElement('h2');
      this.heading.id = `sandbox-modal-${tagOf(this)}`;
      this.dialog.setAttribute('aria-labelledby', this.heading.id);
      const close = document.createElement('button');
      close.type = 'button';
      close.textContent = '×';
      close.setAttribute('aria-label', 'Close');
      close.addEventListener('click', () => void this.hide());
      const header = document.createElement('header');
      header.append(this.heading, close);
      this.body = document.createElement('div');
      this.body.className = 'sandbox-modal-content';
      this.bar = document.createElement('footer');
      this.dialog.append(header, this.body, this.bar);
      this.dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        void this.hide();
      });
    }
    disconnectedCallback() {
      // Frameworks move elements about; only what stays away is taken down.
      queueMicrotask(() => {
        if (this.isConnected) return;
        if (this.isOpen) tell('modal', { isOpen: false });
        this.isOpen = false;
        this.dialog?.close();
        this.dialog?.remove();
      });
    }
    renderBar(title, buttons) {
      this.heading.textContent = title;
      this.bar.replaceChildren(
        ...[...buttons].reverse().map((button) => {
          const copy = document.createElement('button');
          copy.type = 'button';
          copy.textContent = button.textContent.trim();
          copy.disabled = button.hasAttribute('disabled');
          if (button.getAttribute('variant') === 'primary')
            copy.dataset[button.getAttribute('tone') === 'critical' ? 'critical' : 'primary'] = '';
          copy.addEventListener('click', () => button.click());
          return copy;
        }),
      );
    }
    async show() {
      if (this.isOpen || !this.dialog) return;
      this.isOpen = true;
      this.dialog.dataset.variant = this.getAttribute('variant') ?? 'base';
      if (!this.heading.textContent) this.heading.textContent = this.getAttribute('heading') ?? document.title;
      const source = this.getAttribute('src');
      if (source && !this.body.querySelector('iframe')) {
        const frame = document.createElement('iframe');
        frame.src = source;
        frame.title = this.heading.textContent;
        this.body.append(frame);
      } else if (this.body.childElementCount === 0) this.adoptPlainChildren();
      this.dialog.showModal();
      tell('modal', { isOpen: true });
      this.dispatchEvent(new Event('show'));
    }
    /** Written by hand (without App Bridge React), a modal has its content as plain children. */
    adoptPlainChildren() {
      const children = [...this.children].filter(
        (child) => !['UI-TITLE-BAR', 'UI-SAVE-BAR'].includes(child.tagName) && child.childNodes.length > 0,
      );
      this.body.append(...children);
    }
    async hide() {
      if (!this.isOpen) return;
      this.isOpen = false;
      this.dialog.close();
      tell('modal', { isOpen: false });
      this.dispatchEvent(new Event('hide'));
    }
    async toggle() {
      await (this.isOpen ? this.hide() : this.show());
    }
  }

  for (const [name, constructor] of [
    ['ui-nav-menu', NavMenu],
    ['s-app-nav', class extends NavMenu {}],
    ['ui-modal', ModalElement],
    ['ui-save-bar', SaveBar],
    ['ui-title-bar', TitleBar],
  ]) {
    if (!customElements.get(name)) customElements.define(name, constructor);
  }

  // --- Forms that ask for a save bar -------------------------------------------------------------------------------------------
  function formOf(event) {
    return event.target instanceof Element ? event.target.closest('form[data-save-bar]') : null;
  }
  for (const type of ['input', 'change']) {
    document.addEventListener(type, (event) => {
      const form = formOf(event);
      if (form)
        tell('saveBar', {
          isOpen: true,
          confirmsDiscard: form.hasAttribute('data-discard-confirmation'),
          buttons: [],
          form: tagOf(form),
        });
    });
  }
  for (const type of ['submit', 'reset']) {
    document.addEventListener(type, (event) => {
      if (formOf(event)) tell('saveBar', { isOpen: false, confirmsDiscard: false, buttons: [], form: null });
    });
  }

  // --- The global --------------------------------------------------------------------------------------------------------------
  const toastCallbacks = new Map();
  let lastToast = 0;
  handlers.toastAction = ({ id }) => toastCallbacks.get(id)?.onAction?.();
  handlers.toastDismissed = ({ id }) => {
    const callbacks = toastCallbacks.get(id);
    toastCallbacks.delete(id);
    callbacks?.onDismiss?.();
  };

  function elementCalled(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`App Bridge: no element has the id ${id}`);
    return element;
  }
  const switches = {
    show: async (id) => elementCalled(id).show(),
    hide: async (id) => elementCalled(id).hide(),
    toggle: async (id) => elementCalled(id).toggle(),
  };
  const notImitated = (name) => () => Promise.reject(new Error(`not implemented in the sandbox: shopify.${name}`));

  /** Selections are arrays that also carry themselves as `selection`, as the platform's do. */
  async function pickResource(options) {
    const selection = await ask('resourcePicker', options);
    if (selection) Object.defineProperty(selection, 'selection', { value: selection });
    return selection ?? undefined;
  }

  window.shopify = {
    config: { apiKey, host, shop, locale, appOrigins: [location.origin] },
    origin: 'https://admin.shopify.com',
    ready: Promise.resolve(),
    environment: { embedded: isEmbedded, mobile: false, pos: false, intent: false },
    protocol: null,
    idToken,
    user: () => ask('user'),
    loading: (isLoading) => tell('loading', { isLoading: isLoading !== false }),
    toast: {
      show: (message, options = {}) => {
        lastToast += 1;
        const id = `toast-${lastToast}`;
        toastCallbacks.set(id, { onAction: options.onAction, onDismiss: options.onDismiss });
        tell('toast', {
          id,
          message,
          isError: Boolean(options.isError),
          durationMs: options.duration ?? 5000,
          action: options.action ?? null,
        });
        return id;
      },
      hide: (id) => tell('toastHide', { id }),
    },
    resourcePicker: pickResource,
    picker: notImitated('picker'),
    modal: switches,
    saveBar: { ...switches, leaveConfirmation: () => ask('leaveConfirmation') },
    scopes: {
      query: () => ask('scopesQuery'),
      request: (scopes) => ask('scopesRequest', scopes),
      revoke: (scopes) => ask('scopesRevoke', scopes),
    },
    app: { extensions: async () => [] },
    intents: { invoke: notImitated('intents.invoke'), register: () => () => {} },
    reviews: {
      request: async () => ({ success: false, code: 'cooldown-period', message: 'The sandbox has no reviews.' }),
    },
    support: { registerHandler: () => Promise.resolve() },
    tools: { register: () => () => {}, unregister: () => {}, clear: () => {} },
    webVitals: { onReport: () => Promise.resolve() },
    setSignals: () => {},
  };

  // --- Starting ----------------------------------------------------------------------------------------------------------------
  if (isEmbedded) {
    tell('ready');
    reportRoute();
    window.addEventListener('load', reportRoute);
  }
  // The app's bounce page: it had no session token, so it is opened again with one.
  const reload = query.get('shopify-reload');
  if (reload && isEmbedded) {
    void idToken().then((token) => {
      const url = new URL(throughGateway(reload));
      url.searchParams.set('id_token', token);
      location.replace(url.href);
    });
  }
})();
