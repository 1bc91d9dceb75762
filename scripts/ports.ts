import { createServer, type Server } from 'node:net';
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

/** Listens, or ends the process with a sentence where the port is none or taken. */
export async function listenAt(server: Server, o: { port: number; host: string }): Promise<void> {
  const taken = `Port ${o.port} is taken by another program. Stop it, or set PORT.`;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(o.port, o.host, resolve);
  }).catch((error: unknown) => {
    const sentence = {
      EADDRINUSE: taken,
      ERR_SOCKET_BAD_PORT: 'PORT must be a number from 1 to 65535.',
      EADDRNOTAVAIL: `HOST=${o.host} is no address of this machine. 0.0.0.0 listens at all of them.`,
      ENOTFOUND: `HOST=${o.host} is no address of this machine. 0.0.0.0 listens at all of them.`,
      EACCES: `Port ${o.port} may be opened by an administrator only. Set PORT to one above 1023.`,
    }[(error as NodeJS.ErrnoException).code ?? ''];
    if (!sentence) throw error;
    console.error(sentence);
    process.exit(1);
  });
}
