import { load } from './load.mjs';
import { buildServer, install } from './prepare.mjs';

/**
 * `npm run clients [-- --version 0.44 --verbose | --plugins]`: which calls and webhook bodies of the built program the published clients read (docs/CLIENTS.md).
 * Installs the last release of each minor of @polar-sh/sdk in a folder for temporary files.
 */
install();
buildServer();
await load('test/clients/main.ts');
