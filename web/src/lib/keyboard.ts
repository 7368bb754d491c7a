/** The key that goes with letters on this computer: "⌘" or "Ctrl". */
export function modifierKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
