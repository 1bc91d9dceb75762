// Sends signed order deliveries over a number of connections and prints the latencies of their acknowledgement.
// Arguments: url, count, connections, round.
import { Agent, request } from 'node:http';
import { buildBenchDelivery } from './bench-orders.ts';

const [url = '', countText = '', connectionsText = '', roundText = ''] = process.argv.slice(2);
const [count, connections, round] = [Number(countText), Number(connectionsText), Number(roundText)];
const target = new URL('/webhooks', url);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const deliveries = Array.from({ length: count }, (_, index) => buildBenchDelivery(index, round));

function send(delivery: ReturnType<typeof buildBenchDelivery>): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { ...delivery.headers, 'content-length': delivery.body.length };
    const sent = request(target, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`A delivery was answered with ${answer.statusCode ?? 0}`));
      });
    });
    sent.on('error', reject);
    sent.end(delivery.body);
  });
}

process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const latencies: number[] = [];
let next = 0;
await Promise.all(
  Array.from({ length: connections }, async () => {
    for (let at = next++; at < count; at = next++) {
      const delivery = deliveries[at];
      if (delivery) latencies.push(await send(delivery));
    }
  }),
);
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
process.stdout.write(`${JSON.stringify({ p50: at(0.5), p99: at(0.99), p999: at(0.999) })}\n`);
agent.destroy();
process.exit(0);
