/** How the pages look that the app draws inside a theme: room and order alone; type and colours are the theme's. */
export const THEME_PAGE_CSS = `.souk-proxy { box-sizing: border-box; margin: 2rem auto; max-width: 44rem; width: 100%; overflow-wrap: anywhere; padding: 0 1.25rem; }
.souk-proxy *, .souk-proxy *::before { box-sizing: border-box; }
.souk-proxy form { display: grid; gap: 1.1rem; margin-top: 1.5rem; }
.souk-proxy fieldset { border: 0; margin: 0; min-width: 0; padding: 0; }
.souk-proxy form p, .souk-proxy ul { margin: 0; }
.souk-proxy > * + * { margin-top: 1rem; }
.souk-proxy .souk-row { display: grid; gap: 0.3rem; }
.souk-proxy .souk-row > label, .souk-proxy legend { font-weight: 600; padding: 0; }
.souk-proxy .souk-choices { max-height: 220px; overflow: auto; }
.souk-proxy .souk-choices label, .souk-proxy .souk-tick { align-items: center; display: flex; gap: 0.6rem; min-height: 2.5rem; }
.souk-proxy .souk-help { font-size: 0.9em; }
.souk-proxy .souk-wrong { font-weight: 600; }
.souk-proxy .souk-wrong::before { content: "! "; }
.souk-proxy .souk-alert { border: 2px solid currentColor; border-radius: 0.35rem; padding: 0.85rem 1rem; }
.souk-proxy input:not([type=checkbox]), .souk-proxy textarea, .souk-proxy select { background: transparent; border: 1px solid color-mix(in srgb, currentColor 60%, transparent); border-radius: 0.35rem; color: inherit; font: inherit; font-size: max(1em, 16px); min-height: 2.75rem; padding: 0.5rem 0.75rem; width: 100%; }
.souk-proxy select { background: Canvas; color: CanvasText; }
.souk-proxy [aria-invalid=true] { border-width: 2px; }
.souk-proxy .souk-offers { list-style: none; margin: 1rem 0 0; padding: 0; }
.souk-proxy .souk-offers li { align-items: center; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); display: flex; flex-wrap: wrap; gap: 0.35rem 1rem; min-height: 3.5rem; padding: 0.35rem 0; }
.souk-proxy .souk-offers a { flex: 1 1 9rem; }
.souk-proxy .souk-offers form { margin: 0; }
.souk-proxy .souk-people { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr)); list-style: none; margin: 1rem 0 0; padding: 0; }
.souk-proxy .souk-people a { align-items: center; display: flex; gap: 0.75rem; min-height: 4rem; }
.souk-proxy .souk-people img { border-radius: 0.35rem; flex: none; height: 4rem; object-fit: cover; width: 4rem; }
`;
