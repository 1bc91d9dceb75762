/**
 * The admin's half of the App Bridge stand-in: it frames the app, hands out session tokens and draws what the app asks for
 * (navigation, title bar, save bar, toasts, pickers). Messages are taken from the frame and the gateway's origin only.
 */
import { pickResource } from './picker.js';

const settings = JSON.parse(document.getElementById('frame-settings').textContent);
const holder = document.getElementById('frame-holder');
const appPrefix = `${settings.adminPath}/apps/${settings.app}`;
const frame = document.createElement('iframe');
frame.title = settings.appName;
frame.id = 'app-frame';
frame.allow = 'clipboard-write';

const state = { saveBar: null, nav: [], path: settings.path, isReady: false };

function tell(type, payload) {
  frame.contentWindow?.postMessage({ sandbox: 'app-bridge', type, payload }, settings.gatewayOrigin);
}

window.addEventListener('message', async (event) => {
  const message = event.data;
  if (
    event.source !== frame.contentWindow ||
    event.origin !== settings.gatewayOrigin ||
    message?.sandbox !== 'app-bridge'
  )
    return;
  const handler = handlers[message.type];
  const answer = (reply) =>
    message.id && event.source.postMessage({ sandbox: 'app-bridge', id: message.id, ...reply }, event.origin);
  if (!handler) {
    answer({ error: `not implemented in the sandbox: ${message.type}` });
    return;
  }
  try {
    answer({ payload: await handler(message.payload) });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});

async function post(path, body = {}) {
  const response = await fetch(settings.adminPath + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The admin answered ${response.status} to ${path}`);
  return response.json();
}

const handlers = {
  ready: () => {
    state.isReady = true;
    showLoading(false);
    showSaveBar(null);
    showTitleBar(null);
  },
  idToken: async () => (await post('/session-token')).token,
  user: () => settings.user,
  loading: ({ isLoading }) => showLoading(isLoading),
  route: (route) => mirrorRoute(route),
  nav: (nav) => showNavigation(nav),
  titleBar: (bar) => showTitleBar(bar),
  saveBar: (bar) => showSaveBar(bar.isOpen ? bar : null),
  toast: (toast) => showToast(toast),
  toastHide: ({ id }) => hideToast(id, false),
  modal: ({ isOpen }) => document.body.classList.toggle('app-modal-open', isOpen),
  redirect: ({ url, newTab }) => leave(url, newTab),
  leaveConfirmation: () => confirmLeaving(),
  resourcePicker: (options) => pickResource(settings.adminPath, options),
  scopesQuery: () => post('/scopes', { action: 'query' }),
  scopesRequest: (scopes) => askForScopes(scopes),
  scopesRevoke: (scopes) => post('/scopes', { action: 'revoke', scopes }),
};

// --- Address bar and navigation --------------------------------------------------------------------------------------------------
const OWN_PARAMETERS = [
  'shop',
  'host',
  'embedded',
  'id_token',
  'hmac',
  'timestamp',
  'locale',
  'session',
  'appLoadId',
  'shopify-reload',
];

/** The app's route, without what the platform adds to it, as it stands in the admin's address bar. */
function mirrorRoute({ path, search }) {
  // The bounce page is on its way back to the page that is already in the address bar.
  if (new URLSearchParams(search).has('shopify-reload')) return;
  const query = new URLSearchParams(search);
  for (const name of OWN_PARAMETERS) query.delete(name);
  state.path = path;
  const text = query.toString();
  history.replaceState(history.state, '', `${appPrefix}${path === '/' ? '' : path}${text ? `?${text}` : ''}`);
  markNavigation();
}

function showNavigation({ items }) {
  state.nav = items;
  const place = document.getElementById('app-nav');
  if (!place) return;
  place.hidden = items.length === 0;
  place.querySelector('ul').replaceChildren(
    ...items.map((item) => {
      const link = document.createElement('a');
      link.href = appPrefix + item.href;
      link.textContent = item.label;
      link.dataset.appHref = item.href;
      const entry = document.createElement('li');
      entry.append(link);
      return entry;
    }),
  );
  markNavigation();
}

/** The entry whose address is the longest beginning of the route is where one is. */
function markNavigation() {
  const links = [...document.querySelectorAll('#app-nav a')];
  const fits = (link) => {
    const path = new URL(link.dataset.appHref, settings.gatewayOrigin).pathname;
    return state.path === path || state.path.startsWith(path.endsWith('/') ? path : `${path}/`) ? path.length : -1;
  };
  const best = links.reduce((found, link) => (fits(link) > (found ? fits(found) : -1) ? link : found), null);
  markEntry(best);
}

function markEntry(entry) {
  for (const link of document.querySelectorAll('#app-nav a')) link.removeAttribute('aria-current');
  entry?.setAttribute('aria-current', 'page');
}

/** A click on the app's own entries moves the app; every other link leaves it. Unsaved changes hold both back. */
document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || link.target === '_blank') return;
  const appHref = link.dataset.appHref;
  if (appHref === undefined && state.saveBar === null) return;
  event.preventDefault();
  if (!(await confirmLeaving())) return;
  document.body.classList.remove('nav-open');
  if (appHref === undefined) location.assign(link.href);
  else {
    // As the host does, the entry that was pressed is marked at once, not when its page has come.
    markEntry(link);
    tell('navigate', { href: appHref });
  }
});

window.addEventListener('beforeunload', (event) => {
  if (state.saveBar !== null && !isLeaving) event.preventDefault();
});
let isLeaving = false;

/** True when there is nothing unsaved, or the person gives it up. */
async function confirmLeaving() {
  if (state.saveBar === null) return true;
  const gaveUp = await askPerson({
    title: 'Leave page with unsaved changes?',
    text: 'Leaving this page will delete all unsaved changes.',
    yes: 'Leave page',
    no: 'Stay',
    isCritical: true,
  });
  if (gaveUp) {
    discard();
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
    }, 1000);
  } else {
    const bar = document.getElementById('save-bar');
    bar.classList.remove('shake');
    requestAnimationFrame(() => bar.classList.add('shake'));
  }
  return gaveUp;
}

// --- Leaving the frame -----------------------------------------------------------------------------------------------------------
/** Addresses of the platform's admin and store as the sandbox serves them; null for what is outside. */
function addressInSandbox(address) {
  const own = /^shopify:\/*admin(\/.*)?$/.exec(address);
  if (own) return settings.adminPath + (own[1] ?? '');
  const url = new URL(address, location.href);
  const rest = url.pathname + url.search + url.hash;
  if (url.hostname === 'admin.shopify.com') return `/admin${rest}`;
  const store = /^([a-z0-9-]+)\.myshopify\.com$/.exec(url.hostname);
  if (store)
    return rest.startsWith('/admin')
      ? `/admin/store/${store[1]}${rest.slice('/admin'.length)}`
      : `/store/${store[1]}${rest}`;
  return ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) ? url.href : null;
}

async function leave(address, newTab) {
  if (!newTab && !(await confirmLeaving())) return;
  const inside = addressInSandbox(address);
  if (inside === null) {
    const goes = await askPerson({
      title: 'The app opens a page on the internet',
      text: address,
      yes: 'Open in a new tab',
      no: 'Stay here',
    });
    if (goes) window.open(address, '_blank', 'noopener');
    return;
  }
  if (newTab) window.open(inside, '_blank', 'noopener');
  else location.assign(inside);
}

// --- Title bar, save bar, loading ------------------------------------------------------------------------------------------------
function buttonFor(description, className) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = description.text;
  button.disabled = description.isDisabled || description.isLoading;
  button.addEventListener('click', () => tell('click', { id: description.id }));
  return button;
}

function showTitleBar(bar) {
  document.getElementById('app-title').textContent = bar?.title || settings.appName;
  document.title = `${bar?.title ? `${bar.title} · ` : ''}${settings.appName} · ${settings.shopName}`;
  const groups = (bar?.groups ?? []).map((group) => {
    const menu = document.createElement('details');
    menu.dataset.menu = '';
    const summary = document.createElement('summary');
    summary.className = 'button';
    summary.textContent = group.label;
    const list = document.createElement('div');
    list.append(...group.buttons.map((button) => buttonFor(button, '')));
    menu.append(summary, list);
    return menu;
  });
  const buttons = (bar?.buttons ?? []).map((button) =>
    buttonFor(button, `button${button.isPrimary ? ' button-main' : ''}${button.isCritical ? ' button-critical' : ''}`),
  );
  document.getElementById('app-actions').replaceChildren(...groups, ...buttons);
}

function showSaveBar(bar) {
  state.saveBar = bar;
  const place = document.getElementById('save-bar');
  place.hidden = bar === null;
  if (bar === null) return;
  const save = bar.buttons.find((button) => button.isPrimary) ?? null;
  const other = bar.buttons.find((button) => !button.isPrimary) ?? null;
  const discardButton = buttonFor(
    { text: other?.text || 'Discard', isDisabled: other?.isDisabled, isLoading: other?.isLoading, id: 0 },
    'button',
  );
  const saveButton = buttonFor(
    { text: save?.text || 'Save', isDisabled: save?.isDisabled, isLoading: save?.isLoading, id: 0 },
    'button button-main',
  );
  discardButton.addEventListener('click', async () => {
    if (
      bar.confirmsDiscard &&
      !(await askPerson({
        title: 'Discard all unsaved changes?',
        text: 'If you discard changes, you’ll delete any edits you made since you last saved.',
        yes: 'Discard changes',
        no: 'Continue editing',
        isCritical: true,
      }))
    )
      return;
    discard();
  });
  saveButton.addEventListener('click', () => {
    if (bar.form !== null) tell('submitForm', { id: bar.form });
    else if (save) tell('click', { id: save.id });
  });
  document.getElementById('save-bar-buttons').replaceChildren(discardButton, saveButton);
}

function discard() {
  const bar = state.saveBar;
  if (bar === null) return;
  const other = bar.buttons.find((button) => !button.isPrimary);
  if (bar.form !== null) tell('resetForm', { id: bar.form });
  else if (other) tell('click', { id: other.id });
}

function showLoading(isLoading) {
  document.getElementById('loading-bar').hidden = !isLoading;
}

// --- Toasts and dialogs ----------------------------------------------------------------------------------------------------------
const toasts = new Map();

function showToast({ id, message, isError, durationMs, action }) {
  const toast = document.createElement('div');
  toast.className = `toast${isError ? ' toast-error' : ''}`;
  toast.setAttribute('role', isError ? 'alert' : 'status');
  const words = document.createElement('span');
  words.textContent = message;
  toast.append(words);
  const press = (text, onPress) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', onPress);
    toast.append(button);
    return button;
  };
  if (action)
    press(action, () => {
      tell('toastAction', { id });
      hideToast(id, true);
    });
  press('×', () => hideToast(id, true)).setAttribute('aria-label', 'Dismiss');
  document.getElementById('toasts').append(toast);
  toasts.set(id, { toast, timer: setTimeout(() => hideToast(id, true), Math.max(1000, durationMs)) });
}

function hideToast(id, tellsApp) {
  const shown = toasts.get(id);
  if (!shown) return;
  toasts.delete(id);
  clearTimeout(shown.timer);
  shown.toast.remove();
  if (tellsApp) tell('toastDismissed', { id });
}

/** A yes-or-no dialog of the admin's own; closing it is a no. */
function askPerson({ title, text, yes, no, isCritical }) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.className = 'host';
    dialog.setAttribute('aria-labelledby', 'question-title');
    dialog.innerHTML =
      '<header><h2 id="question-title"></h2></header><div class="dialog-body"><p></p></div><footer><button type="button" class="button" value="no"></button><button type="button" class="button" value="yes"></button></footer>';
    dialog.querySelector('h2').textContent = title;
    dialog.querySelector('p').textContent = text;
    const [stay, go] = dialog.querySelectorAll('button');
    stay.textContent = no;
    go.textContent = yes;
    go.classList.add(isCritical ? 'button-critical' : 'button-main');
    const close = (answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    stay.addEventListener('click', () => close(false));
    go.addEventListener('click', () => close(true));
    dialog.addEventListener('cancel', () => close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

async function askForScopes(scopes) {
  const granted = await askPerson({
    title: `${settings.appName} needs more access`,
    text: `It asks for: ${scopes.join(', ')}.`,
    yes: 'Update access',
    no: 'Not now',
  });
  return granted
    ? post('/scopes', { action: 'request', scopes })
    : { result: 'declined-all', detail: await post('/scopes', { action: 'query' }) };
}

// --- Start -----------------------------------------------------------------------------------------------------------------------
// The frame is made here, not in the page's source: browsers restore the old address of a frame in the source when a page is reloaded.
frame.src = settings.source;
frame.addEventListener('load', () => showLoading(false));
holder.append(frame);
