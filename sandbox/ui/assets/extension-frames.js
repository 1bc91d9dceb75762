/**
 * Pages of the store admin hold the app's blocks in frames, and open its actions in a dialog. Those of a customer's account hold a block
 * or are a page of the app's; an extension that is gone to is a page there.
 */
const prefix = location.pathname.split('/').slice(0, 4).join('/');
const isAccount = prefix.startsWith('/store/');
let dialog = null;

function openAction(handle, ids) {
  dialog?.remove();
  dialog = document.createElement('dialog');
  dialog.className = 'host extension-dialog';
  const frame = document.createElement('iframe');
  frame.className = 'extension-frame';
  frame.title = handle;
  frame.src = `${prefix}/extensions/${handle}?ids=${ids}`;
  const body = document.createElement('div');
  body.className = 'dialog-body';
  body.append(frame);
  dialog.append(body);
  document.body.append(dialog);
  dialog.showModal();
}

function closeAction() {
  dialog?.close();
  dialog?.remove();
  dialog = null;
  // What was done may show in the blocks beside it.
  for (const frame of document.querySelectorAll('iframe[data-extension]')) frame.contentWindow.location.reload();
}

function navigate({ url, appPath }, frame) {
  const [protocol, rest = ''] = [url.slice(0, url.indexOf(':')), url.slice(url.indexOf(':') + 1).replace(/^\/+/, '')];
  const ids = new URL(frame.src).searchParams.get('ids') ?? '';
  if (isAccount && protocol === 'extension') location.assign(`${prefix}/pages/${rest.split('/')[0]}`);
  else if (protocol === 'extension') openAction(rest.split('/')[0], ids);
  else if (/^https?$/.test(protocol)) location.assign(url);
  else if (protocol === 'app') location.assign(`${appPath}/${rest}`);
  else if (protocol === 'shopify') location.assign(`${prefix}/${rest.replace(/^admin\/?/, '')}`);
}

window.addEventListener('message', ({ data, origin, source }) => {
  if (origin !== location.origin || data?.sandbox !== 'extension') return;
  const frame = [...document.querySelectorAll('iframe.extension-frame')].find((one) => one.contentWindow === source);
  if (!frame) return;
  if (data.type === 'height') frame.style.height = `${isAccount ? data.height : Math.min(data.height, 900)}px`;
  if (data.type === 'navigate') navigate(data, frame);
  if (data.type === 'close') closeAction();
  if (data.type === 'login') location.assign(`${prefix}/login?to=${encodeURIComponent(location.pathname)}`);
});

// --- Lists -------------------------------------------------------------------------------------------------------------------------
const chosen = () => [...document.querySelectorAll('[data-select]:checked')].map((box) => box.dataset.select);
document.addEventListener('change', ({ target }) => {
  if (!target.matches?.('[data-select]')) return;
  for (const bar of document.querySelectorAll('.selection-bar')) {
    bar.hidden = chosen().length === 0;
    bar.querySelector('[data-selected-count]').textContent = `${chosen().length} selected`;
  }
});
document.addEventListener('click', ({ target }) => {
  const opener = target.closest?.('[data-open-extension]');
  if (opener) openAction(opener.dataset.openExtension, opener.dataset.ids ?? chosen().join(','));
});
