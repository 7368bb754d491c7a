import { IsOptional, Matches } from 'class-validator';
import { HEX } from './accent.rules.ts';

class AccentTone {
  /** `#rrggbb`, of buttons. */
  color: string;
  /** Of text on them. */
  text: string;
  /** Of links, readable on pages of this kind. */
  ink: string;
}

/** An organization's colour on light and on dark pages. */
export class Accent {
  light: AccentTone;
  dark: AccentTone;
}

export class BrandingUpdate {
  /** `#rrggbb`; null for none. */
  @IsOptional()
  @Matches(new RegExp(HEX.source, 'i'), { message: 'Input should be a colour such as #1f6f54' })
  accent_color: string | null;
}

export class Branding {
  /** As it was chosen; null: none. */
  accent_color: string | null;
  /** As customers see it. */
  accent: Accent | null;
}
