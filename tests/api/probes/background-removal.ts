import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';
import { REMOVE_BG_KEY } from '#sandbox/providers/remove-bg.ts';

const key = { apiKey: REMOVE_BG_KEY };

/** A picture of the side's store that the stand-in can read, once its store has a key. */
async function buildPicture(side: Side): Promise<string> {
  await api(side.admin).put('/images/remove-bg/api-key', key);
  const { sandbox } = program();
  const shop = sandbox?.sandbox.state.shops['demo.myshopify.com'];
  const file = Object.values(shop?.files ?? {}).find((one) => one.kind === 'IMAGE');
  return `${sandbox?.url ?? ''}/cdn/demo/files/${String(file?.id ?? 0)}/${file?.filename ?? ''}`;
}

export const probes = defineProbes([
  {
    endpoint: 'images.removeBackground',
    request: async (side) => ({ body: { originImgUrl: await buildPicture(side) } }),
  },
  { endpoint: 'images.readKey', request: () => ({}) },
  { endpoint: 'images.saveKey', request: () => ({ body: key }) },
  {
    endpoint: 'images.deleteKey',
    request: async (side) => {
      await api(side.admin).put('/images/remove-bg/api-key', key);
      return {};
    },
  },
]);
