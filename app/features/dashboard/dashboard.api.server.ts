import { implement } from '#app/server/http/api.server.ts';
import { replyCsv } from '#app/server/http/file-reply.server.ts';
import { exportDashboardEndpoint, readDashboardEndpoint } from './dashboard.contract.ts';
import { exportDashboard, readDashboard } from './dashboard.service.server.ts';

export const dashboardApi = [
  implement(readDashboardEndpoint, (ctx, { query }) => readDashboard(ctx, query)),
  implement(exportDashboardEndpoint, async (ctx, { body }) =>
    replyCsv(await exportDashboard(ctx, body), 'dashboard.csv'),
  ),
];
