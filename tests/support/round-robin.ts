import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';

/** A proxy as operators put one before web processes: TLS, one target after the other, the caller's address appended. */
export type RoundRobin = {
  /** How many requests each target was given. */
  shares: readonly number[];
  close(): Promise<void>;
};

export async function openRoundRobin(o: {
  port: number;
  targets: readonly number[];
  certificate: { key: string; cert: string };
}): Promise<RoundRobin> {
  const shares = o.targets.map(() => 0);
  let turn = 0;
  const pass = (req: IncomingMessage, res: ServerResponse): void => {
    const index = turn++ % o.targets.length;
    shares[index] = (shares[index] ?? 0) + 1;
    const before = req.headers['x-forwarded-for'];
    const upstream = ask(
      {
        host: '127.0.0.1',
        port: o.targets[index],
        method: req.method,
        path: req.url,
        headers: {
          ...req.headers,
          'x-forwarded-for': [before, req.socket.remoteAddress].filter(Boolean).join(', '),
          'x-forwarded-proto': 'https',
        },
      },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    upstream.on('error', () => {
      if (!res.headersSent) res.writeHead(502);
      res.end();
    });
    req.pipe(upstream);
  };
  const server = createServer({ key: o.certificate.key, cert: o.certificate.cert }, pass);
  await new Promise<void>((resolve) => server.listen(o.port, 'localhost', resolve));
  return {
    shares,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
