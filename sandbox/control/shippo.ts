import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { SHIPPO_OUTCOMES, SHIPPO_REFUND_STATUSES, SHIPPO_TRACKING } from '../core/state-shippo.ts';
import { endRefund, setWebhookSecret, shippoOf, transactionOf } from '../providers/shippo/store.ts';
import { movePackage } from '../providers/shippo/webhooks.ts';
import { controlBody } from './guard.ts';
import { readOneOf, readText, requireText } from './input.ts';

/** What happens at Shippo without the app: to its keys, its purchases, its packages, its refunds. */
export function shippoControlRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/shippo', () => json(200, shippoOf(sandbox))),
    route('POST', '/control/shippo/keys/revoke', (request) => {
      const wanted = requireText(controlBody(request), 'key');
      const found = shippoOf(sandbox).keys.find((one) => one.key === wanted);
      if (!found) throw new Refusal('There is no such key.', ['key'], 'NOT_FOUND');
      found.revokedAt = sandbox.clock.iso();
      sandbox.save();
      return json(200, found);
    }),
    route('POST', '/control/shippo/webhook-secret', (request) => {
      const secret = readText(controlBody(request), 'secret') ?? '';
      setWebhookSecret(sandbox, secret);
      sandbox.save();
      return json(200, { status: 'ok' });
    }),
    route('POST', '/control/shippo/outcomes', (request) => {
      const body = controlBody(request);
      const status = readOneOf(body, 'status', SHIPPO_OUTCOMES);
      if (!status) throw new Refusal('status is required.', ['status']);
      shippoOf(sandbox).outcomes.push({ status, text: readText(body, 'text') ?? 'The carrier refused.' });
      sandbox.save();
      return json(201, { status: 'ok' });
    }),
    route('POST', '/control/shippo/transactions/{id}', (request) => {
      const body = controlBody(request);
      const found = transactionOf(sandbox, request.params['id'] ?? '');
      const tracking = readOneOf(body, 'tracking', SHIPPO_TRACKING);
      if (tracking) movePackage(sandbox, found, tracking);
      found.status = readOneOf(body, 'status', ['SUCCESS', 'ERROR']) ?? found.status;
      sandbox.save();
      return json(200, found);
    }),
    route('POST', '/control/shippo/refunds/{transaction}', (request) => {
      const found = shippoOf(sandbox).refunds.findLast((one) => one.transactionId === request.params['transaction']);
      if (!found) throw new Refusal('There is no such refund.', ['transaction'], 'NOT_FOUND');
      endRefund(sandbox, found, readOneOf(controlBody(request), 'status', SHIPPO_REFUND_STATUSES) ?? 'SUCCESS');
      sandbox.save();
      return json(200, found);
    }),
  ];
}
