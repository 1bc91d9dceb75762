// `npm run build`: builds the program when its sources changed since the last build.
import { buildOnce, isBuilt } from './build-once.ts';

if (isBuilt()) console.log('The build is up to date.');
else {
  const started = performance.now();
  await buildOnce();
  console.log(`Built in ${Math.round((performance.now() - started) / 100) / 10} s.`);
}
