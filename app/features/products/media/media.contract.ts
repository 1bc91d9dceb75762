/** The call is one of uploads by its contract; products answer it, because they know which files a vendor's products show. */
export { fileSourceEndpoint } from '#app/platform/uploads/source.contract.ts';
