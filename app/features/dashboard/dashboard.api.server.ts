import { csvHeaders } from '#app/server/csv.server.ts';
import { implement } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { exportDashboardEndpoint, readDashboardEndpoint } from './dashboard.contract.ts';
import { exportDashboard, readDashboard } from './dashboard.service.server.ts';

export const dashboardApi = [
  implement(readDashboardEndpoint, (ctx, { query }) => readDashboard(ctx, query)),
  implement(
    exportDashboardEndpoint,
    async (ctx, { body }) =>
      new Reply('', { stream: await exportDashboard(ctx, body), headers: csvHeaders('dashboard.csv') }),
  ),
];
