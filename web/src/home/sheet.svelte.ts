/** Opens the settings from any screen. */
class SettingsSheet {
  open = $state(false);
}

export const settingsSheet = new SettingsSheet();

export function openSettings(): void {
  settingsSheet.open = true;
}
