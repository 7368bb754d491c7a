import { createContext } from 'react';

/** Whether this visitor has seen the checkout confirmed: a checkout that is open again then had its payment declined. */
export const Waited = createContext(false);
