import { runRefresh } from './mirror.service.server.ts';

/** The jobs of products. A reading may be repeated; it writes what the platform says at that moment. */
export const productJobs = [
  { name: 'products.refresh', retryLimit: 5, retryDelaySeconds: 5, expireSeconds: 300, run: runRefresh },
] as const;
