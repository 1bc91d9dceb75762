import { Button, InlineStack, Page, Text } from '@shopify/polaris';
import { EmptyCard } from '../components/cards.tsx';
import { useText } from '../i18n/use-text.ts';
import { useLocation, useNavigate, useNavigation } from '../router.ts';
import { lastFailure } from '../session/failure-reference.ts';
import { useErrorTexts } from './error-texts.ts';
import { useLayoutData } from './shell-context.tsx';

/** What a failed page says: what is wrong, what is safe, a way on, and the reference that support finds it by. */
export function ErrorScreen() {
  const t = useText();
  const { title, body, isOurs } = useErrorTexts();
  const { reference } = useLayoutData();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRetrying = useNavigation().state !== 'idle';
  return (
    <Page>
      <div role="alert">
        <EmptyCard heading="h1" title={title} body={body} action={{ label: t('shell:error.home'), url: '/' }} />
        {isOurs ? (
          <div className="souk-error-foot">
            <InlineStack align="center" blockAlign="center" gap="300">
              <Button
                loading={isRetrying}
                onClick={() => {
                  navigate(`${pathname}${search}`, { replace: true });
                }}
              >
                {t('common:retry')}
              </Button>
              <Text as="p" variant="bodySm" tone="subdued">
                {t('common:reference', { reference: lastFailure() ?? reference ?? '–' })}
              </Text>
            </InlineStack>
          </div>
        ) : null}
      </div>
    </Page>
  );
}
