import { z } from 'zod';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { parseProblem, type PaypalAccess, type PaypalCaller } from './call.server.ts';

/** What PayPal is asked to tell. Nothing is told of a payment that was reversed: that is found by looking. */
const BATCH = ['DENIED', 'PROCESSING', 'SUCCESS'].map((state) => `PAYMENT.PAYOUTSBATCH.${state}`);
const ITEM = ['BLOCKED', 'CANCELED', 'FAILED', 'HELD', 'REFUNDED', 'RETURNED', 'SUCCEEDED', 'UNCLAIMED'].map(
  (state) => `PAYMENT.PAYOUTS-ITEM.${state}`,
);
export const PAYPAL_EVENTS: readonly string[] = [...BATCH, ...ITEM];

/** The headers of a delivery by which PayPal says that it is its own. */
export type PaypalSignature = Record<'algorithm' | 'certificateUrl' | 'id' | 'signature' | 'time', string>;

const HOOKS = '/v1/notifications/webhooks';
/** PayPal waits for our answer meanwhile. */
const VERIFY_LIMIT_MS = 8_000;
const hook = z.object({ id: z.string().min(1), url: z.string() });

/** The address of one pair of credentials that hears of events. */
export function createHooks(caller: PaypalCaller, access: PaypalAccess) {
  async function find(url: string): Promise<string | undefined> {
    const answer = await caller.call(access, { method: 'GET', path: HOOKS });
    if (answer.status !== 200) throw parseProblem(answer);
    const known = z.object({ webhooks: z.array(hook) }).safeParse(answer.body);
    return known.success ? known.data.webhooks.find((one) => one.url === url)?.id : undefined;
  }

  return {
    /** Registers an address and answers its id; one that is registered already stays. */
    async register(url: string): Promise<string> {
      const known = await find(url);
      if (known !== undefined) return known;
      const event_types = PAYPAL_EVENTS.map((name) => ({ name }));
      const answer = await caller.call(access, { method: 'POST', path: HOOKS, body: { url, event_types } });
      const made = hook.safeParse(answer.body);
      if (answer.status !== 201 || !made.success) throw parseProblem(answer);
      return made.data.id;
    },

    /** Takes an address away again; one that is not registered is none. */
    async takeAway(url: string): Promise<void> {
      const id = await find(url);
      if (id === undefined) return;
      const answer = await caller.call(access, { method: 'DELETE', path: `${HOOKS}/${encodeURIComponent(id)}` });
      if (answer.status !== 204 && answer.status !== 404) throw parseProblem(answer);
    },

    /** Whether PayPal says that it sent these very bytes. Throws ProviderProblem where it does not answer. */
    async isSigned(o: { body: string; signature: PaypalSignature; hookId: string }): Promise<boolean> {
      const { signature: given } = o;
      const head = JSON.stringify({
        auth_algo: given.algorithm,
        cert_url: given.certificateUrl,
        transmission_id: given.id,
        transmission_sig: given.signature,
        transmission_time: given.time,
        webhook_id: o.hookId,
      });
      const answer = await caller.call(access, {
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        // The event goes back byte for byte: written anew it would not be what was signed.
        raw: `${head.slice(0, -1)},"webhook_event":${o.body}}`,
        limitMs: VERIFY_LIMIT_MS,
      });
      if (answer.status >= 400 && answer.status < 500 && ![401, 403, 429].includes(answer.status)) return false;
      if (answer.status !== 200) throw parseProblem(answer);
      const said = z.object({ verification_status: z.string() }).safeParse(answer.body);
      if (!said.success) throw new ProviderProblem('paypal', 'lost', { status: 200 });
      return said.data.verification_status === 'SUCCESS';
    },
  };
}
