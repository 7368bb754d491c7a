/** An error of either contract as the screens see it; `status` is 0 if no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field name, if the server named fields. */
  readonly fields: Record<string, string>;
  /** When the requested entity expired, if the server says so. */
  expiredAt?: string;

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Whether the server certainly changed nothing. After a timeout or a server error, it may have. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Messages for errors that can occur on any screen; each says what to do. */
const messages: Record<string, string> = {
  insufficient_scope: 'Your role does not allow this. Ask an owner or admin of the organization.',
  YOU_CANNOT_DO_THIS_WHILE_IMPERSONATING: 'Only they may do this themselves. Stop acting as them first.',
};

interface Issue {
  loc: (string | number)[];
  msg: string;
}

/** No response arrived; `method` tells whether something may have changed. */
export function unreachable(method: string): ApiError {
  return new ApiError(0, 'unreachable', `Tillbook did not answer. Check your connection. ${whatToDo(method)}`);
}

const UNKNOWN = 'It is not known whether this was saved. Load the page again to see, before you try again.';

/** For a response that does not say what was done. */
function whatToDo(method: string): string {
  return method === 'GET' ? 'Try again in a moment.' : UNKNOWN;
}

/** For a request that the server recognizes when it is sent again: nothing needs to be checked before that. */
export function sayRepeatable({ status, code, message, fields }: ApiError): ApiError {
  const repeat = 'It is not known whether this was saved. Try again: it is saved only once.';
  return new ApiError(status, code, message.replace(UNKNOWN, repeat), fields);
}

/** Identity returns {code, message} or nothing, billing {error, detail} with a string or a 422 list. */
export function toApiError(status: number, body: unknown, method = 'GET'): ApiError {
  const { code, message, error, detail, error_description } = (body ?? {}) as Record<string, unknown>;
  if (Array.isArray(detail)) {
    const fields = fieldsOf(detail as Issue[]);
    const named = Object.keys(fields).length > 0;
    const first = (detail as Issue[])[0]?.msg ?? 'The request is invalid';
    return new ApiError(status, String(error), named ? 'Some fields need another look.' : sentence(first), fields);
  }
  const given = [message, detail, error_description].find(
    (text): text is string => typeof text === 'string' && !/^(not found)?\.?$/i.test(text),
  );
  const named = String(code ?? error ?? status);
  const words = messages[named] ?? (given ? sentence(given) : meaning(status, method));
  const { expired_at: expiredAt } = (body ?? {}) as Record<string, unknown>;
  return Object.assign(new ApiError(status, named, words), typeof expiredAt === 'string' && { expiredAt });
}

// loc is ["body", "prices", 0, "price_amount"]: the screens name fields prices.0.price_amount.
function fieldsOf(issues: Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { loc, msg } of issues) {
    const name = loc.slice(1).join('.');
    if (name) fields[name] ??= sentence(msg);
  }
  return fields;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function meaning(status: number, method: string): string {
  switch (status) {
    case 401:
      return 'You are not signed in. Sign in and try again.';
    case 403:
      return 'Your role does not allow this. Ask an owner of the organization.';
    case 404:
      return 'This does not exist, or it belongs to someone else. Check the address, or look for it in its list.';
    case 409:
      return 'Someone else changed this at the same moment. Load it again and repeat your change.';
    case 429:
      return 'That was too many tries. Wait a minute, then try again.';
    default:
      return status >= 500
        ? `Tillbook failed to answer this. ${whatToDo(method)}`
        : 'This was refused. Check what you entered and try again.';
  }
}
