/** Ends the process with a sentence when it runs on another Node than the project's own. */
export function requireProjectNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  console.error(
    `Souk runs on its own Node 22 (in node_modules/.bin), not on ${process.version}. Start it through npm (npm run demo, npm start), with optional dependencies installed.`,
  );
  process.exit(1);
}
