/** An e-mail address with all its parts; whether it exists, only a mail tells. */
export const COMPLETE_ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
