import { ActionList, Icon, Popover } from '@shopify/polaris';
import { CheckIcon, GlobeIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import { LOCALES } from '#app/core/viewer.ts';
import { useText } from '../i18n/use-text.ts';
import { rememberLocale } from '../session/session-calls.ts';
import { useLayout, useLayoutData } from './shell-context.tsx';

/** Changes the language of this browser; `named` shows the language's name instead of a globe. */
export function LanguageMenu({ named }: { named?: boolean }) {
  const t = useText();
  const { locale } = useLayoutData();
  const layout = useLayout();
  const [open, setOpen] = useState(false);
  const activator = (
    <button
      type="button"
      className={named ? 'souk-text-button' : 'souk-round-button'}
      aria-expanded={open}
      aria-haspopup="menu"
      onClick={() => {
        setOpen(!open);
      }}
    >
      <span className="souk-hidden">{t('shell:language.label')}: </span>
      {named ? (
        t(`shell:language.${locale}`)
      ) : (
        <>
          <Icon source={GlobeIcon} />
          <span className="souk-hidden">{t(`shell:language.${locale}`)}</span>
        </>
      )}
    </button>
  );
  return (
    <Popover
      active={open}
      activator={activator}
      onClose={() => {
        setOpen(false);
      }}
      autofocusTarget="first-node"
    >
      <ActionList
        actionRole="menuitem"
        items={LOCALES.map((one) => ({
          content: t(`shell:language.${one}`),
          active: one === locale,
          ...(one === locale ? { suffix: <Icon source={CheckIcon} /> } : {}),
          onAction: () => {
            setOpen(false);
            if (one !== locale) void rememberLocale(one, layout !== 'login');
          },
        }))}
      />
    </Popover>
  );
}
