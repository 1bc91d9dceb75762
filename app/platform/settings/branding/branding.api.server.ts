import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readLogo } from './branding.contract.ts';
import { readStoreLogo } from './branding.service.server.ts';

export const brandingApi: readonly Implementation[] = [
  implement(readLogo, (ctx, { params }) => readStoreLogo(ctx, params.store)),
];
