import type { Logo } from '../shell/shell-data.ts';

/** Souk's own sign: an arch in a rounded square. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="souk-mark">
      <rect width="32" height="32" rx="9" />
      <path d="M8 24v-7.5a8 8 0 0 1 16 0V24h-4.6v-7.5a3.4 3.4 0 0 0-6.8 0V24z" />
      <circle cx="16" cy="22.6" r="1.9" />
    </svg>
  );
}

/** The store's logo as it chose it, never recoloured; Souk's sign and word while it has none. */
export function StoreLogo({ logo, size = 'rail' }: { logo: Logo; size?: 'rail' | 'phone' | 'login' }) {
  if (logo.kind === 'image') return <img className={`souk-logo souk-logo-${size}`} src={logo.src} alt={logo.alt} />;
  if (logo.kind === 'text') return <span className="souk-logo-text">{logo.text}</span>;
  return (
    <span className="souk-logo-default">
      <Mark size={size === 'phone' ? 28 : 30} />
      <span>Souk</span>
    </span>
  );
}
