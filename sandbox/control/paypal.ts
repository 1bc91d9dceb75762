import { Refusal } from '../core/kernel.ts';
import { nextId } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { PAYPAL_ITEM_STATUSES, PAYPAL_RECEIVER_STATES } from '../core/state-paypal.ts';
import type { PaypalItem } from '../core/state-paypal.ts';
import { addApp, appOf, paypalOf, revokeApp } from '../providers/paypal/apps.ts';
import { batchById, changeItem, denyBatch, itemById, itemsOf, settlePayouts } from '../providers/paypal/items.ts';
import { controlBody } from './guard.ts';
import { readFlag, readNumber, readOneOf, readText, requireText } from './input.ts';

/** What happens at PayPal without the app: to its balance, its receivers, its items. */
export function paypalControlRoutes(sandbox: Sandbox): Route[] {
  return [...appRoutes(sandbox), ...payoutRoutes(sandbox), ...outcomeRoutes(sandbox)];
}

function appRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/paypal/apps', () => json(200, paypalOf(sandbox).apps)),
    route('POST', '/control/paypal/apps', (request) => {
      const body = controlBody(request);
      const app = addApp(sandbox, {
        name: readText(body, 'name') ?? 'Marketplace',
        environment: readOneOf(body, 'environment', ['sandbox', 'live']) ?? 'sandbox',
      });
      sandbox.save();
      return json(201, app);
    }),
    route('POST', '/control/paypal/apps/{id}', (request) => {
      const body = controlBody(request);
      const app = appOf(sandbox, request.params['id']);
      app.payoutsGranted = readFlag(body, 'payoutsGranted') ?? app.payoutsGranted;
      app.restricted = readFlag(body, 'restricted') ?? app.restricted;
      sandbox.save();
      return json(200, app);
    }),
    route('POST', '/control/paypal/balance', (request) => {
      const body = controlBody(request);
      const app = appOf(sandbox, readText(body, 'app'));
      const minor = readNumber(body, 'availableMinor');
      if (minor === undefined || !Number.isSafeInteger(minor))
        throw new Refusal('availableMinor must be a whole number of minor units.', ['availableMinor']);
      app.balances[requireText(body, 'currency').toUpperCase()] = minor;
      sandbox.save();
      return json(200, app);
    }),
    route('POST', '/control/paypal/keys/revoke', (request) => {
      const app = appOf(sandbox, readText(controlBody(request), 'app'));
      revokeApp(sandbox, app);
      sandbox.save();
      return json(200, app);
    }),
  ];
}

function payoutRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/paypal/batches', () => {
      settlePayouts(sandbox);
      const batches = Object.values(paypalOf(sandbox).batches);
      return json(
        200,
        batches.map((batch) => ({ ...batch, items: itemsOf(sandbox, batch) })),
      );
    }),
    route('POST', '/control/paypal/batches/{id}', (request) => {
      const body = controlBody(request);
      const batch = batchById(sandbox, request.params['id'] ?? '');
      if (readOneOf(body, 'status', ['DENIED']) !== 'DENIED') throw new Refusal('status must be DENIED.', ['status']);
      denyBatch(sandbox, batch, readText(body, 'error') ?? 'INTERNAL_ERROR');
      return json(200, { ...batch, items: itemsOf(sandbox, batch) });
    }),
    route('GET', '/control/paypal/items', (request) => {
      settlePayouts(sandbox);
      const [batch, receiver] = [request.query.get('batch'), request.query.get('receiver')];
      const found = Object.values(paypalOf(sandbox).items).filter(
        (item) =>
          (batch === null || item.batchId === batch) && (receiver === null || item.receiver.toLowerCase() === receiver),
      );
      return json(200, found);
    }),
    route('POST', '/control/paypal/items/{id}', (request) => {
      const body = controlBody(request);
      const item = namedItem(sandbox, request.params['id'] ?? '');
      const status = readOneOf(body, 'status', PAYPAL_ITEM_STATUSES);
      if (!status) throw new Refusal('status is required.', ['status']);
      changeItem(sandbox, item, status, readText(body, 'error') ?? null);
      return json(200, item);
    }),
    route('GET', '/control/paypal/events', (request) => {
      const type = request.query.get('type');
      return json(
        200,
        paypalOf(sandbox).events.filter((event) => type === null || event.type === type),
      );
    }),
    route('GET', '/control/paypal/webhooks', () => json(200, paypalOf(sandbox).webhooks)),
  ];
}

/** An item by PayPal's id, or the latest with this id of the sender's. */
function namedItem(sandbox: Sandbox, id: string): PaypalItem {
  const items = Object.values(paypalOf(sandbox).items);
  return items.findLast((item) => item.senderItemId === id) ?? itemById(sandbox, id);
}

function outcomeRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/paypal/outcomes', () => json(200, paypalOf(sandbox).outcomes)),
    route('POST', '/control/paypal/outcomes', (request) => {
      const body = controlBody(request);
      const status = readOneOf(body, 'status', PAYPAL_ITEM_STATUSES);
      if (!status) throw new Refusal('status is required.', ['status']);
      const outcome = {
        id: nextId(sandbox),
        status,
        receiver: readText(body, 'receiver')?.toLowerCase() ?? null,
        error: readText(body, 'error') ?? null,
        remaining: readNumber(body, 'times') ?? null,
      };
      paypalOf(sandbox).outcomes.push(outcome);
      sandbox.save();
      return json(201, outcome);
    }),
    route('DELETE', '/control/paypal/outcomes', () => {
      paypalOf(sandbox).outcomes = [];
      sandbox.save();
      return json(200, { status: 'ok' });
    }),
    route('POST', '/control/paypal/receivers', (request) => {
      const body = controlBody(request);
      const state = readOneOf(body, 'state', PAYPAL_RECEIVER_STATES);
      if (!state) throw new Refusal('state is required.', ['state']);
      paypalOf(sandbox).receivers[requireText(body, 'receiver').toLowerCase()] = state;
      sandbox.save();
      return json(200, { status: 'ok' });
    }),
  ];
}
