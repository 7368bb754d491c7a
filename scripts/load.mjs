import { install } from './prepare.mjs';

/**
 * Compiles TypeScript programs of tests or benches to `dist/tools`.
 * @returns the path of each result by the path of its source
 */
export async function compile(...paths) {
  install();
  const { bundle } = await import('./bundle.mjs');
  const built = await bundle(paths, 'dist/tools');
  return new Map([...built].map(([path, { file }]) => [path, file]));
}

/** Compiles and runs them. @returns what they export */
export async function load(...paths) {
  const files = await compile(...paths);
  const modules = await Promise.all(paths.map((path) => import(files.get(path))));
  return Object.assign({}, ...modules);
}
