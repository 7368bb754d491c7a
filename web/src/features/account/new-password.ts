import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery } from '@/api/sign-in-options';

/** Rules for a new password: the field's hint, its validation, and messages for the server's errors. */
export function useNewPassword() {
  const { data } = useQuery(signInOptionsQuery);
  const [min, max] = [data?.password_min ?? 8, data?.password_max ?? 128];
  const length = `Use ${min} to ${max} characters.`;
  return {
    hint: `At least ${min} characters.`,
    rules: {
      required: 'Choose a password.',
      minLength: { value: min, message: `Make it at least ${min} characters long.` },
      maxLength: { value: max, message: `Keep it under ${max + 1} characters.` },
    },
    words: <Field extends string>(at: Field) => ({
      PASSWORD_TOO_SHORT: { at, text: length },
      PASSWORD_TOO_LONG: { at, text: length },
    }),
  };
}
