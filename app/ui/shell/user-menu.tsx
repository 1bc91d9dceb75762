import { ActionList, Icon, Popover } from '@shopify/polaris';
import {
  CheckIcon,
  EmailIcon,
  ExitIcon,
  KeyboardIcon,
  PersonIcon,
  SelectIcon,
  StoreIcon,
} from '@shopify/polaris-icons';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Avatar } from '../components/picture.tsx';
import { signOut } from '../session/session-calls.ts';
import { useHotkeys } from './hotkeys.tsx';
import { useShell } from './shell-context.tsx';
import { useVendorSwitcher } from './vendor-switcher.tsx';

/** Who is signed in and for whom; opens the account's menu. A card at the rail's foot, or the avatar in the phone's bar. */
export function UserMenu({ shape }: { shape: 'card' | 'avatar' }) {
  const t = useText();
  const { viewer, support, signedOutUrl = '/app' } = useShell();
  const switcher = useVendorSwitcher();
  const keys = useHotkeys();
  const [open, setOpen] = useState(false);
  const acting = viewer.vendor?.name ?? t('shell:switcher.marketplaceView');
  const then = (action: () => void) => () => {
    setOpen(false);
    action();
  };
  const activator = (
    <button
      type="button"
      className={shape === 'card' ? 'souk-who' : 'souk-round-button'}
      aria-expanded={open}
      aria-haspopup="menu"
      onClick={() => {
        setOpen(!open);
      }}
    >
      <span className="souk-hidden">{`${t('shell:user.menu')}: ${shape === 'card' ? '' : acting}`}</span>
      <Avatar name={acting} />
      {shape === 'card' ? (
        <>
          <span className="souk-who-text">
            <b>{acting}</b>
            <span>{viewer.name === acting ? viewer.email : viewer.name}</span>
          </span>
          <Icon source={SelectIcon} />
        </>
      ) : null}
    </button>
  );
  return (
    <Popover
      active={open}
      activator={activator}
      preferredAlignment="left"
      autofocusTarget="first-node"
      onClose={() => {
        setOpen(false);
      }}
    >
      <ActionList
        actionRole="menuitem"
        sections={[
          {
            title: viewer.email,
            items: [
              ...(switcher.canSwitch
                ? [
                    {
                      content: t('shell:user.switch'),
                      prefix: <Icon source={StoreIcon} />,
                      suffix: <kbd>Ctrl /</kbd>,
                      onAction: then(switcher.open),
                    },
                  ]
                : []),
              {
                content: t('shell:user.keys'),
                prefix: <Icon source={KeyboardIcon} />,
                suffix: <kbd>?</kbd>,
                onAction: then(keys.showHelp),
              },
              {
                content: t('shell:user.keysOn'),
                active: keys.lettersOn,
                ...(keys.lettersOn ? { suffix: <Icon source={CheckIcon} /> } : {}),
                onAction: () => {
                  keys.setLettersOn(!keys.lettersOn);
                },
              },
            ],
          },
          {
            items: [
              {
                content: t('shell:user.account'),
                prefix: <Icon source={PersonIcon} />,
                url: '/account',
                onAction: () => {
                  setOpen(false);
                },
              },
              ...(support.email === ''
                ? []
                : [
                    {
                      content: support.title || t('shell:support'),
                      prefix: <Icon source={EmailIcon} />,
                      url: `mailto:${support.email}`,
                      external: true,
                    },
                  ]),
              {
                content: t('shell:user.signOut'),
                prefix: <Icon source={ExitIcon} />,
                onAction: then(() => void signOut(signedOutUrl)),
              },
            ],
          },
        ]}
      />
    </Popover>
  );
}
