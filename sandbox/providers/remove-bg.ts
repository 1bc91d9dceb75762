import sharp from 'sharp';
import { realMs } from '../core/clock.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../core/router.ts';

/** The key that the stand-in knows; every other is refused. */
export const REMOVE_BG_KEY = 'sandbox-remove-bg-key';
const HOST = 'api.remove.bg';
const CREDITS = 50;
/** How far a colour may be from that of the corner and still count as background, of 255 a channel. */
const NEAR = 48;

/** remove.bg as far as the app uses it: a picture of the sandbox loses what has the colour of its corner. */
export function removeBgRoutes(sandbox: Sandbox): Route[] {
  const guarded =
    (operation: string, run: (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>) =>
    async (request: SandboxRequest): Promise<SandboxResponse> => {
      const started = realMs();
      const fault = sandbox.faults.take('remove-bg', [operation], ['error']);
      const response =
        request.host !== HOST
          ? json(404, {})
          : fault
            ? problem(fault.status, 'fault', 'fault')
            : request.headers['x-api-key'] !== REMOVE_BG_KEY
              ? problem(403, 'auth_failed', 'Invalid or missing API Key')
              : await run(request);
      sandbox.log.add({
        at: sandbox.clock.iso(),
        target: 'remove-bg',
        method: request.method,
        path: `${request.host}${request.url.pathname}`,
        operation,
        body: request.body.toString('utf8'),
        status: response.status,
        durationMs: Math.round(realMs() - started),
        contract: 'unchecked',
      });
      return response;
    };
  return [
    route(
      'POST',
      '/v1.0/removebg',
      guarded('removebg', (request) => removeBackground(sandbox, request)),
    ),
    route(
      'GET',
      '/v1.0/account',
      guarded('account', () =>
        json(200, {
          data: {
            attributes: {
              credits: { total: CREDITS, subscription: 0, payg: CREDITS, enterprise: 0 },
              api: { free_calls: 0, sizes: 'all' },
            },
          },
        }),
      ),
    ),
  ];
}

async function removeBackground(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  const picture = await fetchPicture(sandbox, request);
  if (!picture) return problem(400, 'failed_image_download', 'Failed to download image from given image_url');
  try {
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const [red = 0, green = 0, blue = 0] = data;
    for (let at = 0; at < data.length; at += 4) {
      const far = Math.max(
        Math.abs((data[at] ?? 0) - red),
        Math.abs((data[at + 1] ?? 0) - green),
        Math.abs((data[at + 2] ?? 0) - blue),
      );
      if (far <= NEAR) data[at + 3] = 0;
    }
    const raw = { width: info.width, height: info.height, channels: 4 as const };
    const body = await sharp(data, { raw }).png().toBuffer();
    const headers = { 'content-type': 'image/png', 'x-credits-charged': '1', 'x-type': 'product' };
    return { status: 200, headers, body };
  } catch {
    return problem(400, 'failed_to_read_image', 'There was an error reading the image.');
  }
}

/** The picture of an address of the sandbox's own; nothing else can be reached from here. */
async function fetchPicture(sandbox: Sandbox, request: SandboxRequest): Promise<Buffer | undefined> {
  const { image_url: address } = JSON.parse(request.body.toString('utf8')) as { image_url?: unknown };
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  if (new URL(address).origin !== new URL(sandbox.config.publicUrl).origin) return undefined;
  const answer = await fetch(address);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
}

function problem(status: number, code: string, title: string): SandboxResponse {
  return json(status, { errors: [{ code, title }] });
}
