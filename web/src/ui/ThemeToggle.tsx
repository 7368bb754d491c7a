import { IconButton } from './Button';
import { setTheme, useTheme, type Theme } from './theme';

const order: Record<Theme, { icon: 'system' | 'sun' | 'moon'; next: Theme; label: string }> = {
  system: { icon: 'system', next: 'light', label: 'Theme: as the system. Switch to light' },
  light: { icon: 'sun', next: 'dark', label: 'Theme: light. Switch to dark' },
  dark: { icon: 'moon', next: 'system', label: 'Theme: dark. Switch to the system’s' },
};

export function ThemeToggle() {
  const { icon, next, label } = order[useTheme()];
  return <IconButton icon={icon} label={label} onClick={() => setTheme(next)} />;
}
