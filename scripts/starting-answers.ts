import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers while a process starts: it waits for its database or applies migrations, which may take minutes. It is alive and not yet
 * ready, so that nobody kills it and nobody sends it work.
 */
export function answerStarting(req: IncomingMessage, res: ServerResponse): void {
  const isHealth = req.url?.split('?')[0] === '/health';
  req.resume();
  res
    .writeHead(isHealth ? 200 : 503, { 'content-type': 'application/json', 'retry-after': '5', connection: 'close' })
    .end(JSON.stringify(isHealth ? { status: 'starting' } : { message: 'Starting', code: 'starting' }));
}
