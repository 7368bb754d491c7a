import { options } from 'preact';

/**
 * In place of react-dom/client on the pages outside the dashboard. A pending route throws its promise until its data is here.
 * Preact renders again in a microtask once that promise has resolved, so a promise that resolves before the route does made it
 * render for ever, and no response could arrive meanwhile: the page stayed blank. In a task of its own, it lets others run.
 */
options.debounceRendering = (render) => setTimeout(render);

export { createRoot } from 'preact/compat/client';
