import type { Response } from 'express';

/** The JSON body `null`; returning null from a handler would send an empty body. */
export function nullBody(response: Response): string {
  response.setHeader('Content-Type', 'application/json');
  return 'null';
}
