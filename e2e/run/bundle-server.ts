import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files that a module looks for beside itself are found from the bundle as well. */
const keepModuleAddresses: Plugin = {
  name: 'keep-module-addresses',
  transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/** What the bundle holds, by the names of its files. */
const PROGRAMS = { main: 'server/src/main.ts', 'check-invariants': 'server/src/check-invariants.ts' }

/**
 * Writes the server as one file, `main.mjs`, which starts with half the CPU of its sources. The check of its data stands
 * beside it, as `check-invariants.mjs`.
 *
 * @param outDir a directory in the workspace of the server, whose packages both programs need
 */
export async function bundleServer(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env
  for (const [name, program] of Object.entries(PROGRAMS)) {
    await build({
      configFile: false,
      root: join(root, 'server'),
      logLevel: 'warn',
      plugins: [keepModuleAddresses],
      // Packages of many small modules are bundled too: to find and read each of these takes a quarter of a start.
      ssr: { external: true, noExternal: [/^@paidang\//, /^typebox/, /^drizzle-orm/, /^prom-client/] },
      build: {
        ssr: join(root, program),
        outDir,
        emptyOutDir: false,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: `${name}.mjs`, inlineDynamicImports: true } },
      },
    })
  }
  // Vite says production where nothing is said, and the products of the run would inherit that.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}
