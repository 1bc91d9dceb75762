import { implement, type Implementation } from '#app/server/http/api.server.ts';
import {
  deleteRemovalKeyEndpoint,
  readRemovalKeyEndpoint,
  removeBackgroundEndpoint,
  saveRemovalKeyEndpoint,
} from './background-removal.contract.ts';
import { deleteKey, readKeyState, removeBackgroundFrom, saveKey } from './background-removal.service.server.ts';

export const backgroundRemovalApi: readonly Implementation[] = [
  implement(removeBackgroundEndpoint, (ctx, { body }) => removeBackgroundFrom(ctx, body.originImgUrl)),
  implement(readRemovalKeyEndpoint, (ctx) => readKeyState(ctx)),
  implement(saveRemovalKeyEndpoint, (ctx, { body }) => saveKey(ctx, body.apiKey)),
  implement(deleteRemovalKeyEndpoint, (ctx) => deleteKey(ctx)),
];
