import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'weapp',
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['weapp/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['browser/global-setup.ts'],
    // Much of a test is the work of the server, in a separate process.
    maxWorkers: 2,
    minWorkers: 1,
  },
})
