/** Who signs in to look at the demo. */
export const DEMO_ACCOUNT = { email: 'demo@example.com', password: 'tillbook-demo', name: 'Demo seller' };
