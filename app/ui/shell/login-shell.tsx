import { AppProvider, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { localeBundle } from '../i18n/catalog.ts';
import { useText } from '../i18n/use-text.ts';
import { ToastProvider } from '../page/toast.tsx';
import { StoreLogo } from '../components/mark.tsx';
import { LayoutLink } from './layout-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ShellProvider } from './shell-context.tsx';
import type { LayoutData } from './shell-data.ts';

/** The way in: the store's logo or name with the word Marketplace, and one card. */
export function LoginShell({ data, children }: { data: LayoutData; children: ReactNode }) {
  return (
    <ShellProvider layout="login" data={data}>
      <AppProvider i18n={localeBundle(data.locale).polaris} linkComponent={LayoutLink}>
        <ToastProvider>
          <div className="souk-login">
            <LoginHead data={data} />
            <main>{children}</main>
            <footer>
              <SupportLink support={data.support} />
              <LanguageMenu named />
            </footer>
          </div>
        </ToastProvider>
      </AppProvider>
    </ShellProvider>
  );
}

/** Whom to write to; nothing where the store named nobody. */
function SupportLink({ support }: Pick<LayoutData, 'support'>) {
  const t = useText();
  if (support.email === '') return null;
  return <a href={`mailto:${support.email}`}>{support.title || t('shell:support')}</a>;
}

function LoginHead({ data }: { data: LayoutData }) {
  const t = useText();
  const { logo, store } = data;
  return (
    <header>
      {logo.kind === 'default' ? (
        <span className="souk-logo-text">{store.name}</span>
      ) : (
        <StoreLogo logo={logo} size="login" />
      )}
      <span className="souk-login-word">{t('shell:login.marketplace')}</span>
    </header>
  );
}

/** The card of a login screen. `below` stands under it: the way to another screen. `wide` is for forms with many fields. */
export function LoginCard(props: { title: string; children: ReactNode; below?: ReactNode; wide?: boolean }) {
  return (
    <>
      <section className={props.wide ? 'souk-login-card souk-login-wide' : 'souk-login-card'}>
        <Text as="h1" variant="headingLg">
          {props.title}
        </Text>
        {props.children}
      </section>
      {props.below ? <p className="souk-login-below">{props.below}</p> : null}
    </>
  );
}
