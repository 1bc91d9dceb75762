import { createServer } from 'node:net';
import { UserFacingError } from './progress.ts';

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** Refuses with a sentence when one of the ports that we are about to use is taken. `variable` is how to choose another. */
export async function requireFreePorts(
  ports: readonly { port: number; use: string; variable: string }[],
): Promise<void> {
  for (const { port, use, variable } of ports) {
    if (await isFree(port, '127.0.0.1')) continue;
    throw new UserFacingError(
      `Port ${port}, for ${use}, is taken by another program. Stop that program, or choose another port: ${variable}=<number> npm run demo`,
    );
  }
}
