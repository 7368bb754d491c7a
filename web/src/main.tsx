import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/error';
import { queryClient } from './api/query-client';
import { router } from './router';

// The page's code loads beside its data, not after the session.
for (const route of router.getMatchedRoutes(window.location.pathname)[0])
  void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);

// Refusals and failures of the server are shown on the page; the console is for faults of our own.
const onCaughtError = (error: unknown) => error instanceof ApiError || console.error(error);

createRoot(document.getElementById('root')!, { onCaughtError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
