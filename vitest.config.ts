import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The app brings its own set-up: jsdom, and light stubs of Taro. */
const APP_CONFIG = at('./app/vitest.config.ts')
/** As does the console. */
const CONSOLE_CONFIG = at('./console/vitest.config.ts')

/** No test asks how fast the machine is: only one that hangs is ended. The long run follows some for most of an hour. */
const PATIENCE_MS = process.env.TEST_LONG === '1' ? 3_600_000 : 180_000
const PATIENCE = {
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect: { poll: { timeout: 30_000 } },
}

const pure = (name: string) => ({ test: { name, root: at(`./${name}`), include: ['src/**/*.test.ts'], ...PATIENCE } })

export default defineConfig({
  test: {
    // A worker keeps what it loaded: loading costs more than most files of tests. Vitest reads this here alone. What tests of
    // the server share is theirs by file: database, clock, faults; vitest.setup.ts parts the files of app and console.
    isolate: false,
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
          ...PATIENCE,
        },
      },
      APP_CONFIG,
      CONSOLE_CONFIG,
    ],
  },
})
