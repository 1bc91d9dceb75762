import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import type { Connection } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileSource } from '#app/core/fetched-file.ts';
import { createFileFetcher, type FileFetcher } from './file-fetcher.server.ts';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;
const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();

const FILE = Buffer.from('SKU,Stock\nKH-1,5\n'.repeat(10_000));
const limits = { limitBytes: 1_000_000, limitMs: 5_000 };
/** Passwords that were offered, and how many connections there were. */
const offered: string[] = [];
let asksByKeyboard = false;

/** An SFTP server with one file, which only `kettle` with its password reads. */
function serve(key: string): Promise<InstanceType<typeof Server>> {
  const server = new Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (attempt) => {
      if (attempt.method === 'password' && !asksByKeyboard) {
        offered.push(attempt.password);
        if (attempt.username === 'kettle' && attempt.password === 'right') attempt.accept();
        else attempt.reject(['password']);
      } else if (attempt.method === 'keyboard-interactive' && asksByKeyboard) {
        attempt.prompt([{ prompt: 'Password:', echo: false }], (answers) => {
          if (answers[0] === 'right') attempt.accept();
          else attempt.reject();
        });
      } else attempt.reject(asksByKeyboard ? ['keyboard-interactive'] : ['password']);
    });
    client.on('ready', () => {
      hand(client);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

function hand(client: Connection): void {
  client.on('session', (acceptSession) => {
    acceptSession().on('sftp', (accept) => {
      const sftp = accept();
      sftp.on('OPEN', (id, path) => {
        if (path === '/out/broken.csv') client.end();
        else if (path === '/out/stock.csv') sftp.handle(id, Buffer.from([1]));
        else sftp.status(id, path === '/out/locked.csv' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.NO_SUCH_FILE);
      });
      sftp.on('READ', (id, _handle, offset, length) => {
        if (offset >= FILE.length) sftp.status(id, STATUS_CODE.EOF);
        else sftp.data(id, FILE.subarray(offset, offset + length));
      });
      sftp.on('CLOSE', (id) => {
        sftp.status(id, STATUS_CODE.OK);
      });
    });
  });
}

let server: InstanceType<typeof Server>;
let port: number;
let fetcher: FileFetcher;

beforeAll(async () => {
  server = await serve(newKey());
  port = (server.address() as AddressInfo).port;
  fetcher = createFileFetcher(
    { resolve: () => Promise.resolve(['127.0.0.1']), isPublic: (address) => address === '127.0.0.1' },
    { https: new Set(['']), sftp: new Set([String(port)]) },
  );
});
afterAll(() => {
  server.close();
});

const sourceOf = (o: Partial<FileSource> = {}): FileSource => ({
  address: `sftp://files.supplier.test:${port}/out/stock.csv`,
  username: 'kettle',
  password: 'right',
  hostKey: null,
  ...o,
});
const problemOf = (o: Partial<FileSource>, within: Partial<typeof limits> = {}): Promise<unknown> =>
  fetcher.fetchFile(sourceOf(o), { ...limits, ...within }).then(
    () => 'fetched',
    (error: unknown) => (error instanceof Error && 'kind' in error ? error.kind : error),
  );

describe('a file of an SFTP server', () => {
  it('comes whole, with the key of its server, which is known the next time', async () => {
    const first = await fetcher.fetchFile(sourceOf(), limits);
    expect(first.bytes.equals(FILE)).toBe(true);
    expect(first.hostKey).toMatch(/^[\w+/]{43}$/);
    const again = await fetcher.fetchFile(sourceOf({ hostKey: first.hostKey }), limits);
    expect(again.hostKey).toBe(first.hostKey);
  });

  it('is not asked of a server with another key, which is offered no password', async () => {
    offered.length = 0;
    expect(await problemOf({ hostKey: 'A'.repeat(43) })).toBe('host_key');
    expect(offered).toEqual([]);
  });

  it('is refused by its reason', async () => {
    expect(await problemOf({ password: 'wrong' })).toBe('login');
    expect(await problemOf({ address: `sftp://files.supplier.test:${port}/out/none.csv` })).toBe('not_found');
    expect(await problemOf({ address: `sftp://files.supplier.test:${port}/out/locked.csv` })).toBe('login');
    expect(await problemOf({}, { limitBytes: 1_000 })).toBe('too_large');
    expect(await problemOf({ address: 'sftp://files.supplier.test:9/x.csv' })).toBe('address');
    expect(await problemOf({ address: `sftp://kettle:right@files.supplier.test:${port}/out/stock.csv` })).toBe(
      'address',
    );
  });

  it('that breaks off is no end of ours', async () => {
    expect(await problemOf({ address: `sftp://files.supplier.test:${port}/out/broken.csv` })).toBe('unreachable');
  });

  it('is asked of no private address', async () => {
    const guarded = createFileFetcher();
    for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '[fe80::1]']) {
      await expect(guarded.fetchFile(sourceOf({ address: `sftp://${host}/x.csv` }), limits)).rejects.toMatchObject({
        kind: 'host_private',
      });
    }
  });

  it('comes from a server that asks for the password in words', async () => {
    asksByKeyboard = true;
    expect((await fetcher.fetchFile(sourceOf(), limits)).bytes.length).toBe(FILE.length);
    asksByKeyboard = false;
  });
});
