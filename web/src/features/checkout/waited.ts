import { createContext } from 'react';

/** Whether this visitor saw the checkout confirmed: if it is open again, its payment was declined. */
export const Waited = createContext(false);
