import type { WebhookEndpointDto } from '#app/features/webhook-endpoints/webhook-endpoints.contract.ts';
import { switchIntegrations } from '#tests/factories/own-stores.ts';
import { api } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

const body = {
  url: 'https://erp.example/souk',
  description: 'Warehouse',
  topics: ['order.created', 'product.updated'],
};

/** An endpoint of the side's vendor. */
async function makeEndpoint({ admin, member }: Side): Promise<string> {
  await switchIntegrations(admin, true);
  // Ten is the most that a vendor has.
  const { endpoints } = (await api(member).get('/webhook-endpoints')).as<{ endpoints: WebhookEndpointDto[] }>();
  if (endpoints.length >= 10) await api(member).delete(`/webhook-endpoints/${endpoints[0]?.id ?? ''}`);
  return (await api(member).post('/webhook-endpoints', body)).as<{ endpoint: WebhookEndpointDto }>().endpoint.id;
}

/** An endpoint with a message in its log. */
async function makeMessage(side: Side): Promise<{ endpointId: string; messageId: string }> {
  const endpointId = await makeEndpoint(side);
  const test = await api(side.member).post(`/webhook-endpoints/${endpointId}/test`, { topic: 'order.created' });
  return { endpointId, messageId: test.as<{ messageId: string }>().messageId };
}

export const probes = defineProbes([
  {
    endpoint: 'webhooks.listEndpoints',
    request: async (side) => {
      await makeEndpoint(side);
      return {};
    },
  },
  {
    endpoint: 'webhooks.createEndpoint',
    request: async (side) => {
      const id = await makeEndpoint(side);
      await api(side.member).delete(`/webhook-endpoints/${id}`);
      return { body };
    },
  },
  {
    endpoint: 'webhooks.changeEndpoint',
    ids: ['params.endpointId'],
    request: async (side) => ({
      params: { endpointId: await makeEndpoint(side) },
      body: { ...body, description: 'Stock room', state: 'on' },
    }),
  },
  {
    endpoint: 'webhooks.replaceSecret',
    ids: ['params.endpointId'],
    request: async (side) => ({ params: { endpointId: await makeEndpoint(side) } }),
  },
  {
    endpoint: 'webhooks.deleteEndpoint',
    ids: ['params.endpointId'],
    request: async (side) => ({ params: { endpointId: await makeEndpoint(side) } }),
  },
  {
    endpoint: 'webhooks.testEndpoint',
    ids: ['params.endpointId'],
    request: async (side) => ({ params: { endpointId: await makeEndpoint(side) }, body: { topic: 'order.created' } }),
  },
  {
    endpoint: 'webhooks.listMessages',
    ids: ['params.endpointId'],
    request: async (side) => {
      const { endpointId } = await makeMessage(side);
      return { params: { endpointId }, query: { topic: 'order.created' } };
    },
  },
  {
    endpoint: 'webhooks.readMessage',
    ids: ['params.endpointId', 'params.messageId'],
    request: async (side) => ({ params: await makeMessage(side) }),
  },
  {
    endpoint: 'webhooks.replay',
    ids: ['params.endpointId', 'body.messageIds.*'],
    request: async (side) => {
      const { endpointId, messageId } = await makeMessage(side);
      return { params: { endpointId }, body: { messageIds: [messageId] } };
    },
  },
]);
