import { Page } from '@shopify/polaris';
import { useText } from '../i18n/use-text.ts';
import { EmptyCard } from '../components/cards.tsx';
import { useErrorTexts } from './error-texts.ts';

/** What a failed page says: what is wrong, what is safe, and a way on. Stands inside a shell. */
export function ErrorScreen() {
  const t = useText();
  const { title, body } = useErrorTexts();
  return (
    <Page>
      <div role="alert">
        <EmptyCard heading="h1" title={title} body={body} action={{ label: t('shell:error.home'), url: '/' }} />
      </div>
    </Page>
  );
}
