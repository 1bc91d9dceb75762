/** The style of the last page where no style sheet of the program comes with it. `ui/theme/kit.css` has the same for all others. */
export const LAST_PAGE_STYLE = `
body { margin: 0; background: #f1f1f1; color: #303030; }
.souk-last-page { max-width: 480px; margin: 20vh auto 0; padding: 0 16px; font: 450 0.875rem/1.25rem system-ui, sans-serif; }
.souk-last-page h1 { font-size: 1.625rem; line-height: 2.125rem; }
.souk-last-page a { display: inline-block; margin-right: 16px; padding: 8px 0; color: #005bd3; }
@media (prefers-color-scheme: dark) {
  body { background: #1a1a1a; color: #e3e3e3; }
  .souk-last-page a { color: #8ab8ff; }
}`;
