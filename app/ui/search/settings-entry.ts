import type { Translate } from '../i18n/keys.ts';
import type { ShellData } from '../shell/shell-data.ts';

/** A row of the settings page as the search finds it: by its name, by what it says of itself, and by other words for it. */
export type SettingsEntry = { id: string; url: string; name: string; about: string; words: string };

/** Loads what lists the settings; the surface gives it, because the kit knows no area. */
export type LoadSettings = () => Promise<{ listSettingsEntries: (t: Translate, shell: ShellData) => SettingsEntry[] }>;
