import { Badge } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { WebhookEndpointDto } from '../webhook-endpoints.contract.ts';

/** Whether an endpoint is told what happens: on, on and failing, or off. */
export function EndpointState({
  endpoint,
}: {
  endpoint: Pick<WebhookEndpointDto, 'state' | 'failingSince' | 'problem'>;
}) {
  const t = useText();
  const { state, failingSince, problem } = endpoint;
  if (state === 'off') {
    return <Badge {...(problem === null ? {} : { tone: 'critical' as const })}>{t('webhooks:state.off')}</Badge>;
  }
  return failingSince === null ? (
    <Badge tone="success">{t('webhooks:state.on')}</Badge>
  ) : (
    <Badge tone="warning">{t('webhooks:state.failing')}</Badge>
  );
}
