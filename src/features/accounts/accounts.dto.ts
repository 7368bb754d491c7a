import { ValidateIf } from 'class-validator';

/** May be missing, and may not be null: the identity contract tells the two apart. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** A user in answers of sign-up and sign-in (AUTH_FACTS §1, User7). */
export class SignedInUser {
  id: string;
  email: string;
  name: string;
  image: string | null;
  emailVerified: boolean;
  createdAt: string;
  updatedAt: string;
}

/** AUTH_FACTS §1, UserFull. */
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
