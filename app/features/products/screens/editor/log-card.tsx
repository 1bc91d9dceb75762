import { BlockStack, Button, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { languageName } from '#app/ui/i18n/language.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { readProductLogEndpoint } from '../../log/product-log.contract.ts';
import type { ProductDetail } from '../../products.contract.ts';
import { actorWords } from './actor-words.ts';

const KNOWN = [
  'created',
  'updated',
  'submitted',
  'approved',
  'sent_back',
  'archived',
  'deleted',
  'commented',
  'tagged',
  'translated',
  'follow_refused',
  'approval_scheduled',
  'approval_undone',
  'approval_failed',
  'membership_unpublished',
  'membership_republished',
  'send_back_scheduled',
  'send_back_undone',
  'send_back_failed',
] as const;
const OF_CHANGES = ['change_submitted', 'change_applied', 'change_declined', 'change_withdrawn'] as const;

/** The platform's states as people read them. */
const STATUS_WORDS = [
  ['DRAFT', 'common:status.draft'],
  ['ACTIVE', 'common:status.active'],
  ['ARCHIVED', 'common:status.archived'],
  ['UNLISTED', 'review:unlisted'],
] as const;

type Log = ProductDetail['logs'][number];

/** What happened to the product: by whom, why, and what from what to what. What is older is fetched where it is asked for. */
export function LogCard({ detail }: { detail: ProductDetail }) {
  const t = useText();
  const { logs, hasOlder, isLoading, showOlder } = useOlderLogs(detail);
  const word = (log: Log): string | undefined => {
    const action = KNOWN.find((one) => one === log.action);
    if (action) return t(`products:log.${action}`);
    const ofChange = OF_CHANGES.find((one) => one === log.action);
    return ofChange && t(`changes:log.${ofChange}`);
  };
  const entries = logs.flatMap((log) => {
    const text = word(log);
    if (text === undefined) return [];
    const by = actorWords(t, log.actor);
    // A decision that left the state as it was says nothing of it.
    const changes = log.changes.filter((one) => one.old !== one.new);
    const hasDetail = changes.length > 0 || log.note !== null;
    return [
      { id: log.id, at: log.at, text, by, ...(hasDetail ? { detail: <LogDetail log={{ ...log, changes }} /> } : {}) },
    ];
  });
  return (
    <SectionCard title={t('products:log.title')}>
      {entries.length > 0 ? (
        <BlockStack gap="300">
          <Timeline entries={entries} />
          {hasOlder ? (
            <Button loading={isLoading} onClick={showOlder}>
              {t('products:log.older')}
            </Button>
          ) : null}
        </BlockStack>
      ) : (
        <Text as="p" tone="subdued">
          {t('products:log.none')}
        </Text>
      )}
    </SectionCard>
  );
}

/** The entries that came with the product and those that were asked for since, newest first, each once. */
function useOlderLogs({ product, logs, logsNext }: ProductDetail) {
  const t = useText();
  const toast = useToast();
  const [seen, setSeen] = useState<Log[]>([]);
  const [next, setNext] = useState<string | null>();
  const [isLoading, setLoading] = useState(false);
  const cursor = next === undefined ? logsNext : next;
  const load = async (): Promise<void> => {
    if (cursor === null || isLoading) return;
    setLoading(true);
    try {
      const page = await callApi<typeof readProductLogEndpoint>('GET', '/logs/product/{productId}', {
        params: { productId: product.id },
        query: { cursor },
      });
      // What stood there is kept as well: newer entries push it out of the product's own page.
      setSeen((before) => [...before, ...logs, ...page.logs]);
      setNext(page.next);
    } catch (error) {
      const text = error instanceof ApiRefusal ? refusalText(t, error) : t('errors:offline');
      toast(text, { isError: true });
    } finally {
      setLoading(false);
    }
  };
  const all = new Map([...seen, ...logs].map((log) => [log.id, log]));
  return {
    logs: [...all.values()].sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1)),
    hasOlder: cursor !== null,
    isLoading,
    showOlder: () => void load(),
  };
}

function LogDetail({ log }: { log: Log }) {
  const t = useText();
  const { locale } = useLayoutData();
  const word = (field: Change['field'], value: string | null): string => {
    const status = field === 'status' ? STATUS_WORDS.find(([stored]) => stored === value) : undefined;
    if (status) return t(status[1]);
    if (value === null || value === '') return t('changes:review.nothing');
    if (value === 'true') return t('changes:review.yes');
    return value === 'false' ? t('changes:review.no') : value;
  };
  return (
    <>
      {log.note ? <p>“{log.note}”</p> : null}
      {log.changes.map((change, index) => (
        <p key={`${change.field} ${String(index)}`} className="change-logged">
          {t('changes:log.from', {
            field: change.translation ? translationName(t, change.translation, locale) : fieldName(t, change.field),
            old: word(change.field, change.old),
            now: word(change.field, change.new),
          })}
        </p>
      ))}
    </>
  );
}

type Change = Log['changes'][number];

function fieldName(t: Translate, field: Change['field']): string {
  switch (field) {
    case 'vendor':
    case 'status':
    case 'stock':
      return t(`products:column.${field}`);
    case 'tags':
      return t('changes:log.tags');
    case 'translation':
      return t('products:log.translated');
    default:
      return t(`changes:field.${field}`);
  }
}

/** Which text was translated, and into which language: options and specifications by their own names. */
function translationName(t: Translate, { text, name, locale }: NonNullable<Change['translation']>, viewers: Locale) {
  const of =
    text === 'title' || text === 'description' || text === 'seoTitle' || text === 'seoDescription'
      ? t(`changes:field.${text}`)
      : name;
  return t('changes:log.inLanguage', { text: of, language: languageName(locale, viewers) });
}
