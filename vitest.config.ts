import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The app brings its own set-up: jsdom, and light stubs of Taro. */
const APP_CONFIG = at('./app/vitest.config.ts')
/** As does the console. */
const CONSOLE_CONFIG = at('./console/vitest.config.ts')

/** No test of these asks how fast: on a busy machine it may take its time. */
const pure = (name: string) => ({
  test: { name, root: at(`./${name}`), include: ['src/**/*.test.ts'], testTimeout: 60_000 },
})

export default defineConfig({
  test: {
    projects: [
      pure('domain'),
      pure('api'),
      {
        test: {
          name: 'server',
          root: at('./server'),
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
          // Native modules and a database of its own per file: processes keep both apart.
          pool: 'forks',
          // The same modules serve all files of a process; what tests share is theirs by file: database, clock, faults.
          isolate: false,
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
      APP_CONFIG,
      CONSOLE_CONFIG,
    ],
  },
})
