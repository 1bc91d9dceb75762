/** Whether an address is of the marketplace's default zones. */
export const isDefaultZonesRequest = (request: Request): boolean =>
  new URL(request.url).pathname.includes('/settings/shipping/defaults');
