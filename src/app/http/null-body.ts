import type { Response } from 'express';

/** The JSON body `null`, which a handler that returns null would send as nothing. */
export function nullBody(response: Response): string {
  response.setHeader('Content-Type', 'application/json');
  return 'null';
}
