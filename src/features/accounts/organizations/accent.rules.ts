/** A colour as `#rrggbb`, in small letters. */
export type Hex = string;

/** A colour of buttons, of text on them, and of links and lines on the page. */
export interface Tone {
  color: Hex;
  text: Hex;
  ink: Hex;
}

/** An organization's colour where customers see it, on light pages and on dark ones. */
export interface AccentTones {
  light: Tone;
  dark: Tone;
}

export const HEX = /^#[0-9a-f]{6}$/;

/** WCAG's least contrast of text. */
const READABLE = 4.5;
/** A button shows on the page; what it says is its text. */
const VISIBLE = 1.25;
/** The least favourable backgrounds of our pages and mails (web/src/ui/theme.css). */
const ON_LIGHT = '#ebe7e0';
const ON_DARK = '#26231f';
const BLACK = '#000000';
const WHITE = '#ffffff';
const STEPS = 20;

/** The colour as it is where that suffices, else mixed with as little black or white as it needs. */
export function tonesOf(accent: Hex): AccentTones {
  return { light: toneOn(ON_LIGHT, accent, BLACK), dark: toneOn(ON_DARK, accent, WHITE) };
}

/** WCAG's contrast of two colours, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [brighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (brighter + 0.05) / (darker + 0.05);
}

function toneOn(background: Hex, accent: Hex, end: Hex): Tone {
  const mixes = Array.from({ length: STEPS + 1 }, (_, step) => mixed(accent, end, step / STEPS));
  const against = (least: number) => mixes.find((mix) => contrast(mix, background) >= least) ?? end;
  const color = against(VISIBLE);
  const text = contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
  return { color, text, ink: against(READABLE) };
}

function mixed(from: Hex, to: Hex, share: number): Hex {
  const [start, end] = [channels(from), channels(to)];
  const mix = start.map((channel, at) => Math.round(channel + (end[at]! - channel) * share));
  return `#${mix.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: Hex): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: Hex): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}
