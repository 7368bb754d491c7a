import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.TILLBOOK_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: here('.'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: here('./src/routes'),
      generatedRouteTree: here('./src/routeTree.gen.ts'),
    }),
    react(),
    tailwindcss(),
    precompress(),
  ],
  resolve: { alias: { '@': here('./src') } },
  server: { proxy: { '/api': server, '/v1': server, '/sandbox': server } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    // web/test/weight.spec.ts reads which files each route loads.
    manifest: true,
    // The policy allows no data: fonts or images, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
});
