import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadTexts } from './load-texts.ts';
import { chooseLocale } from './locale.ts';

/**
 * Loads a module after the page, and the texts that it names. Nothing waits for texts once it is drawn: React drops the whole page
 * where something that stands already has to wait while somebody presses a key.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = await load();
  if (typeof document !== 'undefined') await loadTexts(chooseLocale({ chosen: document.documentElement.lang }));
  return part;
}

/** A component that loads when it is first drawn, inside a `Suspense`. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadPart(load) }));
