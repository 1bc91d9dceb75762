/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/admin.order-details.action.render" />
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { call, createKey, describeRefusal, Refused } from './call.ts';
import { formatMoney, readHost, readSelectedIds, t, type Money } from './host.ts';
import { loadOrder, type OrderAnswer, type VendorOrder } from './order.ts';
import { readValue, WhenLoaded } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

type Task = 'remind' | 'goodwill' | 'commission';
type Adjustments = { goodwill: Money; token: string };
type Known = { order: OrderAnswer; adjustments: Adjustments | null };
type Preview = { commission: Money; payout: Money; overpaid?: Money };
type Said = { tone: 'success' | 'critical' | 'info'; text: string };

export default function renderAction(): void {
  render(<OrderAction />, document.body);
}

/** The order with what can still be adjusted of it; an order that nobody can adjust has no adjustments. */
async function load(orderId: string): Promise<Known> {
  const order = await loadOrder(orderId);
  if (!order.order.allowedActions.includes('adjust')) return { order, adjustments: null };
  return { order, adjustments: await call<Adjustments>(`/orders/${orderId}/adjustments`) };
}

/** Remind a vendor to ship, let one bear goodwill, or override a commission: by the same calls as the app's own screens. */
function OrderAction() {
  const [orderId = ''] = readSelectedIds();
  const { loaded, reload } = useLoaded(() => load(orderId));
  if (loaded.state !== 'ready')
    return (
      <s-admin-action heading={t('act.heading')}>
        <WhenLoaded loaded={loaded} reload={reload}>
          {() => null}
        </WhenLoaded>
        <CloseButton />
      </s-admin-action>
    );
  return <Form known={loaded.value} orderId={orderId} reload={reload} />;
}

function CloseButton() {
  return (
    <s-button slot="secondary-actions" onClick={() => readHost().close?.()}>
      {t('close')}
    </s-button>
  );
}

/** What can be done with the order now. */
function listTasks({ order, adjustments }: Known): Task[] {
  const tasks: Task[] = [];
  if (order.adminOrders.some(waits)) tasks.push('remind');
  if (adjustments && isSome(adjustments.goodwill)) tasks.push('goodwill');
  if (order.order.allowedActions.includes('override_commission')) tasks.push('commission');
  return tasks;
}

const waits = ({ fulfillment, onHold }: VendorOrder): boolean =>
  (fulfillment === 'unfulfilled' || fulfillment === 'partially_fulfilled') && onHold === null;
const isSome = ({ amount }: Money): boolean => /[1-9]/.test(amount) && !amount.startsWith('-');

