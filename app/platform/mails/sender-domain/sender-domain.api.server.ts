import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { checkSenderDomainEndpoint, readSenderDomainEndpoint } from './sender-domain.contract.ts';
import { checkSenderDomain, readSenderDomain } from './sender-domain.service.server.ts';

export const senderDomainApi: readonly Implementation[] = [
  implement(readSenderDomainEndpoint, (ctx) => readSenderDomain(ctx)),
  implement(checkSenderDomainEndpoint, (ctx) => checkSenderDomain(ctx)),
];
