import { ReadAs } from '../../app/http/dto.ts';
import { ValidateBy, ValidateIf } from 'class-validator';

/** Lengths of texts on `/api/auth`, in UTF-16 units (docs/IDENTITY.md#lengths). Passwords and e-mail addresses have limits of their own. */
export const MAX_NAME = 255;
/** Of callbacks, redirects and logos. */
export const MAX_URL = 2_000;
/** A link, or a small picture as a `data:` URL; every answer about the user carries it. */
export const MAX_IMAGE = 8_192;
/** Of everything else, such as ids and one-time tokens. */
export const MAX_TEXT = 2_048;
/** Bytes of a metadata object as JSON. */
const MAX_METADATA = 8_192;
const MAX_ROLES = 50;

/** May be missing but not null: the identity contract distinguishes the two. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** An empty text is null (docs/BILLING.md#nulls-dates-and-strings). */
export const EmptyIsNull = (): PropertyDecorator => ReadAs((value) => (value === '' ? null : value));

/** A URL of a picture, in any form except one that a browser would run. */
export const IsPicture = (): PropertyDecorator =>
  ValidateBy({ name: 'isPicture', validator: { validate: (value) => typeof value === 'string' && isPicture(value) } });

/** Any type; a text has at most so many units. The contract refuses other types later, not as a matter of shape. */
export const NoLongText = (max: number): PropertyDecorator =>
  ValidateBy({
    name: 'noLongText',
    validator: { validate: (value) => typeof value !== 'string' || value.length <= max },
  });

/** At most MAX_METADATA bytes as JSON. */
export const NotTooLarge = (): PropertyDecorator =>
  ValidateBy({ name: 'notTooLarge', validator: { validate: (value) => isStorable(value) } });

export function isStorable(value: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(value) ?? '') <= MAX_METADATA;
}

/** One role, a list of roles, or comma-separated roles. */
export function isTextOrTexts(value: unknown): boolean {
  const isShort = (text: unknown) => typeof text === 'string' && text.length <= MAX_TEXT;
  return isShort(value) || (Array.isArray(value) && value.length <= MAX_ROLES && value.every(isShort));
}

/** Browsers skip blanks and control characters before and within a scheme. */
export function isPicture(text: string): boolean {
  const bare = text.replaceAll(/[\0-\x20]/g, '').toLowerCase();
  if (bare.startsWith('data:')) return bare.startsWith('data:image/') && !bare.startsWith('data:image/svg');
  return !/^(javascript|vbscript):/.test(bare);
}

/** A user in answers of sign-up and sign-in (docs/IDENTITY.md#user-and-session). */
export class SignedInUser {
  id: string;
  email: string;
  name: string;
  image: string | null;
  emailVerified: boolean;
  createdAt: string;
  updatedAt: string;
}

/** The full user (docs/IDENTITY.md#user-and-session). */
export class User extends SignedInUser {
  role: string;
  banned: boolean | null;
  banReason: string | null;
  banExpires: string | null;
}

export class Status {
  status: boolean;
}

export class Success {
  success: boolean;
}
