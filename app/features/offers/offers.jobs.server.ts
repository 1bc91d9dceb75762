import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { decideByRules } from './automatic/decide-by-rules.service.server.ts';
import { OFFER_DECISION } from './automatic/request-decision.service.server.ts';
import { OFFER_EXPIRY, OFFER_INVOICE, OFFER_REFRESH_DRAFT } from './change-offer.service.server.ts';
import { expireOffer, refreshDraft, makeInvoice } from './offer-draft-order.service.server.ts';

const ofOffer = z.object({ offerId: idSchema });
const ofVersion = ofOffer.extend({ version: z.number().int() });
const ofStep = ofOffer.extend({ step: z.number().int() });

/** Invoices of accepted offers, and the end of those that nobody answered or paid. */
export function offerScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: OFFER_INVOICE, run: (store, job) => makeInvoice(services, store, ofStep.parse(job.payload)) },
    { kind: OFFER_DECISION, run: (store, job) => decideByRules(services, store, ofVersion.parse(job.payload)) },
    { kind: OFFER_EXPIRY, run: (store, job) => expireOffer(services, store, ofOffer.parse(job.payload).offerId) },
    {
      kind: OFFER_REFRESH_DRAFT,
      deletesDone: true,
      run: (store, job) => refreshDraft(services, store, ofOffer.parse(job.payload).offerId),
    },
  ];
}
