import { useText } from '../i18n/use-text.ts';
import { LayoutLink } from '../shell/layout-link.tsx';
import { findSettingsPage, listSettingsTabs } from '#app/core/settings-pages.ts';
import { useShell } from '../shell/shell-context.tsx';
import { usePagePath } from './page-parent.ts';

/** The settings pages that share one row of the settings, on each of them; nothing elsewhere. */
export function SettingsTabs() {
  const t = useText();
  const shell = useShell();
  const path = usePagePath();
  const page = findSettingsPage(shell, path);
  const tabs = page?.path === path ? listSettingsTabs(shell, page) : [];
  if (tabs.length === 0) return null;
  return (
    <nav className="souk-place-tabs" aria-label={t('shell:settingsTabs.label')}>
      {tabs.map(({ id, path: url }) => (
        <LayoutLink key={id} url={url} {...(id === page?.id ? { 'aria-current': 'page' } : {})}>
          {t(`shell:settingsTabs.${id as 'commissions' | 'finance' | 'payouts' | 'payments'}`)}
        </LayoutLink>
      ))}
    </nav>
  );
}
