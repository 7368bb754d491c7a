import { compile } from './compile.mjs';
import { buildServer, install } from './prepare.mjs';

/**
 * `npm run clients [-- --version 0.44 --verbose | --plugins]`: which calls and webhook bodies of the built program the published clients read (docs/CLIENTS.md).
 * Installs the last release of each minor of @polar-sh/sdk in a folder for temporary files.
 */
install();
buildServer();
for (const folder of ['test/support', 'test/clients', 'test/clients/plugins']) await compile(folder);
await import('../dist/test/clients/main.js');