function Form({ known, orderId, reload }: { known: Known; orderId: string; reload: () => Promise<void> }) {
  const tasks = listTasks(known);
  const [chosen, setChosen] = useState<Task | undefined>();
  const task = chosen && tasks.includes(chosen) ? chosen : tasks[0];
  const parts = known.order.adminOrders.filter((part) => task !== 'remind' || waits(part));
  const [vendorId, setVendorId] = useState('');
  const vendor = (parts.find((part) => part.vendor.id === vendorId) ?? parts[0])?.vendor;
  const [values, setValues] = useState({ amount: '', note: '', percentage: '', flat: '' });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [issues, setIssues] = useState<Record<string, string>>({});
  const [isSending, setSending] = useState(false);
  const [key, setKey] = useState(createKey);

  const set = (field: keyof typeof values) => (event: Event) => {
    const value = readValue(event);
    setValues((before) => ({ ...before, [field]: value }));
    setIssues((before) => ({ ...before, [field]: '' }));
    setPreview(null);
  };

  async function send(): Promise<void> {
    if (!task || !vendor || isSending) return;
    setSending(true);
    setSaid(null);
    setIssues({});
    try {
      if (task === 'remind') setSaid(await remind(orderId, vendor, key));
      if (task === 'goodwill') setSaid(await letBear(orderId, { vendor, known, ...values }, key));
      if (task === 'commission') {
        const answer = await override(orderId, vendor.name, { ...values, isPreview: preview === null });
        setPreview(preview === null ? answer : null);
        if (preview !== null) setSaid({ tone: 'success', text: t('act.commission.done', { vendor: vendor.name }) });
      }
      if (task !== 'commission' || preview !== null) {
        setKey(createKey());
        await reload();
      }
    } catch (error) {
      if (error instanceof Refused && error.code === 'invalid_input')
        setIssues(
          Object.fromEntries(error.issues.map(({ path }) => [path, t(`act.rule.${path in values ? path : 'other'}`)])),
        );
      setSaid({ tone: 'critical', text: describeRefusal(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <s-admin-action heading={t('act.heading')} loading={isSending}>
      <s-stack gap="base">
        {said ? <s-banner tone={said.tone}>{said.text}</s-banner> : null}
        {task && vendor ? (
          <>
            <s-select label={t('act.task')} value={task} onChange={(event) => setChosen(readValue(event) as Task)}>
              {tasks.map((one) => (
                <s-option key={one} value={one}>
                  {t(`act.${one}.name`)}
                </s-option>
              ))}
            </s-select>
            <s-select
              label={t('act.vendor')}
              value={vendor.id}
              onChange={(event) => {
                setVendorId(readValue(event));
                setPreview(null);
              }}
            >
              {parts.map((part) => (
                <s-option key={part.vendor.id} value={part.vendor.id}>
                  {part.vendor.name}
                </s-option>
              ))}
            </s-select>
            {task === 'remind' ? <s-text color="subdued">{t('act.remind.help')}</s-text> : null}
            {task === 'goodwill' && known.adjustments ? (
              <>
                <s-text color="subdued">
                  {t('act.goodwill.help', { amount: formatMoney(known.adjustments.goodwill) })}
                </s-text>
                <s-text-field
                  label={t('act.goodwill.amount', { currency: known.order.order.currency })}
                  value={values.amount}
                  error={issues['amount'] ?? ''}
                  onInput={set('amount')}
                />
                <s-text-area
                  label={t('act.note')}
                  details={t('act.noteHelp')}
                  value={values.note}
                  maxLength={500}
                  error={issues['note'] ?? ''}
                  onInput={set('note')}
                />
              </>
            ) : null}
            {task === 'commission' ? (
              <>
                <s-text-field
                  label={t('act.commission.percentage')}
                  value={values.percentage}
                  error={issues['percentage'] ?? ''}
                  onInput={set('percentage')}
                />
                <s-text-field
                  label={t('act.commission.flat', { currency: known.order.order.currency })}
                  value={values.flat}
                  error={issues['flat'] ?? ''}
                  onInput={set('flat')}
                />
                {preview ? (
                  <s-banner tone={preview.overpaid ? 'warning' : 'info'}>{describePreview(preview)}</s-banner>
                ) : (
                  <s-text color="subdued">{t('act.commission.help')}</s-text>
                )}
              </>
            ) : null}
          </>
        ) : (
          <s-text>{t('act.nothing')}</s-text>
        )}
      </s-stack>
      {task && vendor ? (
        <s-button slot="primary-action" variant="primary" disabled={isSending} onClick={() => void send()}>
          {t(task === 'commission' && preview === null ? 'act.commission.preview' : `act.${task}.send`)}
        </s-button>
      ) : null}
      <CloseButton />
    </s-admin-action>
  );
}

function describePreview({ commission, payout, overpaid }: Preview): string {
  const amounts = { commission: formatMoney(commission), earns: formatMoney(payout) };
  const text = t('act.commission.follows', amounts);
  return overpaid ? `${text} ${t('act.commission.overpaid', { amount: formatMoney(overpaid) })}` : text;
}

type Vendor = VendorOrder['vendor'];

async function remind(orderId: string, vendor: Vendor, key: string): Promise<Said> {
  const body = { orders: [{ orderId, vendor: vendor.id }] };
  const { skipped } = await call<{ skipped: { reason: string }[] }>('/orders/remind', { method: 'POST', body, key });
  const [refused] = skipped;
  return refused
    ? { tone: 'info', text: t(`act.remind.skipped.${refused.reason}`, { vendor: vendor.name }) }
    : { tone: 'success', text: t('act.remind.done', { vendor: vendor.name }) };
}

async function letBear(
  orderId: string,
  { vendor, known, amount, note }: { vendor: Vendor; known: Known; amount: string; note: string },
  key: string,
): Promise<Said> {
  const body = { kind: 'goodwill', vendor: vendor.name, amount, note, token: known.adjustments?.token ?? null };
  await call(`/orders/${orderId}/adjustments`, { method: 'POST', body, key });
  return { tone: 'success', text: t('act.goodwill.done', { vendor: vendor.name }) };
}

function override(
  orderId: string,
  vendor: string,
  { percentage, flat, isPreview }: { percentage: string; flat: string; isPreview: boolean },
): Promise<Preview> {
  const orNothing = (text: string): string | null => (text.trim() === '' ? null : text);
  const body = { vendor, orderId, percentage: orNothing(percentage), flat: orNothing(flat), preview: isPreview };
  return call<Preview>('/orders/commission', { method: 'PUT', body });
}
