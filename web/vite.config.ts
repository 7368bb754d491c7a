import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.TILLBOOK_URL ?? 'http://127.0.0.1:3000';

const src = { find: /^@\//, replacement: `${here('./src')}/` };

/** Pages outside the dashboard are a separate build, with Preact for React: React alone is two thirds of their budget (docs/WEB.md#weight). */
const visitor = [
  src,
  { find: './routeTree.gen', replacement: here('./src/visitorTree.gen.js') },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: here('./src/visitor-client.ts') },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
];

/** How routes of the dashboard are split: not at all where every page needs them, and otherwise with their loader, or the entry would hold every query. */
function splittingOf(routeId: string) {
  if (routeId === '/_in' || routeId === '/_in/$org') return [];
  // Home's loader begins at once.
  return routeId === '/_in/$org/'
    ? undefined
    : [['loader' as const, 'component' as const], ['errorComponent' as const]];
}

export default defineConfig(({ mode }) => ({
  root: here('.'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (mode === 'visitor' ? undefined : splittingOf(routeId)),
      },
      ...(mode === 'visitor' && {
        routeFileIgnorePattern: '^(_in|index)',
        generatedRouteTree: here('./src/visitorTree.gen.js'),
        disableTypes: true,
      }),
    }),
    react(),
    tailwindcss(),
    precompress(),
  ],
  resolve: { alias: mode === 'visitor' ? visitor : [src] },
  server: { proxy: { '/api': server, '/v1': server, '/sandbox': server } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: mode !== 'visitor',
    // web/test/built/weight.spec.ts reads which files each route loads.
    manifest: mode === 'visitor' ? '.vite/visitor.json' : '.vite/manifest.json',
    // The policy allows no data: fonts or images, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: {
      // For Home only: with those of all pages, the entry would begin with a list of every file.
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'html' || mode === 'visitor' || /\/_org-/.test(file) ? deps : [],
    },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: here(mode === 'visitor' ? './visitor.html' : './index.html'),
      output: {
        codeSplitting: {
          groups: [
            // Stays cached from release to release.
            {
              name: 'vendor',
              test: /node_modules\/(preact|react|react-dom|scheduler|@tanstack|openapi-fetch)\//,
              priority: 1,
            },
            // Needed by every page; otherwise a file for each set of routes that share some of it.
            { name: 'base', tags: ['$initial'] },
          ],
        },
      },
    },
  },
}));
