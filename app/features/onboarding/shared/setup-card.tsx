import { Button, Icon, ProgressBar, Text } from '@shopify/polaris';
import { CheckCircleIcon } from '@shopify/polaris-icons';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { setupUrl } from '#app/ui/page/setup-return.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { STEP_PATHS, type Checklist } from '../checklist.ts';

export type SetupCardProps = { checklist: Checklist; title: string; onDismiss: () => void };

/** The first steps: the next one with its reason and a button, below it all of them, each a way to its screen. */
export function SetupCard({ checklist, title, onDismiss }: SetupCardProps) {
  const t = useText();
  const { steps } = checklist;
  const done = steps.filter((one) => one.done).length;
  const next = steps.find((one) => !one.done);
  return (
    <SectionCard
      title={title}
      aside={
        checklist.mayDismiss ? (
          <Button variant="plain" onClick={onDismiss}>
            {t('onboarding:dismiss')}
          </Button>
        ) : undefined
      }
    >
      <ProgressBar
        progress={Math.round((done / steps.length) * 100)}
        size="small"
        tone="primary"
        ariaLabelledBy="souk-setup"
      />
      <p id="souk-setup" className="souk-note">
        {t('onboarding:progress', { done, all: steps.length })}
      </p>
      {next ? (
        <div className="souk-setup-next">
          <Text as="h3" variant="headingSm">
            {t(`onboarding:step.${next.step}`)}
          </Text>
          <p className="souk-note">{t(`onboarding:why.${next.step}`)}</p>
          <Button url={setupUrl(STEP_PATHS[next.step])}>{t(`onboarding:act.${next.step}`)}</Button>
        </div>
      ) : null}
      <ul className="souk-steps">
        {steps
          .filter((one) => one !== next)
          .map(({ step, done: isDone }) => (
            <li key={step} {...(isDone ? { 'data-done': true } : {})}>
              <LayoutLink url={setupUrl(STEP_PATHS[step])}>
                {isDone ? (
                  <Icon source={CheckCircleIcon} accessibilityLabel={t('onboarding:done')} />
                ) : (
                  <span className="souk-step-open">
                    <span className="souk-hidden">{t('onboarding:open')}</span>
                  </span>
                )}
                <span>{t(`onboarding:step.${step}`)}</span>
              </LayoutLink>
            </li>
          ))}
      </ul>
    </SectionCard>
  );
}
