import { useLayoutEffect } from 'react';

/** As on the wire: `#rrggbb` of buttons, of text on them, and of links. */
interface Tone {
  color: string;
  text: string;
  ink: string;
}

interface Accent {
  light: Tone;
  dark: Tone;
}

/** The style properties by which theme.css shows a seller's colour instead of ours, on light and on dark pages. */
export function accentProperties({ light, dark }: Accent): Record<string, string> {
  return { ...propertiesOf('--', light), ...propertiesOf('--dark-', dark) };
}

function propertiesOf(prefix: string, { color, text, ink }: Tone): Record<string, string> {
  // What the pointer is on goes away from the colour of its text.
  const deep = text === '#ffffff' ? 'black' : 'white';
  return {
    [`${prefix}accent`]: color,
    [`${prefix}on-accent`]: text,
    [`${prefix}accent-deep`]: `color-mix(in oklab, ${color} 84%, ${deep})`,
    [`${prefix}accent-ink`]: ink,
    [`${prefix}accent-wash`]: `color-mix(in oklab, ${ink} 12%, var(--slip))`,
  };
}

/** Shows the page in a seller's colour while it is open. */
export function useAccent(accent: Accent | null): void {
  useLayoutEffect(() => {
    if (!accent) return undefined;
    const { style } = document.documentElement;
    const properties = Object.entries(accentProperties(accent));
    for (const [name, value] of properties) style.setProperty(name, value);
    return () => {
      for (const [name] of properties) style.removeProperty(name);
    };
  }, [accent]);
}
