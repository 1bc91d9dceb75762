import { lazy } from 'react';

/** The field that chooses a product; loaded with the first specification that refers to one. */
export const ProductChoice = lazy(() => import('./product-input.tsx').then((part) => ({ default: part.ProductInput })));
