import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readLogoEndpoint } from './branding.contract.ts';
import { readStoreLogo } from './branding.service.server.ts';

export const brandingApi: readonly Implementation[] = [
  implement(readLogoEndpoint, (ctx, { params }) => readStoreLogo(ctx, params.store)),
];
