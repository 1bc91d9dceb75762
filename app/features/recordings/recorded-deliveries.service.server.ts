import type { Services } from '#app/server/context.server.ts';
import { parseSentJson } from '#app/core/text/stored-text.ts';
import { anonymize } from './anonymize.ts';
import { recordingSalt } from './answer-recorder.server.ts';
import { listKeptDeliveries } from './recorded-deliveries.repo.server.ts';

/** A delivery of the platform without anything of a person. */
export type RecordedDelivery = { topic: string; receivedAt: string; payload: unknown };

/**
 * The deliveries that a store's platform sent since a moment, in the order of their arrival, as far as their bodies are kept (30 days).
 * `take` gets one after another.
 */
export async function recordDeliveries(
  services: Services,
  { shop, since, take }: { shop: string; since: Date; take: (delivery: RecordedDelivery) => void },
): Promise<void> {
  const salt = recordingSalt(services.env);
  for (let after = 0n; ;) {
    const page = await listKeptDeliveries(services.db, { shop, since, after });
    for (const { topic, receivedAt, body } of page) {
      const payload = anonymize(parseSentJson(services.vault.open(body).toString('utf8')), salt);
      take({ topic, receivedAt: receivedAt.toISOString(), payload });
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}
