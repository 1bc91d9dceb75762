import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { deleteRemovalKey, readRemovalKey, removeBackground, saveRemovalKey } from './background-removal.contract.ts';
import { deleteKey, readKeyState, removeBackgroundFrom, saveKey } from './background-removal.service.server.ts';

export const backgroundRemovalApi: readonly Implementation[] = [
  implement(removeBackground, (ctx, { body }) => removeBackgroundFrom(ctx, body.originImgUrl)),
  implement(readRemovalKey, (ctx) => readKeyState(ctx)),
  implement(saveRemovalKey, (ctx, { body }) => saveKey(ctx, body.apiKey)),
  implement(deleteRemovalKey, (ctx) => deleteKey(ctx)),
];
