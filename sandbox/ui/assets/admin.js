/** The admin's own small behaviours: navigation on phones, menus that close, tables and forms need none. */
const toggle = document.querySelector('[data-toggle-nav]');

function setNavigation(isOpen) {
  document.body.classList.toggle('nav-open', isOpen);
  toggle?.setAttribute('aria-expanded', String(isOpen));
}
toggle?.addEventListener('click', () => setNavigation(!document.body.classList.contains('nav-open')));
for (const closer of document.querySelectorAll('[data-close-nav]'))
  closer.addEventListener('click', () => setNavigation(false));

function closeMenus(except) {
  for (const menu of document.querySelectorAll('details[data-menu][open]')) if (menu !== except) menu.open = false;
}
document.addEventListener('click', (event) => closeMenus(event.target.closest?.('details[data-menu]')));
// A click into the framed app arrives here as a loss of focus only.
window.addEventListener('blur', () => closeMenus(null));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  closeMenus(null);
  setNavigation(false);
});
