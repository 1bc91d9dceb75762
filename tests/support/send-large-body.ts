// A process of its own: posts so many bytes to each address at once, goes on after an early answer, and prints the statuses.
// node send-large-body.ts <megabytes> <url> <url> …
import { request } from 'node:http';

const [megabytes, ...urls] = process.argv.slice(2);
const piece = Buffer.alloc(1_000_000, 'a');

/** Posts without a length, so that nobody can refuse it by its headers. Resolves with the status once everything was sent. */
function post(url: string): Promise<string> {
  return new Promise((resolve) => {
    let status = 'none';
    const { origin } = new URL(url);
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
    const sending = request(url, { method: 'POST', headers }, (answer) => {
      status = String(answer.statusCode);
      answer.resume();
    });
    for (const end of ['error', 'close']) {
      sending.on(end, () => {
        resolve(status);
      });
    }
    let left = Number(megabytes);
    const send = (): void => {
      while (left > 0) {
        left -= 1;
        if (!sending.write(piece)) {
          sending.once('drain', send);
          return;
        }
      }
      sending.end();
    };
    send();
  });
}

console.log((await Promise.all(urls.map(post))).join(' '));
