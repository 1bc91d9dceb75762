import { readFileSync } from 'node:fs';
import type { Sandbox } from '../core/kernel.ts';
import { route, text } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { findBulkFile } from './graphql/bulk.ts';

/** Where results of bulk operations lie, a line for each object; parts of them are given by ranges of bytes. */
export function bulkRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/souk-sandbox-bulk/{token}', (request) => {
      const fault = sandbox.faults.take('bulk', ['file'], ['error', 'drop_response']);
      if (fault?.kind === 'error') return text(fault.status, 'fault\n');
      const path = findBulkFile(sandbox, request.params['token'] ?? '');
      if (path === undefined) return text(403, '<Error><Code>ExpiredToken</Code></Error>');
      const bytes = readFileSync(path);
      const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
      const headers = { 'content-type': 'application/jsonl', 'accept-ranges': 'bytes' };
      const dropConnection = fault !== null;
      if (from === undefined) return { status: 200, headers, body: bytes, dropConnection };
      const start = Number(from);
      if (start >= bytes.length) return { ...text(416, ''), dropConnection };
      const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
      return {
        status: 206,
        headers: { ...headers, 'content-range': range },
        body: bytes.subarray(start),
        dropConnection,
      };
    }),
  ];
}
